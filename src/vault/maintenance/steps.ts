/**
 * The transactions of a prune: small ones, each on the disk before the next begins, with other work let through in between.
 * A file is unlinked after the commit that forgets it, and before anybody else can store the same again: under the catalog's
 * write lock, by the one who holds the vault. Who slept in between finds the vault another's, and unlinks nothing.
 */
import { setImmediate } from 'node:timers/promises'
import type { Digest } from '../../model/digest.ts'
import { DiskRefused } from '../../model/disk-errors.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import { durably } from '../catalog/durable.ts'
import type { FileStore } from '../files/file-store.ts'

/** What is done in a transaction. */
type Work = (forget: (digest: Digest) => void) => void

export interface Steps {
  /**
   * One transaction; what it forgets are files that no row names any more once it is done. Where the disk is full, `work` is
   * rolled back and done a second time: what it notes in memory it notes so that this does not matter.
   */
  run(work: Work): Promise<void>
  /** All of these, so many in one transaction; fewer where the disk is too full for that. */
  each<T>(
    all: readonly T[],
    atMost: number,
    work: (item: T, forget: (digest: Digest) => void) => void,
  ): Promise<void>
  /** Unlinks files that no row names. Throws VaultLocked, VaultFenced; what is left then is swept away by a later prune. */
  unlink(digests: readonly Digest[]): void
  /** Bytes of files that were unlinked. */
  readonly unlinkedBytes: number
}

export interface StepsParts {
  writer: CatalogWriter
  files: FileStore
  /** Called before each transaction; throws what ends the prune for now. */
  pause: () => void
  /** Told of each, when it has reached the disk; what it throws ends the prune, as a crash would. */
  committed?: (() => void) | undefined
}

export function makeSteps({ writer, files, pause, committed }: StepsParts): Steps {
  let unlinkedBytes = 0
  const unlink = (digests: readonly Digest[]) => {
    if (digests.length === 0) return
    writer.transact(() => {
      for (const digest of digests) {
        unlinkedBytes += files.sizeOf(digest) ?? 0
        files.unlink(digest)
      }
    })
  }
  // Nobody comes in between the commit and this.
  const finish = (forgotten: Digest[]) => {
    committed?.()
    unlink(forgotten)
  }
  const run: Steps['run'] = async work => {
    await writer.log.room()
    await setImmediate()
    pause()
    const forgotten = unlessFull(() => transaction(writer, work))
    if (forgotten !== null) return finish(forgotten)
    // Once all is in the catalog that the log held, the log is gone.
    await writer.log.copied()
    pause()
    finish(transaction(writer, work))
  }
  return {
    run,
    unlink,
    async each(all, atMost, work) {
      let size = atMost
      for (let from = 0; from < all.length; ) {
        const batch = all.slice(from, from + size)
        try {
          await run(forget => {
            for (const item of batch) work(item, forget)
          })
          from += batch.length
        } catch (error) {
          if (!(error instanceof DiskRefused) || size === 1) throw error
          size = Math.ceil(size / 8)
        }
      }
    },
    get unlinkedBytes() {
      return unlinkedBytes
    },
  }
}

/** Null where the disk is full. */
function unlessFull<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof DiskRefused) return null
    throw error
  }
}

/** On the disk on return. Answers what it forgot. */
function transaction(writer: CatalogWriter, work: Work): Digest[] {
  const { db } = writer
  const forgotten: Digest[] = []
  withoutReferences(db, () =>
    durably(db, () => writer.transact(() => work(digest => forgotten.push(digest)))),
  )
  return forgotten
}

/**
 * SQLite would look for what refers to each content and each block that goes, through whole tables: no index has them by
 * content. What goes was proved to be referred to by nothing that stays.
 */
function withoutReferences(db: CatalogWriter['db'], work: () => void): void {
  db.pragma('foreign_keys = OFF')
  try {
    work()
  } finally {
    db.pragma('foreign_keys = ON')
  }
}
