/**
 * Another catalog with the rows of one that SQLite cannot walk any more, and that in its place.
 *
 * Every row of its tables has to be readable and proved, but for two. Blocks are most of a catalog, and what a row of one says is
 * proved by the digests of its contents alone: so one that cannot be read is put there as one that does not decode. Each content
 * says in which block it lies, and is looked for elsewhere then. Ids of documents (`body`) only spare requests: those that cannot
 * be read are left out, and the documents fetched once more.
 */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { DamageFound } from '../../model/errors.ts'
import type { Connection } from './connection.ts'
import { byItself, rowSum, TALLIED } from './coverage.ts'
import { openForWriting, openUnasked } from './database.ts'
import { checkpoint } from './durable.ts'
import { translated } from './sqlite-error.ts'
import { sumFaults, tallyDifferences, tallyFaults, writeTally } from './tally.ts'

export const MADE_UP_FOR: ReadonlySet<string> = new Set(['block', 'body'])

/** In a new file, with all that is counted counted and found right. Throws DamageFound, DiskRefused; nothing is left then. */
export function writeAnew(catalog: string, file: string): Connection {
  const readable = readableIn(catalog)
  const db = openForWriting(file, { tallyIsKeptLater: true })
  try {
    db.pragma('foreign_keys = OFF')
    db.prepare('ATTACH ? AS damaged').run(resolve(catalog))
    db.transaction(() => copyRows(db, readable))()
    db.exec('DETACH damaged')
    assertSound(db)
    return db
  } catch (error) {
    db.close()
    removeAnew(file)
    throw translated(error, catalog)
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

function copyRows(db: Connection, { blocks, hasBodies }: Readable): void {
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .pluck()
    .all()
  for (const table of tables) {
    db.exec(`DELETE FROM main."${table}"`)
    if (table === 'block') copyBlocks(db, blocks)
    else if (table === 'body') copy(db, table, `WHERE ${hasBodies} AND ${IS_SOUND_BODY}`)
    // With a condition: else SQLite copies tree by tree, indexes as they are.
    else copy(db, table, `${byItself(db, table)} WHERE true`)
  }
  for (const table of TALLIED.filter(({ name }) => MADE_UP_FOR.has(name)))
    for (const difference of [...tallyDifferences(db, table)]) writeTally(db, difference)
}

function copy(db: Connection, table: string, rows: string, given: readonly string[] = []): void {
  const columns = db
    .prepare<[string], string>(`SELECT '"' || name || '"' FROM pragma_table_info(?, 'main')`)
    .pluck()
    .all(table)
  db.prepare(
    `INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM damaged."${table}" ${rows}`,
  ).run(given)
}

function copyBlocks(db: Connection, readable: readonly number[]): void {
  copy(db, 'block', 'WHERE id IN (SELECT value FROM json_each(?))', [JSON.stringify(readable)])
  db.exec(`
    INSERT INTO main.block (id, codec, bytes, depth, data)
    SELECT block, sum(bytes) > 0, sum(bytes), 0, iif(sum(bytes) > 0, x'00', x'')
    FROM damaged.content NOT INDEXED WHERE block NOT IN (SELECT id FROM main.block) GROUP BY block`)
}

/** What can be read of what is made up for. */
interface Readable {
  /** Ids of those in which contents lie. */
  blocks: readonly number[]
  hasBodies: boolean
}

const IS_SOUND_BODY = `sum IS ${rowSum('body')}`

/** By a connection of its own: one that met a damaged page in a transaction cannot go on in it. */
function readableIn(catalog: string): Readable {
  const db = openUnasked(catalog)
  try {
    const read = db.prepare<[number], unknown>('SELECT * FROM block WHERE id = +?')
    const ids = db.prepare<[], number>('SELECT DISTINCT block FROM content NOT INDEXED').pluck().all()
    const blocks = ids.filter(id => isRead(() => read.get(id) !== undefined))
    const hasBodies = isRead(
      () => db.prepare(`SELECT count(*) FROM body WHERE ${IS_SOUND_BODY}`).get() !== undefined,
    )
    return { blocks, hasBodies }
  } finally {
    db.close()
  }
}

function isRead(read: () => boolean): boolean {
  try {
    return read()
  } catch {
    return false
  }
}

function assertSound(db: Connection): void {
  const [fault] = [...tallyFaults(db), ...sumFaults(db)].map(({ message }) => message)
  const found = fault ?? db.pragma('integrity_check(1)', { simple: true })
  if (found !== 'ok') throw new DamageFound(`written anew, the catalog is not as it was written: ${found}`)
}
