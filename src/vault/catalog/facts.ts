/**
 * Small notes that outlive a run, as text by key.
 */
import type { CatalogWriter } from './catalog-writer.ts'
import type { Connection } from './database.ts'

export function readFact(db: Connection, key: string): string | null {
  const row = db.prepare<[string], { value: string }>('SELECT value FROM fact WHERE key = ?').get(key)
  return row?.value ?? null
}

export function writeFact(writer: CatalogWriter, key: string, value: string): void {
  writer.transact(() => writer.db.prepare('INSERT OR REPLACE INTO fact VALUES (?, ?)').run(key, value))
}
