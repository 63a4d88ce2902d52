import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { HINTS, isSummed, SUMMED, TALLIED } from '../../src/vault/catalog/coverage.ts'
import { MIGRATIONS } from '../../src/vault/catalog/schema.ts'

function schema() {
  const db = new Database(':memory:')
  for (const migration of MIGRATIONS) db.exec(migration)
  return db
}

test('every table is tallied, or a declared hint', () => {
  const tables = schema().prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all()
  const covered = [...TALLIED.map(one => one.name), ...HINTS.map(one => one.name), 'tally']
  expect(tables.filter(name => !covered.some(one => one === name))).toEqual([])
})

test('the hash of a row of a summed table covers all of its columns', () => {
  const db = schema()
  for (const table of Object.keys(SUMMED).filter(isSummed)) {
    const columns = db
      .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
      .all(table)
      .filter(({ name }) => name !== 'sum')
    expect(Object.fromEntries(columns.map(({ name, type }) => [name, type]))).toEqual(SUMMED[table])
  }
})
