/**
 * The one base class of everything docvault throws on purpose.
 *
 * `code` is stable and may be matched by programs; the message names the offending id or path; `hint` says
 * what to do next. Nothing decides on message text.
 */
import type { VaultOwner } from './vault-owner.ts'

export type Retry = 'never' | 'later'

interface NamedNight {
  snapshot: number
  /** ISO 8601, UTC. */
  started: string
}

/** Something that a name may mean. */
export interface NamedCandidate {
  kind: string
  id: string
  title: string
  /** Title of what it stands under. */
  within: string | null
  path: string | null
  /** By what it is called so; `near`: it is called nearly so; `kind`: another kind is. */
  match: 'id' | 'path' | 'title' | 'near' | 'kind'
  /** Snapshots in which it stands, both ends included, the newest first; without a last one, it is in the newest. */
  stood: { first: NamedNight; last: NamedNight | null }[]
  /** What to type for it. */
  command: string
}

export interface ErrorDetails {
  /** What the reader should do about it: a sentence, and below it perhaps a list of what there is, a line each. */
  hint?: string
  /** Of a name that is not clear: for programs. */
  candidates?: readonly NamedCandidate[]
  cause?: unknown
  /** `later`: the same call may succeed if repeated. Default `never`. */
  retry?: Retry
  retryAfterMs?: number
}

export class DocvaultError extends Error {
  readonly code: string
  readonly hint: string | undefined
  readonly retry: Retry
  readonly retryAfterMs: number | undefined
  readonly candidates: readonly NamedCandidate[] | undefined

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = new.target.name
    this.code = code
    this.hint = details.hint
    this.retry = details.retry ?? 'never'
    this.retryAfterMs = details.retryAfterMs
    this.candidates = details.candidates
  }
}

/** The command line or the configuration says something that cannot be done as said. Exit code 2. */
export class UsageError extends DocvaultError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('usage', message, details)
  }
}

/** No vault at the path. Exit code 10. */
export class VaultMissing extends DocvaultError {
  constructor(path: string, { hint = MAKE_ONE }: Pick<ErrorDetails, 'hint'> = {}) {
    super('vault-missing', `there is no vault at ${path}`, { hint })
  }
}

const MAKE_ONE =
  'run `docvault backup` to create one, or point --vault / DOCVAULT_VAULT_PATH at an existing one'

/** The path exists but cannot be a vault (a file, another program's folder, a newer format). */
export class VaultUnusable extends DocvaultError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('vault-unusable', message, details)
  }
}

/** Another process writes to the vault. Exit code 11. */
export class VaultLocked extends DocvaultError {
  constructor(path: string, holder: string, details: ErrorDetails = {}) {
    super('vault-locked', `the vault ${path} is in use by ${holder}`, {
      hint: 'wait for it to finish; a lease left by a dead process expires by itself within a minute',
      retry: 'later',
      ...details,
    })
  }
}

/** A vault that another host works on. Exit code 11. */
export class VaultElsewhere extends DocvaultError {
  /** `place`: where, as far as that is known. */
  constructor(path: string, place: { host: string; epoch: number } | null, why: string) {
    const where = place === null ? '' : ` (host ${place.host}, epoch ${place.epoch})`
    super('vault-elsewhere', `the vault ${path} is not for this host: ${why}${where}`, {
      hint: '`docvault fleet list` shows which vault is where',
      retry: 'later',
    })
  }
}

/** The vault is of another host, or became so after it was opened. Exit code 11. */
export class VaultFenced extends DocvaultError {
  /** `opened`: the epoch that the writer stood under, or wanted to. */
  constructor(path: string, { epoch, host, since, retired }: VaultOwner, opened?: number) {
    const of = `${host === null ? 'of nobody in particular' : `of host ${host}`} since ${since} (epoch ${epoch})`
    const what = retired ? `${path} is a copy that was left behind: the vault is` : `the vault ${path} is`
    const stale = opened === undefined ? '' : `, and this is a writer of epoch ${opened}`
    super('vault-fenced', `${what} ${of}${stale}; nothing was written`, {
      hint: 'work on it on its own host; it can be read here. What hosts may do with it: docs/how-to/run/fleet.md',
    })
  }
}

/** Stored bytes are not what was stored, or a sealed snapshot does not match its digest. Exit code 13. */
export class DamageFound extends DocvaultError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('damage', message, details)
  }
}

/** Of a content that `repair` found lost: the message says when, what it hits, and where an older state is. Exit code 13. */
export class ContentLost extends DamageFound {}

/** What may have lost bytes cannot be asked now: nothing is to be decided without it. */
export class SourceUnavailable extends DocvaultError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('source-unavailable', message, { retry: 'later', ...details })
  }
}

/** A snapshot of which only the row is left. Exit code 2. */
export class SnapshotPruned extends DocvaultError {
  readonly snapshot: number

  /** Times in milliseconds since the epoch. */
  constructor(snapshot: number, at: number, nearest: NearestKept) {
    super('snapshot-pruned', `snapshot ${snapshot} was pruned on ${timeOf(at)} and cannot be read any more`, {
      hint: nearestWords(nearest),
    })
    this.snapshot = snapshot
  }
}

interface NearestKept {
  before: { snapshot: number; started: number } | undefined
  after: { snapshot: number; started: number } | undefined
}

function nearestWords({ before, after }: NearestKept): string {
  const words = [
    ...(before ? [`${before.snapshot} of ${timeOf(before.started)} before it`] : []),
    ...(after ? [`${after.snapshot} of ${timeOf(after.started)} after it`] : []),
  ]
  return words.length === 0
    ? 'none of its organization is kept'
    : `the nearest that are kept: ${words.join(', ')}`
}

function timeOf(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString()
}

/** A signal or an abort ended the work; what was durable stays and the next run resumes. Exit code 130. */
export class Interrupted extends DocvaultError {
  constructor(details: ErrorDetails = {}) {
    super('interrupted', 'interrupted', { hint: 'run the same command again: it resumes', ...details })
  }
}
