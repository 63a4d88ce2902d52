/**
 * The highest numbers that contents and blocks ever had, where those that had them may have been pruned. No number is given
 * twice: somebody may hold one, have its bytes in memory, or have noted that it was read.
 */
import { type Connection, prepareOnce } from './connection.ts'
import { insertSummed, rowSum } from './coverage.ts'

type Numbered = 'block' | 'content'

/** 0 where there never was any. */
export function highestGiven(db: Connection, table: Numbered): number {
  const row = prepareOnce<[string], { highest: number }>(
    db,
    `SELECT max(ifnull((SELECT max(id) FROM ${table}), 0),
       ifnull((SELECT CAST(value AS INTEGER) FROM fact WHERE key = +? AND sum = ${rowSum('fact')}), 0)) AS highest`,
  ).get(keyOf(table))
  return row?.highest ?? 0
}

/** Inside the transaction that takes rows out, before it does. */
export function noteHighest(db: Connection): void {
  for (const table of ['block', 'content'] as const) {
    const value = String(highestGiven(db, table))
    prepareOnce<[{ key: string; value: string }], never>(db, insertSummed('fact', ['key'])).run({
      key: keyOf(table),
      value,
    })
  }
}

function keyOf(table: Numbered): string {
  return `highest ${table}`
}
