/**
 * The rows of a table that can still be read where pages of it cannot. SQLite gives up at the first page that it does not
 * understand, from whichever side it comes: so rows are read up to it, from behind it back to it, and on.
 */
import type { Connection } from './connection.ts'
import { byItself } from './coverage.ts'
import { isUnreadable } from './sqlite-error.ts'

export interface Row {
  /** In the order of the table's columns. Whole numbers as bigint, so that they are written as they were read. */
  values: readonly unknown[]
  /** Of the expressions that were asked for beside them. */
  beside: readonly unknown[]
}

export interface Table {
  name: string
  /** Quoted, without those that are computed. */
  columns: readonly string[]
  /** Those of the primary key, in its order; quoted. */
  key: readonly [string, ...string[]]
  /** Whether the first of these is a whole number: what lies behind damaged pages is found by it. */
  isNumbered: boolean
}

/** Null: there is none. */
export function tableOf(db: Connection, name: string): Table | null {
  const columns = db
    .prepare<[string], { name: string; type: string; pk: number }>(
      `SELECT '"' || name || '"' AS name, type, pk FROM pragma_table_info(?)`,
    )
    .all(name)
  const [first, ...others] = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
  if (first === undefined) return null
  return {
    name,
    columns: columns.map(column => column.name),
    key: [first.name, ...others.map(column => column.name)],
    isNumbered: first.type === 'INTEGER',
  }
}

/**
 * `beside`: expressions of SQL for each row. By a connection outside of a transaction: one that met a damaged page inside of it
 * cannot go on. No row comes twice; what lies between two damaged pages may be left out. Throws what is no damage.
 */
export function* readableRows(db: Connection, table: Table, beside: readonly string[]): Generator<Row> {
  const read = readingOf(db, table, beside)
  for (let from: bigint | null = LEAST; from !== null; ) {
    let last: unknown = LEAST
    try {
      for (const row of read.from(from)) {
        last = row[read.keyAt]
        yield read.rowOf(row)
      }
      return
    } catch (error) {
      assertUnreadable(error)
    }
    const first: bigint = typeof last === 'bigint' && last > from ? last : from
    const next: bigint | null = table.isNumbered ? read.firstBehind(first) : null
    yield* read.backTo(first, next)
    from = next
  }
}

/** Whether every row of a table can be read. Throws what is no damage. */
export function isWhole(db: Connection, name: string): boolean {
  try {
    for (const _ of db
      .prepare(`SELECT * FROM "${name}" ${byItself(db, name)}`)
      .raw()
      .iterate()) {
    }
    return true
  } catch (error) {
    assertUnreadable(error)
    return false
  }
}

const LEAST = -(2n ** 63n)
const MOST = 2n ** 63n - 1n

function readingOf(db: Connection, { name, columns, key, isNumbered }: Table, beside: readonly string[]) {
  const rows = `SELECT ${[...columns, ...beside]} FROM "${name}" ${byItself(db, name)}`
  const within = isNumbered ? `WHERE ${key[0]} >= +:from AND ${key[0]} < +:to` : ''
  const backwards = key.map(column => `${column} DESC`)
  const upwards = db.prepare<[Range], unknown[]>(`${rows} ${within} ORDER BY ${key}`).raw().safeIntegers()
  const downwards = db
    .prepare<[Range], unknown[]>(`${rows} ${within} ORDER BY ${backwards}`)
    .raw()
    .safeIntegers()
  const isReadFrom = (from: bigint) => {
    try {
      upwards.get({ from, to: MOST })
      return true
    } catch (error) {
      assertUnreadable(error)
      return false
    }
  }
  const rowOf = (row: readonly unknown[]): Row => ({
    values: row.slice(0, columns.length),
    beside: row.slice(columns.length),
  })
  return {
    rowOf,
    keyAt: columns.indexOf(key[0]),
    from: (from: bigint) => upwards.iterate({ from, to: MOST }),
    /** The key from which on there is something to read, or the end; null where the end cannot be read. */
    firstBehind(last: bigint): bigint | null {
      for (let step = 1n; last + step < MOST; step *= 2n)
        if (isReadFrom(last + step)) return firstBetween(last + step / 2n, last + step, isReadFrom)
      return null
    },
    /** Backwards, where there is no `next` from the end; up to what cannot be read. */
    *backTo(from: bigint, next: bigint | null): Generator<Row> {
      try {
        for (const row of downwards.iterate({ from, to: next ?? MOST })) yield rowOf(row)
      } catch (error) {
        assertUnreadable(error)
      }
    },
  }
}

interface Range {
  from: bigint
  /** Not included; no id is as large. */
  to: bigint
}

/** The first above `no` that is so, where `yes` is and all between them are from there on. */
function firstBetween(no: bigint, yes: bigint, isSo: (key: bigint) => boolean): bigint {
  let [below, found] = [no, yes]
  while (found - below > 1n) {
    const middle = below + (found - below) / 2n
    if (isSo(middle)) found = middle
    else below = middle
  }
  return found
}

function assertUnreadable(error: unknown): void {
  if (!isUnreadable(error)) throw error
}
