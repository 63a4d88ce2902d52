/**
 * Where a replica lies: objects by key, of at most some tens of MiB each. A store knows nothing of what they say; what the
 * replica consists of, and in which order it is written, is decided above it. Every store passes the same tests
 * (test/replica/store-contract.ts).
 *
 * Keys are relative, `/` between their parts, each of `[A-Za-z0-9._-]`, e.g. `packs/0f3a….tar.zst.age`.
 */
import type { Digest } from '../model/digest.ts'

export interface ReplicaStore {
  /** For messages, without secrets: what somebody typed, e.g. `/mnt/disk/replica` or `s3://bucket/replica`. */
  readonly name: string
  /**
   * Whole and durable on return, or not there: nobody ever sees a part of it. Throws ObjectExists, ChecksumMismatch where
   * what arrived is not what was sent, and what any call throws: TargetRefused, TargetFull, TargetReadOnly, TargetUnreachable.
   */
  put(key: string, bytes: Uint8Array, options: PutOptions): Promise<Placed>
  /** Throws ObjectAbsent. What it answers is not believed: whoever asks hashes it. */
  get(key: string, options?: GetOptions): Promise<Buffer>
  /** Null: there is none. */
  head(key: string, options?: HeadOptions): Promise<StoredObject | null>
  /** Those whose key begins so, in the order of their keys (code units). */
  list(prefix: string, options?: ListOptions): AsyncIterable<StoredObject>
  /** Absent is as good as removed. Throws TargetRefused for what is locked. */
  remove(key: string): Promise<void>
  /**
   * Nobody may remove it before, if no later time holds already. Does nothing where there are no locks. Throws ObjectAbsent, and
   * TargetRefused where it may not be locked.
   */
  extendLock(key: string, lockedUntil: number, options?: HeadOptions): Promise<void>
  /** Finds out by trying, with objects below `probe/` that it removes again where it may. For `replicate --init`. */
  probe(): Promise<StoreCapabilities>
  close(): Promise<void>
}

/** What was put, told apart from whatever is put under the same key later. Empty where the store keeps one version alone. */
export interface Placed {
  tag?: string | undefined
  versionId?: string | undefined
}

export interface HeadOptions {
  /** Without it the current one. */
  versionId?: string | undefined
}

export interface PutOptions {
  /** Of the bytes. */
  sha256: Digest
  /** Only where there is none; throws ObjectExists. Without `conditionalCreate` two writers at once may both succeed. */
  ifAbsent?: boolean | undefined
  /** Only in place of the very object that had this tag; throws ObjectExists for another one, and for none. */
  ifTag?: string | undefined
  /** Milliseconds since the epoch: nobody may remove or replace it before. Ignored by a store without locks. */
  lockedUntil?: number | undefined
}

export interface GetOptions {
  /** First byte and number of bytes. Fewer come where the object ends before. */
  range?: { start: number; bytes: number } | undefined
  versionId?: string | undefined
  /** Milliseconds since the epoch: as it was then. Throws ObjectAbsent where that cannot be had any more. */
  asOf?: number | undefined
}

export interface ListOptions {
  /** Every version that is kept, newest first for each key. Without `versions` in the store: the ones that are there. */
  versions?: boolean | undefined
}

export interface StoredObject {
  key: string
  /** Bytes. */
  size: number
  /** By the clock of the store. Milliseconds since the epoch. */
  modifiedAt: number
  /** Changes with the bytes; for `ifTag`. */
  tag: string
  /** SHA-256 as the store itself computed it. Absent where it does not tell. */
  sha256?: Digest
  versionId?: string
  /** Of `list` with versions: it was removed then. */
  removed?: boolean
  /** Milliseconds since the epoch. Told by `head` alone. */
  lockedUntil?: number
  /** Of a lock: that nobody at all can lift it. */
  compliance?: boolean
}

export interface StoreCapabilities {
  /** `ifAbsent` and `ifTag` hold against another writer at the same moment. */
  conditionalCreate: boolean
  /** `lockedUntil` holds. */
  locks: boolean
  /** What is replaced or removed stays readable by `versionId` and `asOf`. */
  versions: boolean
  /** It compares what arrives with `sha256` by itself, and `head` tells it. */
  checksums: boolean
}
