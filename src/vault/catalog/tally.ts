/**
 * Keeps `tally` in step with the tables that it counts, in the transaction of each write, by triggers of the writing
 * connection: they are made from the schema, so no column is forgotten, and are not in the file, so whoever writes to
 * the file by other means is found out.
 *
 * A statement on a tallied table must not say OR REPLACE or OR IGNORE: SQLite hands that on to what a trigger does.
 */
import assert from 'node:assert/strict'
import { DamageFound } from '../../model/errors.ts'
import { atOnce, type Stepwise } from '../../model/stepwise.ts'
import { type Fault, guarded, unreadable } from './check-structure.ts'
import type { Connection } from './connection.ts'
import {
  byItself,
  isSummed,
  rowSum,
  rowText,
  SUMMED,
  type Summed,
  TALLIED,
  type Tallied,
} from './coverage.ts'
import { addSums, SUM_MASK, sumOf } from './row-sum.ts'

const kept = new WeakSet<Connection>()

/** Once for a connection, and at first outside of a transaction. What failed can be tried again. */
export function keepTally(db: Connection): void {
  if (kept.has(db)) return
  assert(!db.inTransaction, 'the triggers would be rolled back with it')
  for (const triggers of triggersFor(db)) db.exec(triggers)
  kept.add(db)
}

/** Of the last schema that was seen, which in a process is that of all vaults but those that are opened as they are found. */
let lastMade: { tables: string; triggers: readonly string[] } | null = null

function triggersFor(db: Connection): readonly string[] {
  const tables = db
    .prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all()
    .join('\n')
  if (lastMade?.tables !== tables)
    lastMade = { tables, triggers: TALLIED.map(table => triggersOf(db, table)) }
  return lastMade.triggers
}

function triggersOf(db: Connection, table: Tallied): string {
  const { name } = table
  const part = (row: string) => partOf(table, row)
  const sum = (row: string) => (isSummed(name) ? '0' : `CAST(row_sum(${rowText(db, name, row)}) AS INTEGER)`)
  const add = `
    INSERT INTO tally VALUES ('${name}', ${part('NEW.')}, 1, ${sum('NEW.')})
    ON CONFLICT DO UPDATE SET rows = rows + 1, sum = (sum + excluded.sum) & ${SUM_MASK};`
  const take = `
    UPDATE tally SET rows = rows - 1, sum = (sum - ${sum('OLD.')}) & ${SUM_MASK}
    WHERE name = '${name}' AND part = ${part('OLD.')};`
  return `
    CREATE TEMP TRIGGER IF NOT EXISTS tally_${name}_insert AFTER INSERT ON main."${name}" BEGIN ${add} END;
    ${isSummed(name) ? '' : `CREATE TEMP TRIGGER IF NOT EXISTS tally_${name}_update AFTER UPDATE ON main."${name}" BEGIN ${take} ${add} END;`}
    CREATE TEMP TRIGGER IF NOT EXISTS tally_${name}_delete AFTER DELETE ON main."${name}" BEGIN ${take} END;`
}

/** SQL for the part that a row belongs to. */
export function partOf({ column, shift }: Tallied, row = ''): string {
  return column === null ? '0' : `(${row}"${column}" >> ${shift})`
}

/** Believes the rows as they are. */
export function fillTally(db: Connection): void {
  db.exec('DELETE FROM tally')
  const insert = db.prepare<[string, number, number, number]>('INSERT INTO tally VALUES (?, ?, ?, ?)')
  for (const table of TALLIED)
    for (const [part, { rows, sum }] of countRows(db, table)) insert.run(table.name, part, rows, sum)
  for (const table of summed()) db.exec(`UPDATE ${table} SET sum = ${rowSum(table)}`)
}

export function summed(): Summed[] {
  return Object.keys(SUMMED).filter(isSummed)
}

/** Of a part of a table; `sum` is 0 where each row has its own hash. */
export interface Count {
  rows: number
  sum: number
}

function countRows(db: Connection, table: Tallied, from = 0): Map<number, Count> {
  return atOnce(countSteps(db, table, from))
}

/** `from`: the first part that is counted. */
function* countSteps(db: Connection, table: Tallied, from = 0): Stepwise<Map<number, Count>> {
  const counts = new Map<number, Count>()
  if (isSummed(table.name)) return counts.set(0, { rows: countAll(db, table.name), sum: 0 })
  const counted =
    from === 0 || table.column === null ? 'true' : `"${table.column}" >= ${from * 2 ** table.shift}`
  const rows = db
    .prepare<[], { part: number; text: string }>(
      `SELECT ${partOf(table)} AS part, ${rowText(db, table.name, '')} AS text FROM "${table.name}" ${byItself(db, table.name)}
       WHERE ${counted}`,
    )
    .iterate()
  for (const { part, text } of rows) {
    const count = counts.get(part)
    if (count === undefined) counts.set(part, { rows: 1, sum: sumOf(text) })
    else {
      count.rows++
      count.sum = addSums(count.sum, sumOf(text))
    }
    yield
  }
  return counts
}

