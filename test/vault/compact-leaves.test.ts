/** That blocks stored in leaf order take less of a catalog, as SQLite itself counts it. */
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLeafOrder } from '../../src/vault/compact/leaves.ts'

const sizes = fc.array(fc.oneof(fc.nat({ max: 900 }), fc.nat({ max: 4100 }), fc.nat({ max: 20_000 })), {
  minLength: 200,
  maxLength: 400,
})

/** Pages of a table that these are put into one after another, and the bytes that are unused on its leaves. */
function stored(rows: readonly number[]): { pages: number; unused: number } {
  const db = new Database(':memory:')
  db.exec(
    'CREATE TABLE block (id INTEGER PRIMARY KEY, codec, bytes, stored, base, depth, data, dictionary, packed)',
  )
  const insert = db.prepare('INSERT INTO block VALUES (?, 1, 123456, NULL, 34567, 2, zeroblob(?), 12345, 3)')
  for (const [index, bytes] of rows.entries()) insert.run(100_000 + index, bytes)
  const found = db
    .prepare<[], { pages: number; unused: number }>(
      `SELECT count(*) AS pages, sum(iif(pagetype = 'leaf', unused, 0)) AS unused FROM dbstat WHERE name = 'block'`,
    )
    .get()
  db.close()
  return found ?? { pages: 0, unused: 0 }
}

test('rows in leaf order are the same rows, on no more pages than as they come', () => {
  fc.assert(
    fc.property(sizes, rows => {
      const ordered = inLeafOrder(rows, bytes => bytes)
      expect(ordered.toSorted((a, b) => a - b)).toEqual(rows.toSorted((a, b) => a - b))
      expect(stored(ordered).pages).toBeLessThanOrEqual(stored(rows).pages)
    }),
    { numRuns: 50, endOnFailure: true },
  )
})

test('rows of some hundred bytes leave half as much of their pages unused, or less', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => 400 + ((index * 7919) % 1700))
  const ordered = stored(inLeafOrder(rows, bytes => bytes))
  expect(ordered.unused).toBeLessThan(stored(rows).unused / 2)
})
