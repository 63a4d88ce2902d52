/**
 * Another catalog with the rows of one that SQLite cannot walk any more, and that in its place.
 *
 * Every row of its tables has to be there and proved (other-rows.ts), but for two sorts. Blocks are most of a catalog, and what a
 * row of one says is proved by the digests of its contents alone: so one that cannot be read is put there as one that does not
 * decode. Each content says in which block it lies, and is looked for elsewhere then. And ids of documents and facts, which are
 * believed row by row (coverage.ts), are left out where they cannot be read: documents are fetched once more, facts noted anew.
 *
 * Counts that cannot be read, and that no other catalog has, are made of the rows, if they are wanted like that: each row of such
 * a table has to be readable then, and seals and ledger have to hold.
 */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { DamageFound } from '../../model/errors.ts'
import { lazily } from '../../model/lazily.ts'
import { ledgerFaults } from './check-ledger.ts'
import { chainFaults, makeContentsFaults, sealedSnapshots } from './check-seals.ts'
import { type Fault, structureFaults } from './check-structure.ts'
import type { Connection } from './connection.ts'
import { byItself, isSummed, type Summed, TALLIED, type Tallied } from './coverage.ts'
import { openForWriting, openUnasked } from './database.ts'
import { checkpoint } from './durable.ts'
import { formatOf } from './format.ts'
import {
  type Borrowed,
  isOfNow,
  type OtherCatalog,
  putBelievedRows,
  putWrittenRows,
  type Sides,
} from './other-rows.ts'
import { readableRows, tableOf } from './readable-rows.ts'
import { translated } from './sqlite-error.ts'
import { sumFaults, tallyDifferences, tallyFaults, writeTally, writtenCounts } from './tally.ts'

export interface Anew {
  db: Connection
  /** How many rows are of the other catalog. */
  taken: number
  /** Facts among these: as the other catalog had them, which may have been noted anew since. */
  facts: number
  /** Rows that are left out, by table; null: nobody knows how many. */
  leftOut: ReadonlyMap<Summed, number | null>
  /** Tables whose rows are as they can be read, as counts of them cannot be. */
  believed: ReadonlySet<string>
}

/** Where rows may be that cannot be read; or that counts which cannot be read are made of the rows. */
export type Help = OtherCatalog | 'own rows' | null

/** In a new file, with all that is counted counted and found right. Throws DamageFound, DiskRefused; nothing is left then. */
export function writeAnew(catalog: string, file: string, help: Help): Anew {
  const other = help === 'own rows' ? null : help
  const db = openForWriting(file, { tallyIsKeptLater: true })
  const reading: Connection[] = []
  const toRead = (opened: Connection) => {
    reading.push(opened)
    return opened
  }
  try {
    const damaged = toRead(openUnasked(catalog))
    const sides = { damaged, other: other && { db: toRead(openOther(other, damaged)), name: other.name } }
    db.pragma('foreign_keys = OFF')
    db.prepare('ATTACH ? AS damaged').run(resolve(catalog))
    const believed = help === 'own rows' ? new Set<string>() : null
    const copied = db.transaction(() => copyRows(db, sides, believed))()
    db.exec('DETACH damaged')
    assertSound(db, copied.believed.size > 0)
    return { db, ...copied }
  } catch (error) {
    db.close()
    removeAnew(file)
    throw translated(error, catalog)
  } finally {
    for (const connection of reading) connection.close()
  }
}

/** With its log. What the disk does not let go is among what is written just now, and goes with that. */
export function removeAnew(file: string): void {
  for (const end of ['', '-wal', '-shm']) {
    try {
      rmSync(`${file}${end}`, { force: true })
    } catch {
      // As above.
    }
  }
}

/** What the one connection that writes has written so far: a number that grows. */
export function writtenBy(db: Connection): number {
  return db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0
}

/**
 * In one transaction, through the log, as another program's write: who reads goes on with what he reads. False, and nothing is
 * changed, where `place`, the one connection that writes, has written since `written`. On the disk on return. Throws DamageFound,
 * DiskRefused.
 */
export async function putInPlace(anew: Connection, place: Connection, written: number): Promise<boolean> {
  const endMs = Date.now() + MOST_WAIT_MS
  try {
    await anew.backup(place.name, {
      // Called once nobody else can write. Then all of it at once, as the beat of the lease waits.
      progress() {
        // Another program that has the catalog's lock is waited for, and no longer than this.
        if (writtenBy(place) !== written || Date.now() > endMs) throw new WrittenSince()
        return MOST_PAGES
      },
    })
    checkpoint(place)
    return true
  } catch (error) {
    if (error instanceof WrittenSince) return false
    throw translated(error, place.name)
  }
}

class WrittenSince extends Error {}
const MOST_PAGES = 2 ** 31 - 1
const MOST_WAIT_MS = 60_000