function countAll(db: Connection, table: Summed): number {
  return (
    db.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM ${table} ${byItself(db, table)}`).get()
      ?.rows ?? 0
  )
}

/** Throws DamageFound for the first part, from this one on, that is not as it was written. */
export function assertTally(db: Connection, tables?: readonly Tallied[], from?: number): void {
  for (const { message } of tallyFaults(db, tables, from)) throw changedRows(message)
}

/** What is wrong with a table, in steps. Where somebody writes meanwhile: inside a transaction of this connection. */
export function* searchTallyFaults(db: Connection, table: Tallied): Stepwise<string[]> {
  try {
    const written = writtenCounts(db, table.name)
    const found = yield* countSteps(db, table)
    return [...differencesBetween(table, written, found)].map(({ message }) => message)
  } catch (error) {
    return [unreadable(error, `table ${table.name}`).message]
  }
}

export function changedRows(message: string): DamageFound {
  return new DamageFound(`the catalog is damaged: ${message}`, {
    hint: 'nothing was changed; run `docvault repair`, which says all of it and what it can mend, or bring catalog.db back from a copy',
  })
}

/** A part of a table that is not as it was written. */
export interface TallyDifference {
  table: string
  part: number
  /** As it is counted now. */
  now: Count
  message: string
}

/** Parts of tables, from this one on, that are not as they were written. */
export function* tallyFaults(
  db: Connection,
  tables: readonly Tallied[] = TALLIED,
  from?: number,
): Generator<Fault> {
  for (const table of tables) yield* guarded(faultsOf(db, table, from), `table ${table.name}`)
}

function* faultsOf(db: Connection, table: Tallied, from: number | undefined): Generator<Fault> {
  for (const { message } of tallyDifferences(db, table, from)) yield fault(message)
}

/** `from`: the first part that is compared. */
export function* tallyDifferences(db: Connection, table: Tallied, from = 0): Generator<TallyDifference> {
  // Of one moment, though somebody writes meanwhile.
  const [written, found] = db.transaction(
    () => [writtenCounts(db, table.name, from), countRows(db, table, from)] as const,
  )()
  yield* differencesBetween(table, written, found)
}

function* differencesBetween(
  table: Tallied,
  written: ReadonlyMap<number, Count>,
  found: ReadonlyMap<number, Count>,
): Generator<TallyDifference> {
  for (const part of new Set([...written.keys(), ...found.keys()])) {
    const [before, now] = [written.get(part) ?? NONE, found.get(part) ?? NONE]
    if (before.rows === now.rows && before.sum === now.sum) continue
    const message = `${describePart(table, part)}: ${describeDifference(before.rows, now.rows)}`
    yield { table: table.name, part, now, message }
  }
}

/** Inside a transaction, where what is counted was proved otherwise. */
export function writeTally(db: Connection, { table, part, now }: TallyDifference): void {
  db.prepare<[string, number]>('DELETE FROM tally WHERE name = +? AND part = +?').run(table, part)
  db.prepare<[string, number, number, number]>('INSERT INTO tally VALUES (?, ?, ?, ?)').run(
    table,
    part,
    now.rows,
    now.sum,
  )
}

const NONE: Count = { rows: 0, sum: 0 }

/** By part, as they were when it was written. `from`: the first part. */
export function writtenCounts(db: Connection, table: string, from = 0): Map<number, Count> {
  const rows = db
    .prepare<[string, number], Count & { part: number }>(
      'SELECT part, rows, sum FROM tally WHERE name = +? AND part >= +?',
    )
    .all(table, from)
  return new Map(rows.map(({ part, ...count }) => [part, count]))
}

/** For people. */
export function describePart({ name, column, shift, noun }: Tallied, part: number): string {
  if (column === null) return `table ${name}`
  if (shift === 0) return `table ${name}, ${noun} ${part}`
  return `table ${name}, ids ${part * 2 ** shift} to ${(part + 1) * 2 ** shift - 1}`
}

function describeDifference(before: number, now: number): string {
  return before === now
    ? `one of ${now} rows or more is not as it was written`
    : `${now} rows, ${before} were written`
}

/** Rows with a hash of their own that is wrong: they are not believed when they are read. */
export function* sumFaults(db: Connection, tables: readonly Summed[] = summed()): Generator<Fault> {
  for (const table of tables) {
    const name = Object.keys(SUMMED[table])
      .map(column => `quote("${column}")`)
      .join(` || ' ' || `)
    const rows = db
      .prepare<[], { name: string }>(
        `SELECT substr(${name}, 1, 200) AS name FROM ${table} WHERE sum IS NOT ${rowSum(table)}`,
      )
      .iterate()
    for (const row of rows)
      yield fault(`table ${table}: the row ${row.name} is not as it was written, and is not believed`)
  }
}

function fault(message: string): Fault {
  return { code: 'rows-changed', severity: 'damage', message }
}
