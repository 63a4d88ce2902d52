/** Around a damaged page everything is read that SQLite can look up by its key, once; around several nothing that was not written. */
import { closeSync, copyFileSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableRows, type Table, tableOf } from '../../src/vault/catalog/readable-rows.ts'
import { temporaryFolder } from './fixture.ts'

const ROWS = 1500
/** A few go on on pages of their own. What stands on these has no form that SQLite could miss, so such a row may be read otherwise. */
const LONG = 'x'.repeat(9000)

const TABLES = {
  numbered: 'id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT',
  keyed:
    'anchor INTEGER NOT NULL, kind INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (anchor, kind)) STRICT, WITHOUT ROWID',
  named: 'name TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID',
}

type Name = keyof typeof TABLES
const NAMES: readonly Name[] = ['numbered', 'keyed', 'named']

function keyOf(name: Name, row: number): unknown[] {
  const at = row - ROWS / 2
  if (name === 'numbered') return [at * 3]
  return name === 'keyed' ? [Math.floor(at / 7), at % 7] : [`row ${String(row).padStart(5, '0')}`]
}

function soundFile(): string {
  const file = join(temporaryFolder(), 'sound.db')
  const db = new Database(file)
  for (const name of NAMES) db.exec(`CREATE TABLE "${name}" (${TABLES[name]}`)
  db.transaction(() => {
    for (const name of NAMES)
      for (const values of valuesOf(name))
        db.prepare(`INSERT INTO "${name}" VALUES (${values.map(() => '?').join()})`).run(values)
  })()
  db.close()
  return file
}

function valuesOf(name: Name): unknown[][] {
  return Array.from({ length: ROWS }, (_, row) => [
    ...keyOf(name, row),
    row % 400 === 7 ? LONG : `text of row ${row}`,
  ])
}

function pagesOf(file: string, name: Name): number[] {
  const db = new Database(file, { readonly: true })
  // Without its root there is nothing to begin at.
  const pages = db
    .prepare<[string], number>(`SELECT pageno FROM dbstat WHERE name = ? AND path <> '/' ORDER BY path`)
    .pluck()
    .all(name)
  db.close()
  return pages
}

test('rows around damaged pages', () => {
  const sound = soundFile()
  const damaged = join(temporaryFolder(), 'damaged.db')
  fc.assert(
    fc.property(
      fc.constantFrom(...NAMES),
      fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 3 }),
      (name, picks) => {
        copyFileSync(sound, damaged)
        const pages = pagesOf(sound, name)
        const hit = new Set(picks.map(pick => pages[pick % pages.length] ?? 0))
        for (const page of hit) zero(damaged, page)
        const db = new Database(damaged, { readonly: true })
        try {
          const table = known(db, name)
          const read = [...readableRows(db, table, [])].map(({ values }) => values.map(String).join(' '))
          expect(new Set(read).size).toBe(read.length)
          const written = new Set(valuesOf(name).map(values => values.join(' ')))
          expect(read.filter(row => !written.has(row) && !row.includes('xxx'))).toEqual([])
          if (hit.size === 1) expect(lookedUp(db, name).filter(row => !read.includes(row))).toEqual([])
        } finally {
          db.close()
        }
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)

/** One after the other, by key. */
function lookedUp(db: Database.Database, name: Name): string[] {
  const key = known(db, name).key.map(column => `${column} = ?`)
  const find = db.prepare<unknown[], unknown[]>(`SELECT * FROM "${name}" WHERE ${key.join(' AND ')}`).raw()
  return Array.from({ length: ROWS }, (_, row) => {
    try {
      return find.get(keyOf(name, row))?.join(' ') ?? []
    } catch {
      return []
    }
  }).flat()
}

function known(db: Database.Database, name: Name): Table {
  const table = tableOf(db, name)
  if (table === null) throw new Error(`there is no table ${name}`)
  return table
}

function zero(file: string, page: number): void {
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(4096), 0, 4096, (page - 1) * 4096)
  closeSync(opened)
}
