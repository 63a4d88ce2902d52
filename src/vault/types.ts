/**
 * The vocabulary of the vault's public face: what is read from it. What writes into it is in writer-types.ts.
 * Long, because it is one vocabulary: each word stands beside those that it is explained with.
 */
import type { Readable } from 'node:stream'
import type { LegalHold } from '../model/annotations.ts'
import type { Anomaly } from '../model/anomaly.ts'
import type { Approval } from '../model/approval.ts'
import type { ResourceChange } from '../model/change.ts'
import type { Digest } from '../model/digest.ts'
import type { Kind, PartName, ResourceRef } from '../model/resource.ts'
import type { JournalLine, RestoredId, RestoreRunRow } from '../model/restore-journal.ts'
import type {
  GapClass,
  MarkedMoment,
  PrunedSnapshot,
  SnapshotFilter,
  SnapshotMoment,
  SnapshotSummary,
} from '../model/snapshot.ts'
import type { TimeSpan } from '../model/time-reference.ts'
import type { VaultHolder } from '../model/vault-holder.ts'
import type { Claim, VaultOwner } from '../model/vault-owner.ts'
import type { Checkpointer } from './catalog/checkpointer.ts'
import type { InclusionProof } from './catalog/inclusion.ts'
import type { Upgrade } from './catalog/upgrade.ts'
import type { Disk } from './files/disk.ts'
import type { PrunePlan, PrunePlanOptions } from './prune/types.ts'

/** Handle of a resource row; the same for the life of the vault, never part of a digest. */
export type ResourceKey = number
/** Handle of a stored content. */
export type ContentKey = number

/** What times that are named in words are told by. */
export interface ReadingOptions {
  /** Milliseconds since the epoch. Default the system's. */
  clock?: (() => number) | undefined
  /** Default UTC. */
  timezone?: string | undefined
  /** Of decoded blocks. Default 24 MiB; less is enough for who reads in the order in which things are stored. */
  cacheBytes?: number | undefined
  /** For a repair: not refused for what cannot be read of its end; what could be made again unasked stays as it is found. */
  asFound?: boolean | undefined
}

export interface WriterOptions extends ReadingOptions {
  /** Stored size above which a content becomes a file. Bytes. Default 64 KiB. */
  inlineLimitBytes?: number | undefined
  /** Raw bytes of small contents compressed together. Default 256 KiB. */
  blockBytes?: number | undefined
  /** zstd level of contents stored without a base. Default 6. */
  compressionLevel?: number | undefined
  /** Longest chain of deltas. Default 16. */
  maxDeltaDepth?: number | undefined
  /** The file operations of the file store; a test may count them or make them fail. */
  disk?: Disk | undefined
  /** Whose the vault is believed to be. Default: nobody's in particular, as where one machine works by itself. */
  claim?: Claim | undefined
  /** What holds the vault, shown to whoever finds it locked. Default `docvault`. */
  command?: string | undefined
  /** Who copies its log into the catalog. Default: the commit that finds it long. */
  checkpointer?: Checkpointer | undefined
  /** Told when opening brought the catalog from an older format to this one. */
  upgraded?: ((upgrade: Upgrade) => void) | undefined
}

export interface CheckOptions {
  /** Decode and re-hash stored bytes; otherwise structure, files' sizes and seals only. */
  readData?: boolean | undefined
  /** Part n of m, 1-based, of the blocks (and of the recomputed seals). */
  subset?: { n: number; m: number } | undefined
  /** Reads what was read longest ago first, and ends after this time. Milliseconds. Not with `subset`. */
  maxDurationMs?: number | undefined
  /** With a limit of time: what was not read for so long is told. Milliseconds. */
  withinMs?: number | undefined
  /** With a limit of time: told at the end. */
  covered?: ((coverage: Coverage) => void) | undefined
  /** Milliseconds since the epoch. Default the system's. */
  clock?: (() => number) | undefined
  signal?: AbortSignal | undefined
  progress?: ((done: number, total: number) => void) | undefined
}

/** How far checks have come with reading everything. */
export interface Coverage {
  /** The reading that is longest ago. Milliseconds since the epoch; 0: something was never read; null: there is nothing to read. */
  oldestAt: number | null
  /** Blocks. */
  neverRead: number
}

