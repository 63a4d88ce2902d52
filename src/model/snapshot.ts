/**
 * What a snapshot says about itself.
 */
import type { Annotations } from './annotations.ts'
import type { Digest } from './digest.ts'
import type { CountsByKind, Kind } from './resource.ts'

/**
 * `running`: being written, or left by a crash and to be resumed. `complete`: every scope was read.
 * `partial`: sealed with gaps. `failed`: given up; never used as a base, never shown by `latest`.
 */
export const SNAPSHOT_STATES = ['running', 'complete', 'partial', 'failed'] as const
export type SnapshotState = (typeof SNAPSHOT_STATES)[number]

/** Which one, when and why: what a history is told by. */
export type SnapshotMoment = Pick<
  SnapshotSummary,
  'snapshot' | 'organization' | 'started' | 'state' | 'trigger'
>

/** The same with what stands beside it: what says whether it is kept. */
export type MarkedMoment = SnapshotMoment &
  Pick<SnapshotSummary, 'organizationTitle' | 'tick' | 'base' | 'tags' | 'pin' | 'holds' | 'forgotten'>

/** Which are meant: those for which all of it holds. */
export interface SnapshotFilter {
  organization?: string | undefined
  /** Complete and partial ones, without what restores read of their targets. */
  backups?: boolean
  state?: SnapshotState
  /** Numbers, both included. */
  from?: number
  to?: number
  /** ISO 8601, UTC: before this. */
  startedBefore?: string
  /** So many of the newest, or of the oldest. */
  newest?: number
  oldest?: number
}

/** Neither running nor failed. */
export function isSealed({ state }: { state: string }): boolean {
  return state === 'complete' || state === 'partial'
}

/** Why a scope or one resource could not be read. A closed list. */
export const GAP_CLASSES = [
  'unreachable',
  'refused',
  'not-found',
  'rate-limited',
  'truncated',
  'shrunken',
  'too-large',
  'invalid',
  'fuzzy',
  'skipped',
  'bug',
] as const
export type GapClass = (typeof GAP_CLASSES)[number]

export const gapClassDocs: Readonly<Record<GapClass, string>> = {
  unreachable: 'no connection, or 5xx after all attempts',
  refused: '401 or 403, or a download that leads to a private address',
  'not-found': '404 where the parent was just listed',
  'rate-limited': 'the wait allowed for 429 was used up',
  truncated: 'cut in the middle, or fewer items than the platform counts',
  shrunken: 'suspiciously fewer than before',
  'too-large': 'over a configured limit',
  invalid: 'not what the API promises',
  fuzzy: 'moved on during every reading',
  skipped: 'left out: not among what was asked for, or the time or the errors of the run were used up',
  bug: 'docvault itself failed on what the platform answered: the log has a stack to report',
}

/** A scope (or, with `resource`, one resource of it) that a snapshot could not read. */
export interface Gap {
  kind: Kind
  /** Platform id of the parent resource; the organization's own id for kinds directly under it. */
  parent: string
  parentKind: Kind
  /** Platform id of the single resource that is missing; absent when the whole scope is. */
  resource?: string
  class: GapClass
  message: string
  /** Number of the snapshot in which this gap was first recorded without a break. */
  firstSeen: number
  /** Of a list that an exact run read to its end: names, as one digest, what was in it before and is not any more. */
  missing?: string
}

/** Something that cannot be read from this service: no gap, because nothing failed, but not in the snapshot. */
export interface NotOffered {
  kind: Kind
  /** Which part of the kind; absent when the whole kind cannot be read. */
  part?: string
  /** Name of the operation that would be needed. */
  operation: string
  /** `not offered`: the service lacks the operation. `not allowed`: the token's owner may not call it. */
  reason?: 'not offered' | 'not allowed'
}

/** A kind of which scopes were taken over unread, without proof that nothing changed. */
export interface Weak {
  kind: Kind
  /** How many scopes. */
  scopes: number
  /** Of these, the reading that is longest ago; ISO 8601, UTC. */
  oldest_read: string
}

