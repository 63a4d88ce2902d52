/** Keeps an index small: what came piece by piece is brought together, and space is given back. */
import { giveWay } from '../../model/give-way.ts'
import type { Connection } from './database.ts'
import { repack } from './repack.ts'

/** What is brought together when it has grown by so much, which with a night's edits is now and then. */
interface Part {
  /** Under which its size is kept. */
  fact: string
  growth: number
  bytesOf(db: Connection): number
  /** Throws PackDamaged. */
  bringTogether(db: Connection, signal: AbortSignal | undefined): Promise<void>
}

const GRAMS: Part = {
  fact: 'merged',
  growth: 1.05,
  bytesOf: db => bytesIn(db) - packedBytes(db),
  bringTogether: merge,
}
/** All is written anew, and what is not brought together yet is twice as large: to be done less often. */
const PACKS: Part = { fact: 'repacked', growth: 1.2, bytesOf: packedBytes, bringTogether: repack }
const PARTS = [GRAMS, PACKS]

/** Of one merge, which is a transaction. */
const MERGED_PAGES = 400

/**
 * What is taken out in the same transaction is not left in what waits to be brought together: the next time, all of it is.
 */
export function makeUntidy(db: Connection): () => void {
  const forget = db.prepare<[string]>('DELETE FROM fact WHERE key = +?')
  return () => {
    for (const { fact } of PARTS) forget.run(fact)
  }
}

/** Bytes of the file then. Throws PackDamaged. */
export async function tidy(db: Connection, signal: AbortSignal | undefined): Promise<number> {
  const known = db.prepare<[string], string>('SELECT value FROM fact WHERE key = +?').pluck()
  const remember = db.prepare<[string, string]>('INSERT OR REPLACE INTO fact VALUES (?, ?)')
  for (const { fact, growth, bytesOf, bringTogether } of PARTS) {
    if (bytesOf(db) <= Number(known.get(fact) ?? 0) * growth) continue
    await bringTogether(db, signal)
    db.pragma('incremental_vacuum')
    remember.run(fact, String(bytesOf(db)))
  }
  db.pragma('wal_checkpoint(TRUNCATE)')
  return numberOf(db.pragma('page_count', { simple: true })) * pageBytes(db)
}

/** In steps, so that no transaction is long. A negative number begins a merge of everything, positive ones go on with it. */
async function merge(db: Connection, signal: AbortSignal | undefined): Promise<void> {
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

function bytesIn(db: Connection): number {
  const pages =
    numberOf(db.pragma('page_count', { simple: true })) -
    numberOf(db.pragma('freelist_count', { simple: true }))
  return pages * pageBytes(db)
}

function packedBytes(db: Connection): number {
  return (
    db.prepare<[], number>('SELECT ifnull(sum(length(folded) + length(shown)), 0) FROM pack').pluck().get() ??
    0
  )
}

function pageBytes(db: Connection): number {
  return numberOf(db.pragma('page_size', { simple: true }))
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
