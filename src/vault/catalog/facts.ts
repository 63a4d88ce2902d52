/**
 * Small notes that outlive a run, as text by key. One that is not as it was written is not there.
 */
import type { CatalogWriter } from './catalog-writer.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { insertSummed, rowSum } from './coverage.ts'

export function readFact(db: Connection, key: string): string | null {
  const row = prepareOnce<[string], { value: string }>(
    db,
    `SELECT value FROM fact WHERE key = +? AND sum = ${rowSum('fact')}`,
  ).get(key)
  return row?.value ?? null
}

export function writeFact(writer: CatalogWriter, key: string, value: string): void {
  writer.transact(() => writer.db.prepare(insertSummed('fact', ['key'])).run({ key, value }))
}
