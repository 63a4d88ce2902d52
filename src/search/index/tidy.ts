/** Keeps an index small: what came piece by piece is brought together, and space is given back. */
import { makeGiveWay } from '../../model/give-way.ts'
import type { Connection } from './database.ts'
import { repack } from './repack.ts'

const FACT = 'tidied'
/** Merged as a whole when it has grown by so much: with a night's edits that is now and then. */
const GROWTH = 1.05
/** Of one merge, which is a transaction. */
const MERGED_PAGES = 400

/**
 * What is taken out in the same transaction is not left in what waits to be brought together: the next time, all of it is.
 */
export function makeUntidy(db: Connection): () => void {
  const forget = db.prepare<[string]>('DELETE FROM fact WHERE key = ?')
  return () => {
    forget.run(FACT)
  }
}

/** Bytes of the file then. Throws PackDamaged. */
export async function tidy(db: Connection, signal: AbortSignal | undefined): Promise<number> {
  const row = db.prepare<[string], { value: string }>('SELECT value FROM fact WHERE key = ?').get(FACT)
  if (pagesIn(db) > Number(row?.value ?? 0) * GROWTH) {
    await merge(db, signal)
    await repack(db, signal)
    db.pragma('incremental_vacuum')
    db.prepare('INSERT OR REPLACE INTO fact VALUES (?, ?)').run(FACT, String(pagesIn(db)))
  }
  db.pragma('wal_checkpoint(TRUNCATE)')
  return (
    numberOf(db.pragma('page_count', { simple: true })) * numberOf(db.pragma('page_size', { simple: true }))
  )
}

/** In steps, so that no transaction is long. A negative number begins a merge of everything, positive ones go on with it. */
async function merge(db: Connection, signal: AbortSignal | undefined): Promise<void> {
  const giveWay = makeGiveWay()
  const step = db.prepare<[number]>("INSERT INTO gram (gram, rank) VALUES ('merge', ?)")
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  for (let pages = -MERGED_PAGES; ; pages = MERGED_PAGES) {
    const before = changes.get() ?? 0
    step.run(pages)
    // The statement itself counts as one.
    if ((changes.get() ?? 0) - before < 2) return
    await giveWay()
    signal?.throwIfAborted()
  }
}

function pagesIn(db: Connection): number {
  return (
    numberOf(db.pragma('page_count', { simple: true })) -
    numberOf(db.pragma('freelist_count', { simple: true }))
  )
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
