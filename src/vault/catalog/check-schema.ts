/**
 * The schema of a catalog against the one that the migrations make. Indexes, triggers and views that are missing are
 * made again when the catalog is opened for writing; anything else that differs is damage.
 */
import Database from 'better-sqlite3'
import { DamageFound } from '../../model/errors.ts'
import type { Fault } from './check-structure.ts'
import type { Connection } from './connection.ts'
import { MIGRATIONS } from './schema.ts'

interface SchemaItem {
  type: string
  name: string
  sql: string
}

export function* schemaFaults(db: Connection): Generator<Fault> {
  for (const { message } of differences(db)) yield { code: 'schema-changed', severity: 'damage', message }
}

/** Throws DamageFound. */
export function mendSchema(db: Connection): void {
  for (const { message, missing } of differences(db)) {
    if (missing === null || missing.type === 'table') {
      throw new DamageFound(`the catalog is damaged: ${message}`, {
        hint: 'nothing was changed; bring catalog.db back from a copy',
      })
    }
    db.exec(missing.sql)
  }
}

interface Difference {
  message: string
  /** What can be made again. */
  missing: SchemaItem | null
}

function differences(db: Connection): Difference[] {
  const expected = expectedItems()
  const found = new Map(itemsOf(db).map(item => [item.name, item]))
  const wrong = expected.flatMap((item): Difference[] => {
    const there = found.get(item.name)
    found.delete(item.name)
    const what = `${item.type} ${item.name}`
    if (there === undefined) return [{ message: `${what} is missing`, missing: item }]
    if (there.type === item.type && there.sql === item.sql) return []
    return [{ message: `${what} is not as docvault makes it`, missing: null }]
  })
  const strange = [...found.values()].map(({ type, name }) => ({
    message: `${type} ${name} is not docvault's`,
    missing: null,
  }))
  return [...wrong, ...strange]
}

function expectedItems(): SchemaItem[] {
  const db = new Database(':memory:')
  try {
    for (const migration of MIGRATIONS) db.exec(migration)
    return itemsOf(db)
  } finally {
    db.close()
  }
}

/** What SQLite makes by itself has no text. */
function itemsOf(db: Connection): SchemaItem[] {
  return db
    .prepare<[], SchemaItem>(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all()
}