/** What is damaged is met by connections of its own: the one that writes could not go on. */
function copyRows(db: Connection, sides: Sides, believed: Set<string> | null): Omit<Anew, 'db'> {
  const { damaged } = sides
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY name <> 'tally', name = 'block'`,
    )
    .pluck()
    .all()
  let [taken, facts] = [0, 0]
  const leftOut = new Map<Summed, number | null>()
  let borrowed: Borrowed = { isAny: false, has: () => false, isOfNow: lazily(() => isOfNow(sides)), believed }
  for (const table of tables) {
    db.exec(`DELETE FROM main."${table}"`)
    const counted = TALLIED.find(({ name }) => name === table)
    if (table === 'block') copyBlocks(db, damaged)
    else if (table === 'tally' && !isReadable(damaged, 'SELECT sum(sum) FROM tally'))
      borrowed = { ...borrowed, ...copyTally(db, sides) }
    else if (table === 'tally' && believed !== null) throw new DamageFound('the counts can be read')
    else if (counted === undefined || isAsWritten(damaged, counted))
      copy(db, table, `${byItself(db, table)} WHERE true`)
    else if (isSummed(table)) {
      // Ids of documents are of contents of this very catalog.
      const put = putBelievedRows(db, counted, table === 'body' ? { damaged, other: null } : sides, borrowed)
      taken += put.taken
      if (table === 'fact') facts = put.taken
      leftOut.set(table, put.leftOut)
    } else taken += putWrittenRows(db, counted, sides, borrowed)
  }
  const isRecounted = (name: string) => name === 'block' || isSummed(name) || believed?.has(name) === true
  for (const table of TALLIED.filter(({ name }) => isRecounted(name)))
    for (const difference of [...tallyDifferences(db, table)]) writeTally(db, difference)
  return { taken, facts, leftOut, believed: believed ?? new Set() }
}

/** A count that cannot be read is what the other catalog says. */
function copyTally(db: Connection, { damaged, other }: Sides): Pick<Borrowed, 'isAny' | 'has'> {
  const insert = db.prepare('INSERT INTO main.tally VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const copyFrom = (side: Connection) => {
    const table = tableOf(side, 'tally')
    for (const { values } of table === null ? [] : readableRows(side, table, [])) insert.run(values)
  }
  copyFrom(damaged)
  const own = new Map(TALLIED.map(({ name }) => [name, new Set(writtenCounts(db, name).keys())]))
  if (other !== null) copyFrom(other.db)
  return { isAny: true, has: ({ name }, part) => !own.get(name)?.has(part) }
}

/** Whether each of its rows can be read, and is as it was written. */
function isAsWritten(db: Connection, table: Tallied): boolean {
  return isRead(() => {
    const faults = [tallyDifferences(db, table), isSummed(table.name) ? sumFaults(db, [table.name]) : []]
    return faults.every(found => [...found].length === 0)
  })
}

/** `rows`: with a condition, else SQLite copies tree by tree, indexes as they are. */
function copy(db: Connection, table: string, rows: string, given: readonly string[] = []): void {
  const columns = db
    .prepare<[string], string>(`SELECT '"' || name || '"' FROM pragma_table_info(?, 'main')`)
    .pluck()
    .all(table)
  db.prepare(
    `INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM damaged."${table}" ${rows}`,
  ).run(given)
}

/** After the contents. */
function copyBlocks(db: Connection, damaged: Connection): void {
  const read = damaged.prepare<[number], unknown>('SELECT * FROM block WHERE id = +?')
  const ids = db.prepare<[], number>('SELECT DISTINCT block FROM content NOT INDEXED').pluck().all()
  const readable = ids.filter(id => isRead(() => read.get(id) !== undefined))
  copy(db, 'block', 'WHERE id IN (SELECT value FROM json_each(?))', [JSON.stringify(readable)])
  db.exec(`
    INSERT INTO main.block (id, codec, bytes, depth, data)
    SELECT block, sum(bytes) > 0, sum(bytes), 0, iif(sum(bytes) > 0, x'00', x'')
    FROM main.content NOT INDEXED WHERE block NOT IN (SELECT id FROM main.block) GROUP BY block`)
}

/** Throws DamageFound where it cannot be read, or is of another format. */
function openOther({ file, name }: OtherCatalog, damaged: Connection): Connection {
  const other = openUnasked(file)
  if (isRead(() => formatOf(other) === formatOf(damaged))) return other
  other.close()
  throw new DamageFound(
    `${name} is of another format than this vault: name a run from after its upgrade (--as-of), or bring catalog.db back from a copy`,
  )
}

/** By a statement that goes through all of it. */
function isReadable(db: Connection, statement: string): boolean {
  return isRead(() => db.prepare(statement).get() !== undefined)
}

/** False as well where it cannot be read. */
function isRead(read: () => boolean): boolean {
  try {
    return read()
  } catch {
    return false
  }
}

/** `isBelieved`: some of its counts are of rows that they were made of. */
function assertSound(db: Connection, isBelieved: boolean): void {
  const found = [...tallyFaults(db), ...sumFaults(db), ...structureFaults(db)]
  for (const { severity, message } of isBelieved ? [...found, ...sealFaults(db), ...ledgerFaults(db)] : found)
    if (severity === 'damage')
      throw new DamageFound(`written anew, the catalog is not as it was written: ${message}`)
}

function* sealFaults(db: Connection): Generator<Fault> {
  const sealed = [...sealedSnapshots(db)]
  yield* chainFaults(db, sealed)
  const contentsFaults = makeContentsFaults(db)
  for (const snapshot of sealed) yield* contentsFaults(snapshot)
}
