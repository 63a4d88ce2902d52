/**
 * The vocabulary of what writes into a vault: the vault itself, a running snapshot, one scope of it.
 */
import type { Digest } from '../model/digest.ts'
import type { Kind, PartName } from '../model/resource.ts'
import type {
  Dangling,
  Gap,
  NotOffered,
  SnapshotCounters,
  SnapshotSummary,
  TokenOwner,
  Weak,
} from '../model/snapshot.ts'
import type { Claim } from '../model/vault-owner.ts'
import type { Acting, AnnotationWriter } from './annotation-writer.ts'
import type { JournalWriter } from './catalog/journal.ts'
import type { KnownBodies } from './catalog/known-bodies.ts'
import type { CompactOptions, CompactResult } from './compact/types.ts'
import type { PruneOptions, PruneResult } from './prune/types.ts'
import type { RepairOptions, RepairReport } from './repair/types.ts'
import type { BodyKey, ContentKey, ReadMark, ResourceKey, Vault } from './types.ts'

export type { Acting, AnnotationWriter } from './annotation-writer.ts'
export type { KnownBodies } from './catalog/known-bodies.ts'
export type { CompactOptions, CompactPlan, CompactProgress, CompactResult } from './compact/types.ts'
export type { PrunePlan, PruneProgress, PruneResult } from './prune/types.ts'
export type {
  ContentSource,
  ContentUse,
  FoundBytes,
  OpenSource,
  Remedy,
  RepairOptions,
  RepairPlanOptions,
  RepairProgress,
  RepairReport,
  WantedContent,
} from './repair/types.ts'

export interface WritableVault extends Vault {
  /** Of the lease: what `heldBy` says while this one is open. */
  readonly lease: string
  /**
   * A new running snapshot; or the one a crash left for this organization, its half-written versions rolled back, its
   * contents kept. `tickMs`: when a schedule wanted it, since the epoch.
   */
  begin(organization: { id: string; title: string }, trigger: string, tickMs?: number): SnapshotWriter
  setFact(key: string, value: string): void
  /**
   * Leaves this folder behind: from now on the vault is `to`'s, elsewhere, and nobody writes to this one, its writer included.
   * Durable on return. Throws VaultFenced where `to` is not of a later epoch.
   */
  retire(to: Claim): void
  /**
   * Takes what only snapshots need that were forgotten longer ago than can be undone, and gives the space back. It waits while
   * a snapshot is being written, and lets one begin at any time. Killed at any point, the next one goes on. One at a time.
   * Throws DamageFound before anything is taken where something is missing that other snapshots need; DiskRefused, Interrupted.
   */
  prune(options: PruneOptions): Promise<PruneResult>
  /**
   * Stores contents anew so that they take less room and the newest are read fastest. It waits while a snapshot is being
   * written, and lets one begin at any time. Killed at any point, the next one goes on. Throws DamageFound before anything is
   * moved where something is missing; DiskRefused, Interrupted.
   */
  compact(options: CompactOptions): Promise<CompactResult>
  /**
   * Mends what can be mended, and marks contents of which nobody has the bytes as lost. It waits while a snapshot is being
   * written, and lets one begin at any time. Killed at any point, the next one goes on. Throws DiskRefused, Interrupted.
   */
  repair(options: RepairOptions): Promise<RepairReport>
  readonly restores: JournalWriter
  /** What is said of snapshots after their seal. */
  annotations(acting: Acting): AnnotationWriter
  /** A folder on the vault's file system for bodies on their way to `putBodyFile`; emptied when the vault is opened for writing. */
  spoolFolder(): string
  /** Waits for what is in flight, gives the lease back. An open snapshot stays running. */
  close(): Promise<void>
}

export interface PutOptions {
  /** Store as a delta against this content where that is smaller. */
  base?: ContentKey | undefined
}

export interface StoredContent {
  content: ContentKey
  digest: Digest
}

/** A gap as it is found: what it stands under is a resource of the vault already. */
export type NewGap = Omit<Gap, 'firstSeen' | 'parent' | 'parentKind'> & { parentKey: ResourceKey | null }