/** An id that a resource mentions and that the snapshot does not hold. */
export interface Dangling {
  kind: Kind
  id: string
  /** What is mentioned. */
  target: { kind: Kind; id: string }
}

export interface TokenOwner {
  id: string
  name: string
  email: string | null
  /** In the organization; null for a guest, or somebody who is no member. */
  role: string | null
}

/** What was counted before the seal: the evidence behind `complete`. */
export interface Proof {
  /** Resources that the lists of this run named. */
  listed: number
  /** Named, yet neither stored nor a gap; each became a gap. */
  not_stored: number
  /** Bodies whose stored size is not the one that the platform announced; each became a gap. */
  wrong_size: number
  /** References that lead nowhere; the first hundred are in `dangling`. */
  dangling_count: number
  dangling: Dangling[]
  /** Whose token it was; absent where the service does not say. */
  owner?: TokenOwner
  /** Exact runs: spaces that were edited while the run went on, by id. Every other one stood still all the time. */
  moved?: string[]
  /**
   * Pages whose Markdown is still to be read; their documents are here. Absent where none is put off (setting
   * `backup.markdown`).
   */
  markdown_pending?: number
  /** Requests of this run by operation, repeats included; absent in snapshots of before this was counted. */
  operations?: Readonly<Record<string, number>>
}

export interface SnapshotCounters {
  /** API requests, downloads included. */
  requests: number
  /** Bytes received in answers and downloads. */
  bytes: number
  /** Resources that are in this snapshot and were not in its base, differ from it, or are gone. */
  added: number
  modified: number
  removed: number
  /** Resources taken over unchanged from the base, whether read again or not. */
  carried: number
}

/** One line of `docvault snapshots --json`, and the last line of `docvault backup --json`. */
export interface SnapshotSummary extends SnapshotCounters, Annotations {
  snapshot: number
  organization: string
  organizationTitle: string
  state: SnapshotState
  trigger: string
  /** When a schedule wanted it; absent of one that none asked for, and of before this was noted. ISO 8601, UTC. */
  tick?: string
  /** ISO 8601, UTC. */
  started: string
  sealed: string | null
  base: number | null
  /** Resources in the snapshot, by kind. */
  resources: CountsByKind
  gaps: Gap[]
  not_offered: NotOffered[]
  /** What it may say wrongly for want of a token that proves it; absent in snapshots of before this was noted. */
  weak?: Weak[]
  /** Null while running, and for snapshots of before there were proofs. */
  proof: Proof | null
  /** Over the contents alone: equal for equal contents, whatever came before. */
  contents: Digest | null
  /** Over `contents` and the digest of the snapshot before it. */
  digest: Digest | null
  previous: Digest | null
  duration_ms: number
}

/** What is left of a snapshot that was pruned: what its seal says. What it held may be gone, so nothing is said of it. */
export interface PrunedSnapshot
  extends Pick<
    SnapshotSummary,
    | 'snapshot'
    | 'organization'
    | 'organizationTitle'
    | 'trigger'
    | 'tick'
    | 'started'
    | 'sealed'
    | 'gaps'
    | 'weak'
    | 'digest'
    | 'previous'
  > {
  /** Its state when it was sealed; it is in no state any more. */
  sealedAs: SnapshotState
  /** ISO 8601, UTC. */
  pruned: string
}

/** How the triggers of readings begin, and no others. */
export const READING = 'restore ('

/** Taken by a restore of its target, which may be an organization that nobody backs up: found by number only. */
export function readingTrigger(what: 'before' | 'after'): string {
  return `${READING}${what})`
}

export function isReading(trigger: string): boolean {
  return trigger.startsWith(READING)
}

/** What a restore left behind is how things are from then on; what it found is only the plan's. */
export function isReadBack(trigger: string): boolean {
  return trigger === readingTrigger('after')
}

/** Two that are compared: from `a` to `b`. */
export interface SnapshotPair {
  a: SnapshotSummary
  b: SnapshotSummary
}