/** Which changes between two snapshots are wanted. */
export interface ChangeFilter {
  kinds?: readonly Kind[] | undefined
  /**
   * Snapshots whose gaps make changes unknown; default both. Without the earlier one, a scope that it could not read
   * is compared as it was last read before: right for who knows when that was.
   */
  gapsOf?: readonly number[] | undefined
  /** Also pages that differ only in that one of their bodies came or went: for who writes what is kept. */
  withBodies?: boolean | undefined
  /** Of these alone; what is unknown comes all the same. */
  resources?: readonly ResourceKey[] | undefined
}

/** A change, and nothing of what it consists of. */
export interface ChangedName extends ResourceIdentity {
  type: 'added' | 'removed' | 'modified'
  /** Only `changes` can tell whether it is one. */
  doubtful: boolean
}

/** Resources of one kind under one parent; null: under none. */
export interface Scope {
  kind: Kind
  parent: ResourceKey | null
}

export interface ScopeSize {
  parent: ResourceKey | null
  size: number
}

export interface Vault {
  readonly path: string
  /** That times without a zone are of. */
  readonly timezone: string
  /**
   * Oldest first; running and failed ones included, pruned ones not. Each is unpacked, some kilobytes: who needs one, or
   * the newest, asks for it, as after ten years there are thousands.
   */
  snapshots(filter?: SnapshotFilter): SnapshotSummary[]
  /** Null: there is none, or it was pruned. */
  snapshot(snapshot: number): SnapshotSummary | null
  /** As `snapshots`, in a fraction of the time. */
  moments(filter?: SnapshotFilter): SnapshotMoment[]
  markedMoments(filter?: SnapshotFilter): MarkedMoment[]
  /** Ids of those that are backed up: of which more is kept than what restores read of their targets. */
  organizations(): string[]
  /** What is left of those that were pruned, oldest first. Whatever else is asked of one throws SnapshotPruned. */
  pruned(filter?: SnapshotFilter): PrunedSnapshot[]
  /** Of a pruned one as well: a version may be known since then. ISO 8601, UTC; null where there is none. */
  startedAt(snapshot: number): string | null
  /** Of a pruned one as well. Empty: it has none, as those that were never sealed; null: there is no such snapshot. */
  digestOf(snapshot: number): Digest | '' | null
  /** Itself, or where it was pruned the next one of its organization that was not: the first to have what is known since. */
  firstKept(snapshot: number): number
  /** As people name it, e.g. `last tuesday`, now and in the zone of this vault. Throws UsageError showing how. */
  time(text: string): TimeSpan
  /**
   * Number, tag, `latest`, `latest~2`, `@yesterday`, `@2026-11-20T02:00Z`; what is forgotten has only its number and its
   * tags. Throws UsageError naming what exists.
   */
  resolve(
    name: string,
    filter?: Pick<SnapshotFilter, 'organization'> & { allowRunning?: boolean | undefined },
  ): SnapshotSummary
  /** Resources of a snapshot in (kind, parent path, id) order, streamed. `parent: null` means those without one. */
  resources(
    snapshot: number,
    filter?: { kind?: Kind | undefined; parent?: ResourceKey | null | undefined },
  ): IterableIterator<StoredResource>
  /**
   * As `resources`, of a catalog of which pages may be damaged: a page takes what stands on it and nothing else. All at once. Throws
   * DamageFound where not even names can be read.
   */
  readable(
    snapshot: number,
    filter: { kind: Kind; parent?: ResourceKey | null | undefined },
  ): ReadableResources
  /** In which a snapshot has something, in the order of `resources`; others may have their turn between them. */
  scopes(snapshot: number): IterableIterator<Scope>
  /** Platform ids of what a snapshot has in a scope, in no order. */
  ids(snapshot: number, scope: Scope): string[]
  /** How many resources of a kind a snapshot has under each parent, in the order of `resources`. */
  sizes(snapshot: number, kind: Kind): ScopeSize[]
  /** By platform id; several when an id is used under several parents. */
  find(snapshot: number, kind: Kind, id: string): StoredResource[]
  /** Of what a snapshot has in a scope those that are called so, in no order. */
  named(snapshot: number, scope: Scope, ids: readonly string[]): StoredResource[]
  /** One resource as a snapshot has it. */
  at(snapshot: number, resource: ResourceKey): StoredResource | null
  /** The names from the resource up to its root. */
  ref(resource: ResourceKey): ResourceRef
  /**
   * Every state of every resource of a kind, in any snapshot of the given one's organization that is not pruned, streamed: a
   * resource after the other, its oldest state first. The cost follows what there is and what changed, not the snapshots.
   */
  states(snapshot: number, kind: Kind): IterableIterator<StoredState>
  /** What a snapshot has not, though one before it had that is not pruned. */
  gone(snapshot: number): GoneState[]
  /** Every state of the resource that a snapshot has which is not pruned, oldest first. */
  versions(resource: ResourceKey): ResourceVersion[]
  /**
   * Snapshots, pruned ones too, in which something of the resource or below it came, changed or went, or of what is called
   * so on the platform, wherever it stands; and all with gaps, which may hide that. Oldest first; the cost follows the
   * versions and the gaps, not the snapshots.
   */
  touching(place: { resource: ResourceKey; called?: string | undefined }): number[]
  /** The same of many, without what each holds; of what has none nothing is answered. */
  spans(resources: readonly ResourceKey[]): Map<ResourceKey, ResourceSpans>
  /** The same with all that they consist of. */
  statesOf(resource: ResourceKey): StoredState[]
  /** At most so many states after a place in their order, from the first where it is null; of running snapshots as well. */
  statesAfter(place: StatePlace | null, limit: number): StatePlace[]
  /** How many states came up to a snapshot, that one included, and are still there. */
  countStates(through: number): number
  /** Null: there is none, or it was pruned. */
  state(place: StatePlace): StoredResource | null
  /** To be asked for many resources: which snapshots could not read one, or a list that it or what it stands under is in. */
  unread(): (resource: ResourceKey) => UnreadIn[]
  /** Bodies remembered under a parent, by key and name. */
  bodies(parent: ResourceKey): IterableIterator<StoredBody>
  /** When a scope was last read as of a snapshot (that one included), and the token it had. */
  lastRead(snapshot: number, parent: ResourceKey | null, kind: Kind): ReadMark | null
  /** By kind, of the scopes that the snapshot holds, the time of the full reading that is longest ago. ISO 8601, UTC. */
  oldestReads(snapshot: number): Map<Kind, string>
  /**
   * Of a resource that is gone as of a snapshot: the one that first did not see it, where that had to be agreed with a later
   * one before it was recorded; else, and where what it ended in was pruned, null.
   */
  firstMissing(snapshot: number, resource: ResourceKey): number | null
  /** Another number than before when somebody has written since then: what was read may be old. */
  changeCount(): number
  /** How far checks have come with reading everything, and how many contents are known to be lost. */
  readAgain(): Coverage & { lost: number }
  /** A small persisted note, e.g. `offers:revisions`. */
  fact(key: string): string | null
  /** The content of a digest, or null when it is not stored. */
  contentKey(digest: Digest): ContentKey | null
  /** JSON of a resource, as stored. Decoded and verified; throws DamageFound. */
  readJson(resource: StoredResource): unknown
  /** Decoded and verified; throws DamageFound. */
  read(content: ContentKey): Buffer
  /** For contents that need not fit in memory; the stream fails with DamageFound before its end if the bytes are wrong. */
  readStream(content: ContentKey): Readable
  /** That a snapshot holds a resource, for somebody who has its digest alone. Throws UsageError for one of an older seal. */
  inclusionProof(snapshot: number, resource: ResourceKey): InclusionProof
  /** From snapshot A to B of one organization, in either order; cost follows the number of changes. */
  changes(a: number, b: number, filter?: ChangeFilter): IterableIterator<VaultChange>
  /** The same but for what is unknown, in no order, for who counts many: a small part of the cost. */
  changedNames(a: number, b: number): IterableIterator<ChangedName>
  /** Under which resources the two may not have the same: under all others they do. Cost follows the number of changes. */
  changedUnder(a: number, b: number): ReadonlySet<ResourceKey>
  /** What a prune would do now, and what it would leave. */
  planPrune(options: PrunePlanOptions): Promise<PrunePlan>
  check(options?: CheckOptions): AsyncIterable<Finding>
  /** Which snapshot each tag names. */
  tags(): ReadonlyMap<string, number>
  /** Legal holds, released ones and those whose time is over included; oldest first. */
  holds(): LegalHold[]
  /** Those that are acknowledged included; oldest first. */
  anomalies(): Anomaly[]
  /** Requests for approval, whatever became of them; oldest first. */
  approvals(): Approval[]
  /** Who writes to it now, this process included; null when nobody does. */
  heldBy(nowMs: number): VaultHolder | null
  /** Whose it is, and since which epoch. */
  owner(): VaultOwner
  /** Restores that were begun, oldest first. */
  restoreRuns(): RestoreRunRow[]
  journal(run: number): JournalLine[]
  /** What became what, in one run, or in every run into an organization that was not undone, the newest last. */
  restoredIds(of: { run: number } | { target: string }): Iterable<RestoredId>
  close(): void
}

