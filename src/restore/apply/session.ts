/**
 * A restore at work: what it works with, what it knows of both sides, and the record of what it does. Most of what writes
 * needs one or two of the three, and is given those.
 */
import type { Fields } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import type { Platform } from '../../platform/client.ts'
import type { IdTable, MapId } from '../match/ids.ts'
import type { About } from '../naming.ts'
import type { BundlePublisher } from '../publish/publisher.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { RestoreRequest } from '../request.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { WriteKey } from './write-key.ts'

export interface RestoreSession {
  context: RestoreContext
  knowledge: RestoreKnowledge
  record: RestoreRecord
}

/** The same from beginning to end. */
export interface RestoreContext {
  platform: Platform
  run: number
  /** Id of the organization that is written to. */
  organization: string
  request: RestoreRequest
  publisher: BundlePublisher | null
  signal: AbortSignal | undefined
  /** An earlier life of this run ended early. */
  resumed: boolean
}

/** Grows with what is made. */
export interface RestoreKnowledge {
  source: OrganizationState
  /** The target as it was when the run began. */
  before: OrganizationState
  profile: TargetProfile
  ids: IdTable
  /** Target of a source id; null when it has none. */
  map: MapId
  /** Throws NotMapped when it has none: the step cannot be done. */
  need(kind: Kind, id: string): string
  target(item: StateItem): string
  /** As the platform last answered, by kind and target id. */
  answers: Map<string, Fields>
  /** `urls` of a target object, as last seen. */
  urlsOf(kind: Kind, id: string): Fields | null
  /** Open change requests of this run, by target space. */
  drafts: Map<string, string>
  /** Names of what this run undeleted: more than that may have come back with it. */
  undeleted: Set<string>
}

/** Lasts: journal and ids in the vault, failures and notes in the report. */
export interface RestoreRecord {
  write: Write
  /** What is known to be done without a request of its own: `detail` says how. */
  done(key: WriteKey, detail?: string): void
  /** Of a whole step, by its name. */
  stepFailed(step: string, error: unknown): void
  /** Writes that an earlier life of this run began, and of which no word says how they ended. */
  doubts(): WriteKey[]
  remember(item: StateItem, target: string, made: boolean): void
  rememberAll(pairs: readonly (readonly [StateItem, string])[]): void
  /** Of one item, while the rest of its step goes on. In the journal, too. */
  fail(about: About, error: unknown): void
  /** Tells what was not as wished but no failure. */
  note(item: StateItem, words: string): void
}

/**
 * `make` is a single request. `find` answers what an earlier, unclear attempt made, or null when it made nothing.
 * Everything else of a step must be repeatable.
 */
export type Write = <T>(key: WriteKey, make: () => Promise<T>, find: () => Promise<T | null>) => Promise<T>
