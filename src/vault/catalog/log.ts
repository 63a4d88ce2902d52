/**
 * The log of a catalog: what was committed stands there until it is copied into the catalog itself, which takes two syncs. SQLite
 * does that in a commit that finds the log long; with a checkpointer it is done beside, and commits wait for no disk but where
 * they have to be on it. Who writes much waits between transactions, so that the log can begin anew: SQLite writes on at its end
 * as long as something in it is not copied.
 */
import type { Checkpointer } from './checkpointer.ts'
import type { Connection } from './connection.ts'
import { checkpoint, pagesOf } from './durable.ts'
import { translated } from './sqlite-error.ts'

export interface CatalogLog {
  /** To be called after each commit: has it copied, where it is long and somebody else copies it. Never throws: what was committed is. */
  committed(): void
  /** To be awaited between transactions. Resolves when there is room in it, or when making room failed: then it grows. */
  room(): Promise<void>
  /** All of it is in the catalog on return, and it is cut off, as far as no reader holds it. Throws DiskRefused. */
  copied(): Promise<void>
  /** Short while `work` is under way: on a full disk there is no room for more. */
  keptShort<Result>(work: () => Promise<Result>): Promise<Result>
  /** To be awaited before the catalog is closed. Resolves when nobody copies it any more. */
  end(): Promise<void>
}

/** Of 4 KiB. What SQLite copies in one go is 2 MiB: of more, that would be a long stretch. */
export const LONG_PAGES = 512
/** On a full disk. */
const SHORT_PAGES = 256
/** Where it is copied beside, and that does not come to its end: then SQLite does it in the commit after all. */
const LONGEST_PAGES = 8 * LONG_PAGES

/** To look takes as long as a small transaction. */
const LOOK_EVERY_MS = 5
const NOTHING = { all: 0, waiting: 0 }

export function makeLog(db: Connection, checkpointer: Checkpointer | undefined): CatalogLog {
  return checkpointer === undefined ? ownLog(db) : new LogApart(db, checkpointer)
}

function ownLog(db: Connection): CatalogLog {
  return {
    committed() {},
    async room() {},
    copied: async () => checkpoint(db),
    async keptShort(work) {
      copyAt(db, SHORT_PAGES)
      try {
        return await work()
      } finally {
        copyAt(db, LONG_PAGES)
      }
    },
    async end() {},
  }
}

class LogApart implements CatalogLog {
  readonly #db: Connection
  readonly #checkpointer: Checkpointer
  #most = LONG_PAGES
  #copying: Promise<void> | null = null
  /** As it was looked at last. */
  #pages = NOTHING
  #lookAgainAt = 0

  constructor(db: Connection, checkpointer: Checkpointer) {
    this.#db = db
    this.#checkpointer = checkpointer
    copyAt(db, LONGEST_PAGES)
  }

  committed(): void {
    // In a transaction that stands around it nothing is committed yet.
    if (this.#db.inTransaction || performance.now() < this.#lookAgainAt) return
    try {
      this.#pages = pagesOf(this.#db)
    } catch {
      // The next commit looks again.
    }
    this.#lookAgainAt = performance.now() + LOOK_EVERY_MS
    if (this.#copying === null && this.#pages.waiting >= this.#most) void this.#copy()
  }

  async room(): Promise<void> {
    const { all, waiting } = this.#pages
    if (all >= this.#most && waiting > 0) await (this.#copying ?? this.#copy())
  }

  async copied(): Promise<void> {
    await this.#copying
    try {
      await this.#checkpointer.copy(this.#db.name, 'cut-off')
    } catch (error) {
      throw translated(error, this.#db.name)
    }
  }

  async keptShort<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#most = SHORT_PAGES
    try {
      return await work()
    } finally {
      this.#most = LONG_PAGES
    }
  }

  async end(): Promise<void> {
    // What is left, or cannot be copied, SQLite copies where the last one closes.
    await this.copied().catch(() => {})
  }

  /** What fails is not said, as SQLite does not say it of a commit: nothing is lost by it, and the next one tries again. */
  #copy(): Promise<void> {
    const copying = this.#checkpointer
      .copy(this.#db.name, 'copied')
      .catch(() => {})
      .finally(() => {
        this.#copying = null
        this.#pages = NOTHING
      })
    this.#copying = copying
    return copying
  }
}

/** SQLite by itself, in the commit that finds it so long. */
function copyAt(db: Connection, pages: number): void {
  db.pragma(`wal_autocheckpoint = ${pages}`)
}