/**
 * `unknown` comes once for each gap of either snapshot: for a whole scope `resource` is null and `id` is empty;
 * nothing else is said about resources of that scope, nor that something below them came or went.
 */
export type VaultChange = ResourceChange & {
  resource: ResourceKey | null
  /** The resource on both sides, as `at` gives it; null where it is not, and of what is unknown. */
  stored: { before: StoredResource | null; after: StoredResource | null }
}

/** A resource, whatever state it is in. */
export interface ResourceIdentity {
  key: ResourceKey
  kind: Kind
  id: string
  parent: ResourceKey | null
  parentKind: Kind | null
  parentId: string | null
}

export interface StoredResource extends ResourceIdentity {
  /** The snapshot in which this state was first seen. */
  since: number
  content: ContentKey
  contentDigest: Digest
  parts: StoredPart[]
}

export interface StoredState extends StoredResource {
  /** As of a `ResourceVersion`. */
  until: number | null
}

export interface ReadableResources {
  resources: StoredResource[]
  /** Of these nobody knows what the snapshot has, or whether it has them. */
  unread: Pick<ResourceIdentity, 'key' | 'kind' | 'id' | 'parent'>[]
}

/** The last state of what a snapshot has not, though one before it had. */
export interface GoneState {
  kind: Kind
  key: ResourceKey
  since: number
  /** As of a `ResourceVersion`. */
  until: number
}

