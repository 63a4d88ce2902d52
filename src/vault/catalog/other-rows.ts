/**
 * The rows of a damaged table as they were written: of what can be read of it, and of another catalog of the same vault, as it came
 * out of a replica, from before the damage. Neither is believed. Of each part of a table the tally has the number of rows and the
 * sum of their hashes, so which rows of both were written is proved, or nothing is put there. What was written since the other one
 * was made stands in what can be read, or nowhere.
 *
 * A count that cannot be read is borrowed from the other catalog. It proves rows that come to it as they are; but what a prune took
 * since would come back by it, so rows are taken by it only from a catalog of the last that was written. Where no catalog has
 * counts that prove anything, rows can be believed, if nothing of their table is damaged: who does that says so.
 */
import { DamageFound } from '../../model/errors.ts'
import type { Connection } from './connection.ts'
import { isSummed, rowSum, rowText, TALLIED, type Tallied } from './coverage.ts'
import { type Choice, type HashesByKey, rowsAsWritten } from './proved-rows.ts'
import { isWhole, readableRows, tableOf } from './readable-rows.ts'
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

/** Counts of the damaged catalog that could not be read. */
export interface Borrowed {
  isAny: boolean
  /** Whether this one is the other catalog's, or nobody's. */
  has(table: Tallied, part: number): boolean
  /** Whether the other catalog is of the last that was written. */
  isOfNow(): boolean
  /** Tables whose rows were believed, as they can be read, to be put in here; null: none is. */
  believed: Set<string> | null
}

/**
 * Puts the rows that were written into the empty table of `db`, by its tally; answers how many are of the other catalog. Throws
 * DamageFound where it cannot be told which were written.
 */
export function putWrittenRows(db: Connection, table: Tallied, sides: Sides, borrowed: Borrowed): number {
  const { damaged, other } = sides
  const written = writtenCounts(db, table.name)
  const unproved = borrowed.isAny && !borrowed.isOfNow() ? borrowed : null
  // Parts of which neither the count nor any row can be read would go without a word.
  if (unproved !== null && !isWhole(damaged, table.name))
    throw notWritten(`table ${table.name}`, other?.name ?? null)
  const choices = choose(table, written, sides, unproved)
  const put = putterOf(db, table.name)
  for (const { part, key, values } of rowsIn(damaged, table))
    if (!choices.get(part)?.left.has(key())) put(values)
  let taken = 0
  for (const { part, key, values } of other === null ? [] : rowsIn(other.db, table))
    if (choices.get(part)?.taken.has(key())) {
      put(values)
      taken++
    }
  return taken
}

/**
 * The same of a table whose rows have a hash of their own, which is all that proves them: those that can be read, and of the other
 * catalog those that cannot, if it is of the last snapshot. What an older one says may have been said anew since; facts may have
 * all the same, so how many are taken is to be said. What neither has is left out: it is fetched or noted again; null: nobody knows
 * how many. Throws DamageFound where there are more rows than were written, and where read marks are missing: reports say by them
 * what a snapshot had not read again, and since when.
 */
export function putBelievedRows(
  db: Connection,
  table: Tallied,
  { damaged, other }: Sides,
  borrowed: Borrowed,
): { taken: number; leftOut: number | null } {
  const put = putterOf(db, table.name)
  const own = new Set<string>()
  for (const { key, values } of rowsIn(damaged, table)) {
    own.add(key())
    put(values)
  }
  const refuse = () => notWritten(describePart(table, 0), other?.name ?? null)
  const written = borrowed.has(table, 0) ? null : (writtenCounts(db, table.name).get(0)?.rows ?? 0)
  if (written !== null && own.size > written) throw refuse()
  const isLacking = written === null ? !isWhole(damaged, table.name) : own.size < written
  if (!isLacking) {
    if (written === null) borrowed.believed?.add(table.name)
    return { taken: 0, leftOut: 0 }
  }
  const isTaken = other !== null && isOfNow({ damaged, other }, ['snapshot', 'pruned'])
  let taken = 0
  for (const { key, values } of isTaken ? rowsIn(other.db, table) : []) {
    if (own.has(key())) continue
    put(values)
    taken++
  }
  // With all that a catalog of the last snapshot has, nothing is known to be lacking.
  const unknown = isTaken ? 0 : null
  const leftOut = written === null ? unknown : Math.max(0, written - own.size - taken)
  if (leftOut !== 0 && table.name === 'read_mark') throw refuse()
  return { taken, leftOut }
}

