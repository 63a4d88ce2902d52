/**
 * The rows of a damaged table as they were written: of what can be read of it, and of another catalog of the same vault, as it came
 * out of a replica, from before the damage. Neither is believed. Of each part of a table the tally has the number of rows and the
 * sum of their hashes, so which rows of both were written is proved, or nothing is put there. What was written since the other one
 * was made stands in what can be read, or nowhere.
 */
import { DamageFound } from '../../model/errors.ts'
import type { Connection } from './connection.ts'
import { isSummed, rowSum, rowText, type Tallied } from './coverage.ts'
import { type HashedRow, NO_ROWS, type RowsByKey, rowsAsWritten } from './proved-rows.ts'
import { readableRows, tableOf } from './readable-rows.ts'
import { addSums } from './row-sum.ts'
import { type Count, describePart, partOf, writtenCounts } from './tally.ts'

/** A catalog, and what it is called for people. */
export interface OtherCatalog {
  file: string
  name: string
}

/** With connections to read by, outside of transactions. */
export interface Sides {
  damaged: Connection
  /** Null: there is none. */
  other: { db: Connection; name: string } | null
}

/**
 * Puts the rows that were written into the empty table of `db`, by its tally; answers how many are of the other catalog. Throws
 * DamageFound where it cannot be told which were written.
 */
export function putWrittenRows(db: Connection, table: Tallied, { damaged, other }: Sides): number {
  const written = writtenCounts(db, table.name)
  const put = putterOf(db, table.name)
  const found = countsOf(damaged, table)
  const wrong = new Set(
    [...new Set([...written.keys(), ...found.keys()])].filter(
      part => !isSame(written.get(part), found.get(part)),
    ),
  )
  const mine = rowsOfParts(damaged, table, wrong, put)
  const others = other === null ? new Map<number, RowsByKey>() : rowsOfParts(other.db, table, wrong)
  let taken = 0
  for (const part of wrong) {
    const [own, elsewhere] = [mine.get(part) ?? NO_ROWS, others.get(part) ?? NO_ROWS]
    const rows = rowsAsWritten(written.get(part) ?? NONE, own, elsewhere)
    if (rows === null) throw notWritten(describePart(table, part), other?.name ?? null)
    for (const [key, row] of rows) {
      put(row.values)
      if (own.get(key) !== row) taken++
    }
  }
  return taken
}

function notWritten(part: string, other: string | null): DamageFound {
  return new DamageFound(
    other === null
      ? `${part}: rows cannot be read, or are not as they were written: take them from a replica (docvault repair --from), or bring catalog.db back from a copy`
      : `${part}: what can be read is not what was written, nor with the rows of ${other}: name the last run from before the damage (--as-of), or build the vault out of the replica (docvault recover)`,
  )
}

const NONE: Count = { rows: 0, sum: 0 }

function isSame(before: Count = NONE, now: Count = NONE): boolean {
  return before.rows === now.rows && before.sum === now.sum
}

function putterOf(db: Connection, name: string): (values: readonly unknown[]) => void {
  const columns = tableOf(db, name)?.columns ?? []
  const insert = db.prepare(
    `INSERT INTO main."${name}" (${columns}) VALUES (${columns.map(() => '?').join()})`,
  )
  return values => void insert.run(values)
}

interface PlacedRow extends HashedRow {
  part: number
  key: string
}

/** Those that can be read; of a summed table those that are believed. */
function* rowsIn(db: Connection, tallied: Tallied): Generator<PlacedRow> {
  const { name } = tallied
  const table = tableOf(db, name)
  if (table === null) return
  const hash = isSummed(name)
    ? `iif(sum IS ${rowSum(name)}, 0, NULL)`
    : `CAST(row_sum(${rowText(db, name, '')}) AS INTEGER)`
  const key = table.key.map(column => `quote(${column})`).join(` || ',' || `)
  for (const { values, beside } of readableRows(db, table, [partOf(tallied), hash, key])) {
    const [part, hashOfRow, keyOfRow] = beside
    if (hashOfRow !== null)
      yield { values, part: Number(part), hash: Number(hashOfRow), key: String(keyOfRow) }
  }
}

function countsOf(db: Connection, table: Tallied): Map<number, Count> {
  const counts = new Map<number, Count>()
  for (const { part, hash } of rowsIn(db, table)) {
    const count = counts.get(part) ?? NONE
    counts.set(part, { rows: count.rows + 1, sum: addSums(count.sum, hash) })
  }
  return counts
}

/** By part; those of other parts are handed to `rest`. */
function rowsOfParts(
  db: Connection,
  table: Tallied,
  parts: ReadonlySet<number>,
  rest: (values: readonly unknown[]) => void = () => {},
): Map<number, RowsByKey> {
  const held = new Map<number, Map<string, HashedRow>>()
  for (const { part, key, values, hash } of rowsIn(db, table)) {
    if (!parts.has(part)) rest(values)
    else {
      const rows = held.get(part) ?? new Map<string, HashedRow>()
      held.set(part, rows.set(key, { values, hash }))
    }
  }
  return held
}
