import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertSummed, makeRowSum, rowSum } from '../../src/vault/catalog/coverage.ts'
import { defineRowSum } from '../../src/vault/catalog/row-sum.ts'
import { MIGRATIONS } from '../../src/vault/catalog/schema.ts'

const integer = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, 1, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '\0', 'a\0b', 'n', '1:a', 'ü,1', '\u{1f600}', '"', "'"),
)

interface Row {
  parent: number
  key: string
  name: number
  content: number
}

const row: fc.Arbitrary<Row> = fc.record({ parent: integer, key: text, name: integer, content: integer })
const mark = fc.record({
  anchor: integer,
  kind: integer,
  since: integer,
  last: integer,
  token: fc.option(text),
  at: integer,
  exact_at: fc.option(integer),
})

function catalog() {
  const db = new Database(':memory:')
  defineRowSum(db)
  db.pragma('foreign_keys = OFF')
  for (const migration of MIGRATIONS) db.exec(migration)
  return db
}

test('a row in memory has the hash that was written beside it, whatever it says', () => {
  const db = catalog()
  const insert = db.prepare(insertSummed('body', ['parent', 'key', 'name']))
  const stored = db.prepare<[], Row & { sum: number; should: number }>(
    `SELECT parent, key, name, content, sum, ${rowSum('body')} AS should FROM body`,
  )
  const sumOf = makeRowSum('body')
  fc.assert(
    fc.property(row, body => {
      db.exec('DELETE FROM body')
      insert.run(body)
      const found = stored.get()
      expect(found).toBeDefined()
      if (found === undefined) return
      expect(found.should).toBe(found.sum)
      expect([sumOf(found), sumOf(body)]).toEqual([found.sum, found.sum])
    }),
    { numRuns: 500 },
  )
})

test('a value that is not there is hashed in memory as it is in a table', () => {
  const db = catalog()
  const columns = `SELECT :anchor AS anchor, :kind AS kind, :since AS since, :last AS last,
    :token AS token, :at AS at, :exact_at AS exact_at`
  const hash = db
    .prepare<[object], number>(
      `SELECT ${rowSum('read_mark', column =>
        column === 'token' ? column : `CAST(${column} AS INTEGER)`,
      )} FROM (${columns})`,
    )
    .pluck()
  const sumOf = makeRowSum('read_mark')
  fc.assert(
    fc.property(mark, row => {
      expect(sumOf(row)).toBe(hash.get(row))
    }),
    { numRuns: 300 },
  )
})