/** By part; all rows of other parts were written as they can be read. */
function choose(
  table: Tallied,
  written: ReadonlyMap<number, Count>,
  { damaged, other }: Sides,
  unproved: Borrowed | null,
): Map<number, Choice> {
  const found = countsOf(damaged, table)
  const parts = [...new Set([...written.keys(), ...found.keys()])]
  const wrong = new Set(parts.filter(part => !isSame(written.get(part), found.get(part))))
  const mine = hashesOf(damaged, table, wrong)
  const others = other === null ? new Map<number, HashesByKey>() : hashesOf(other.db, table, wrong)
  const choices = new Map<number, Choice>()
  for (const part of wrong) {
    const [own, elsewhere] = [mine.get(part) ?? NO_ROWS, others.get(part) ?? NO_ROWS]
    const isUnproved = unproved?.has(table, part) ?? false
    if (isUnproved && unproved?.believed) {
      unproved.believed.add(table.name)
      continue
    }
    const choice = isUnproved ? null : rowsAsWritten(written.get(part) ?? NONE, own, elsewhere)
    if (choice === null) throw notWritten(describePart(table, part), other?.name ?? null)
    choices.set(part, choice)
  }
  return choices
}

function notWritten(part: string, other: string | null): DamageFound {
  return new DamageFound(
    other === null
      ? `${part}: rows cannot be read, or are not as they were written: take them from a replica (docvault repair --from), or bring catalog.db back from a copy`
      : `${part}: what can be read is not what was written, nor with the rows of ${other}: name the last run from before the damage (--as-of), or build the vault out of the replica (docvault recover)`,
  )
}

/** In which everything leaves a row: a backup, what people do, a prune, what a policy forgets. */
const TRACES = ['snapshot', 'ledger', 'pruned', 'forgotten']

/** Whether all that can be read of the damaged catalog's traces is in the other, and what the other has besides cannot be read. */
export function isOfNow({ damaged, other }: Sides, traces: readonly string[] = TRACES): boolean {
  if (other === null) return false
  return TALLIED.filter(({ name }) => traces.includes(name)).every(table => {
    const [own, elsewhere] = [hashesIn(damaged, table), hashesIn(other.db, table)]
    const isThere = [...own].every(([key, hash]) => elsewhere.get(key) === hash)
    return isThere && (own.size === elsewhere.size || !isWhole(damaged, table.name))
  })
}

function hashesIn(db: Connection, table: Tallied): HashesByKey {
  return new Map([...rowsIn(db, table)].map(({ key, hash }) => [key(), hash]))
}

const NONE: Count = { rows: 0, sum: 0 }
const NO_ROWS: HashesByKey = new Map()

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

interface PlacedRow {
  part: number
  hash: number
  values: readonly unknown[]
  /** What names it in its table. */
  key(): string
}

/** Those that can be read; of a summed table those that are believed. */
function* rowsIn(db: Connection, tallied: Tallied): Generator<PlacedRow> {
  const { name } = tallied
  const table = tableOf(db, name)
  if (table === null) return
  const hashed = isSummed(name)
    ? `iif(sum IS ${rowSum(name)}, 0, NULL)`
    : `CAST(row_sum(${rowText(db, name, '')}) AS INTEGER)`
  const keyAt = table.key.map(column => table.columns.indexOf(column))
  for (const { values, beside } of readableRows(db, table, [partOf(tallied), hashed])) {
    const [part, hash] = beside
    if (hash !== null)
      yield { part: Number(part), hash: Number(hash), values, key: () => keyOf(keyAt.map(at => values[at])) }
  }
}

function keyOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map(String))
}

function countsOf(db: Connection, table: Tallied): Map<number, Count> {
  const counts = new Map<number, Count>()
  for (const { part, hash } of rowsIn(db, table)) {
    const count = counts.get(part) ?? NONE
    counts.set(part, { rows: count.rows + 1, sum: addSums(count.sum, hash) })
  }
  return counts
}

/** By part, of these alone. */
function hashesOf(
  db: Connection,
  table: Tallied,
  parts: ReadonlySet<number>,
): Map<number, Map<string, number>> {
  const hashes = new Map<number, Map<string, number>>()
  for (const { part, key, hash } of rowsIn(db, table)) {
    if (!parts.has(part)) continue
    const own = hashes.get(part) ?? new Map<string, number>()
    hashes.set(part, own.set(key(), hash))
  }
  return hashes
}
