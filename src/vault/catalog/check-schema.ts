/**
 * The schema of a catalog against the one that the migrations make. Indexes, triggers and views that are missing are
 * made again when the catalog is opened for writing; anything else that differs is damage.
 */
import Database from 'better-sqlite3'
import { DamageFound } from '../../model/errors.ts'
import type { Fault } from './check-structure.ts'
import type { Connection } from './connection.ts'
import { MIGRATIONS } from './schema.ts'

export interface SchemaItem {
  type: string
  name: string
  sql: string
}

export function* schemaFaults(db: Connection): Generator<Fault> {
  for (const { message } of schemaDifferences(db))
    yield { code: 'schema-changed', severity: 'damage', message }
}

/** Throws DamageFound. */
export function mendSchema(db: Connection): void {
  for (const { message, wanted, found } of schemaDifferences(db)) {
    if (wanted === null || found !== null || wanted.type === 'table') {
      throw new DamageFound(`the catalog is damaged: ${message}`, {
        hint: 'nothing was changed; run `docvault repair`, which says what can be made again',
      })
    }
    db.exec(wanted.sql)
  }
}

export interface SchemaDifference {
  message: string
  /** Null: there should be nothing of the name. */
  wanted: SchemaItem | null
  found: SchemaItem | null
}

export function schemaDifferences(db: Connection): SchemaDifference[] {
  expected ??= migratedItems()
  const found = new Map(itemsOf(db).map(item => [item.name, item]))
  const wrong = expected.flatMap((item): SchemaDifference[] => {
    const there = found.get(item.name)
    found.delete(item.name)
    const what = `${item.type} ${item.name}`
    if (there === undefined) return [{ message: `${what} is missing`, wanted: item, found: null }]
    if (there.type === item.type && there.sql === item.sql) return []
    return [{ message: `${what} is not as docvault makes it`, wanted: item, found: there }]
  })
  const strange = [...found.values()].map(item => ({
    message: `${item.type} ${item.name} is not docvault's`,
    wanted: null,
    found: item,
  }))
  return [...wrong, ...strange]
}

/** Kept: a daemon opens hundreds of vaults, and all migrations run in memory for it. */
let expected: readonly SchemaItem[] | null = null

function migratedItems(): SchemaItem[] {
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
