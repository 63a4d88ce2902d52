/**
 * What a restore at work carries along, and the one way in which it writes: a journal line before and after, and after
 * an unclear answer a look for what the write made, never the same write again blindly.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { DocvaultError } from '../../model/errors.ts'
import type { Fields } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import type { Platform } from '../../platform/client.ts'
import {
  ConnectionError,
  InvalidResponse,
  RateLimited,
  ServerError,
  TruncatedBody,
} from '../../platform/errors.ts'
import type { WritableVault } from '../../vault/vault.ts'
import type { IdTable, MapId } from '../match/ids.ts'
import type { Skipped } from '../plan/steps.ts'
import type { BundlePublisher } from '../publish/publisher.ts'
import type { ServiceName, WriterName } from '../read/target-profile.ts'
import type { RestoreRequest } from '../request.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import { textOfWrite, type WriteKey } from './write-key.ts'

export interface Doing {
  platform: Platform
  vault: WritableVault
  run: number
  /** Id of the organization that is written to. */
  organization: string
  source: OrganizationState
  before: OrganizationState
  ids: IdTable
  request: RestoreRequest
  publisher: BundlePublisher | null
  signal: AbortSignal | undefined
  /** Target of a source id; null when it has none. */
  map: MapId
  /** Throws when it has none: the step cannot be done. */
  need(kind: Kind, id: string): string
  target(item: StateItem): string
  /** As the platform last answered, by kind and target id. */
  writer: WriterName
  service: ServiceName
  /** Open change requests of this run, by target space. */
  drafts: Map<string, string>
  /** An earlier life of this run ended early. */
  resumed: boolean
  /** Same organization: old ids may still be alive. */
  home: boolean
  /** Where no operation creates a space: one without content, to be duplicated. */
  template: StateItem | null
  answers: Map<string, Fields>
  /** Names of what this run undeleted: more than that may have come back with it. */
  undeleted: Set<string>
  /** `urls` of a target object, as last seen. */
  urlsOf(kind: Kind, id: string): Fields | null
  write: Write
  remember(item: StateItem, target: string, made: boolean): void
  rememberAll(pairs: readonly (readonly [StateItem, string])[]): void
  /** Of one item, while the rest of its step goes on. In the journal, too. */
  fail(about: Pick<Skipped, 'kind' | 'source' | 'label'>, error: unknown): void
  /** Tells what was not as wished but no failure. */
  note(item: StateItem, words: string): void
}

/**
 * `make` is a single request. `find` answers what an earlier, unclear attempt made, or null when it made nothing.
 * Everything else of a step must be repeatable.
 */
export type Write = <T>(key: WriteKey, make: () => Promise<T>, find: () => Promise<T | null>) => Promise<T>

export class NotMapped extends DocvaultError {
  constructor(kind: Kind, id: string) {
    super('not-mapped', `${kind} ${id} has nothing that stands for it in the target`)
  }
}

const MOST_ATTEMPTS = 4
const MOST_WAIT_MS = 15 * 60_000

export function makeWrite(vault: WritableVault, run: number, signal: AbortSignal | undefined): Write {
  const doubtful = doubtfulWrites(vault, run)
  const line = (write: string, state: 'begun' | 'done' | 'failed', detail: string | null = null) =>
    vault.restores.line(run, { write, state, detail })
  return async (key, make, find) => {
    const name = textOfWrite(key)
    for (let attempt = 1; ; attempt++) {
      if (doubtful.has(name)) {
        const found = await find()
        doubtful.delete(name)
        if (found !== null) {
          line(name, 'done', 'found')
          return found
        }
      }
      signal?.throwIfAborted()
      line(name, 'begun')
      try {
        const made = await make()
        line(name, 'done')
        return made
      } catch (error) {
        if (signal?.aborted) throw error
        if (attempt >= MOST_ATTEMPTS || !mayPass(error)) {
          if (!isUnclear(error)) line(name, 'failed', wordsOf(error))
          throw error
        }
        if (isUnclear(error)) doubtful.add(name)
        else {
          line(name, 'failed', wordsOf(error))
          await pause(error, signal)
        }
      }
    }
  }
}

/** Begun in an earlier life of this run, and no word about the end. */
export function doubtfulWrites(vault: WritableVault, run: number): Set<string> {
  const open = new Set<string>()
  for (const { write, state } of vault.journal(run)) {
    if (state === 'begun') open.add(write)
    else open.delete(write)
  }
  return open
}

/** Whether the platform took it is not known. */
function isUnclear(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    error instanceof TruncatedBody ||
    error instanceof ServerError ||
    error instanceof InvalidResponse
  )
}

/** Refused for now, and certainly not taken. */
function mayPass(error: unknown): boolean {
  if (isUnclear(error)) return true
  return error instanceof RateLimited && (error.retryAfterMs ?? 0) <= MOST_WAIT_MS
}

async function pause(error: unknown, signal: AbortSignal | undefined): Promise<void> {
  const ms = error instanceof DocvaultError ? (error.retryAfterMs ?? 1000) : 1000
  await delay(ms, undefined, signal ? { signal } : {})
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