/** Ordered by name. */
export interface StoredPart {
  name: PartName
  content: ContentKey
  digest: Digest
  bytes: number
}

/** Names a state of a resource. States are in the order of their first snapshots, in one in that of the keys. */
export interface StatePlace {
  /** The snapshot in which it was first seen. */
  since: number
  resource: ResourceKey
}

export interface UnreadIn {
  snapshot: number
  class: GapClass
}

export interface ResourceSpans {
  key: ResourceKey
  kind: Kind
  parent: ResourceKey | null
  /** Platform id. */
  organization: string
  versions: VersionSpan[]
}

export interface VersionSpan {
  since: number
  /**
   * The first snapshot that no longer has this state, as far as it is known: what came after it may have been pruned. Null
   * while it is valid.
   */
  until: number | null
}

export interface ResourceVersion extends VersionSpan {
  content: ContentKey
  contentDigest: Digest
}

/** What names a stored body. */
export interface BodyKey {
  /** What names the body among the parts of resources under the same parent, e.g. a `documentId`. */
  key: string
  name: PartName
}

export interface StoredBody extends BodyKey {
  content: ContentKey
  digest: Digest
}

export interface ReadMark {
  token: string | null
  /** ISO 8601, UTC: when it was last read in full without trusting a token. */
  exactAt: string | null
  /** The last snapshot that read it. */
  snapshot: number
}

export interface Finding {
  /** Stable, e.g. `content-damaged`, `file-missing`, `seal-mismatch`, `stray-file`. */
  code: string
  /** `info` costs nothing but space. */
  severity: 'damage' | 'info'
  /** Names the damaged thing and, for a content, the resources and snapshots that use it. */
  message: string
  /** Of damage to the bytes of a content, and of a loss: its SHA-256. */
  content?: Digest
  /** Of damage: the command that mends it, or what to do. One sentence or its part. */
  repair?: string
}