export interface SnapshotWriter {
  readonly id: number
  readonly resumed: boolean
  /** The newest sealed snapshot of the organization; what `current`, `missing` and `baseCount` look at. */
  readonly base: number | null
  /** The resource as the base has it, or null. */
  current(parent: ResourceKey | null, kind: Kind, id: string): CurrentVersion | null
  /** A body stored earlier under (parent, key, name), this run's included: never fetch twice. */
  findBody(parent: ResourceKey, body: BodyKey): StoredContent | null
  /** As `findBody`, of those that were stored before: for whoever asks for most of them. Null: they are asked for one by one. */
  bodiesUnder(parent: ResourceKey): Promise<KnownBodies | null>
  /** Queue bytes for storage; the caller must not change them afterwards. Applies back-pressure. Durable after `flush` or `seal`. */
  put(bytes: Buffer, options?: PutOptions): Promise<StoredContent>
  /** As `put`, remembered under (parent, key, name) in the same transaction. */
  putBody(parent: ResourceKey, body: BodyKey, bytes: Buffer, options?: PutOptions): Promise<StoredContent>
  /** As `putBody` for bytes already spooled to a file in `spoolFolder()`; the file is consumed, also on failure. */
  putBodyFile(
    parent: ResourceKey,
    body: BodyKey,
    file: string,
    options?: PutOptions,
  ): Promise<StoredContent & { bytes: number }>
  spoolFolder(): string
  scope(parent: ResourceKey | null, kind: Kind): ScopeWriter
  /** How many resources the base has in a scope. */
  baseCount(parent: ResourceKey | null, kind: Kind): number
  /** When the scope was last read before this run, and the token it had. Null when its parent was removed since. */
  lastRead(parent: ResourceKey | null, kind: Kind): ReadMark | null
  /** `parentKey` null: the organization itself. A later `finish` of the same whole scope takes the gap back. */
  gap(gap: NewGap): void
  /** Takes back this run's gaps for what stands below a resource, which is about to be read again. */
  forgetGaps(parent: ResourceKey): void
  /** By kind, the scopes of the snapshot that this run did not read and that are no gaps. */
  unread(): Weak[]
  /** References that lead nowhere, among what is stored so far and may be new in this; at most so many. */
  dangling(most: number): DanglingReference[]
  /** Everything put and finished so far is stored; throws what failed meanwhile. */
  flush(): Promise<void>
  seal(report: SealReport): Promise<SnapshotSummary>
  /** As `seal`; but null, and the snapshot was never there, when nothing and no gap differs from the base. */
  sealIfChanged(report: SealReport): Promise<SnapshotSummary | null>
  /** Leaves the snapshot running, to be resumed. */
  abandon(): Promise<void>
}

export interface DanglingReference extends Dangling {
  /** Of what mentions it. */
  parentKey: ResourceKey | null
}

export interface SealReport extends Pick<SnapshotCounters, 'requests' | 'bytes'> {
  notOffered?: readonly NotOffered[] | undefined
  weak?: readonly Weak[] | undefined
  /** Spaces that were edited while the run went on; absent when nobody looked. */
  moved?: readonly string[] | undefined
  owner?: TokenOwner | undefined
  /** Kinds whose Markdown may be put off: what is pending of it is counted. Absent where none is. */
  deferring?: readonly Kind[] | undefined
  /** Requests by operation. */
  operations?: Readonly<Record<string, number>> | undefined
}

export interface CurrentVersion extends StoredContent {
  resource: ResourceKey
  changeDigest: Digest
  parts: Map<PartName, StoredContent>
}

export interface ScopeItem {
  id: string
  changeDigest: Digest
  /** Stored only when the change digest differs from the base's. */
  json: Buffer
  parts: readonly { name: PartName; content: ContentKey }[]
  /** Ids that it mentions. */
  references?: readonly { kind: Kind; id: string }[]
  /** Of parts, as the platform announced them. */
  sizes?: readonly { name: PartName; bytes: number }[]
  /** Default: the JSON the base has for this resource. */
  base?: ContentKey | undefined
}

/** What may be exactly as the base has it. */
export interface EqualItem {
  id: string
  /** All that it has. */
  parts: readonly { name: PartName; content: ContentKey }[]
  /** Asked for where the rest is equal. */
  json(): string
}

export interface ScopeResult {
  added: number
  modified: number
  /** Everything below a removed resource included. */
  removed: number
  carried: number
}

export interface ScopeWriter {
  /** For whoever is about to go through most of what the base has: it is read at once, and not one by one. */
  gather(): Promise<void>
  /** The key is valid at once, before `finish`, so that scopes below can be written first or after. A repeated id: the last one counts. */
  add(item: ScopeItem): Promise<ResourceKey>
  /** Listed and known to be unchanged, or listed and not readable: the version of the base stays. Ignored where the base has none, or after `add`. */
  keep(id: string): void
  /** As `keep`, of a scope that was gathered, where the base has exactly these bytes and parts; else false, and nothing is done. */
  keepEqual(item: EqualItem): boolean
  /** Resources in the base that were neither added nor kept: what finish would record as removed. */
  missing(): { id: string; resource: ResourceKey }[]
  /** How many the base holds. */
  baseCount(): number
  /**
   * Added, modified and removed rows and the read mark, in one transaction, once the contents are stored: at once where
   * they are, else with the next `flush` or `seal` at the latest. A second finish of the same scope replaces the first.
   */
  finish(read: { token: string | null; exact: boolean }): Promise<ScopeResult>
  /** Nothing of this scope is recorded. */
  discard(): void
}
