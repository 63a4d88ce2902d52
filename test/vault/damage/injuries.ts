/**
 * Single damages: a value in one column, a row that is gone, doubled or exchanged, something dropped from the schema,
 * and bytes of one file. Each says its class, and false where the vault has nothing like it.
 */
import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import Database from 'better-sqlite3'

/** 0 inclusive to 1 exclusive. */
export type Random = () => number

export interface Injury {
  /** Table and column, or kind of file, and what is done to it. */
  name: string
  /** On a vault with a log beside its catalog. */
  open: boolean
  apply(path: string, random: Random): boolean
}

interface Column {
  name: string
  type: string
  pk: number
}

const ALTERATIONS = ['altered', 'slightly altered', 'emptied', 'exchanged'] as const
type Alteration = (typeof ALTERATIONS)[number]

/** Every class there is, from the schema and the files of a vault. */
export function injuriesOf(paths: { closed: string; open: string }): Injury[] {
  const db = new Database(join(paths.closed, 'catalog.db'), { readonly: true })
  const items = db
    .prepare<[], { type: string; name: string }>(
      `SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name`,
    )
    .all()
  const tables = items.filter(one => one.type === 'table').map(one => one.name)
  const columns = new Map(tables.map(table => [table, columnsOf(db, table)]))
  db.close()
  return [
    ...tables.flatMap(table => rowInjuries(table, columns.get(table) ?? [])),
    ...items.map(({ type, name }) =>
      inCatalog(`${type} dropped`, one => one.exec(`DROP ${type} "${name}"`) !== null),
    ),
    ...fileInjuries(paths.closed, false),
    ...fileInjuries(paths.open, true).filter(one => one.name.includes('catalog.db')),
  ]
}

function columnsOf(db: Database.Database, table: string): Column[] {
  return db.prepare<[string], Column>('SELECT name, type, pk FROM pragma_table_info(?)').all(table)
}

function rowInjuries(table: string, columns: readonly Column[]): Injury[] {
  const names = columns.map(column => `"${column.name}"`)
  return [
    ...columns.flatMap(column =>
      ALTERATIONS.map(kind =>
        inCatalog(`${table}.${column.name} ${kind}`, (db, random) =>
          alter(db, { table, column, kind }, random),
        ),
      ),
    ),
    inCatalog(`${table} row deleted`, (db, random) => {
      const row = anyRow(db, table, random)
      return (
        row !== null && db.prepare(`DELETE FROM "${table}" WHERE ${row.where}`).run(row.values).changes > 0
      )
    }),
    inCatalog(`${table} row doubled`, (db, random) => {
      const row = anyRow(db, table, random)
      const [key] = columns.filter(column => column.pk > 0 && column.type === 'INTEGER')
      const [text] = columns.filter(column => column.pk > 0 && column.type === 'TEXT')
      const made = names.map(name => {
        if (name === `"${key?.name}"`) return `${name} + 100000`
        return key === undefined && name === `"${text?.name}"` ? `${name} || 'x'` : name
      })
      const sql = `INSERT INTO "${table}" (${names}) SELECT ${made} FROM "${table}" WHERE ${row?.where}`
      return row !== null && db.prepare(sql).run(row.values).changes > 0
    }),
  ]
}

function inCatalog(name: string, work: (db: Database.Database, random: Random) => boolean): Injury {
  return {
    name,
    open: false,
    apply(path, random) {
      const db = new Database(join(path, 'catalog.db'))
      try {
        for (const pragma of ['foreign_keys = OFF', 'ignore_check_constraints = ON']) db.pragma(pragma)
        return withoutTriggers(db, name, () => work(db, random))
      } catch (error) {
        if (error instanceof Database.SqliteError) return false
        throw error
      } finally {
        db.close()
      }
    },
  }
}

/** The ledger defends itself; a page that a disk altered asks no trigger. */
function withoutTriggers(db: Database.Database, name: string, work: () => boolean): boolean {
  if (!name.startsWith('ledger')) return work()
  const triggers = db
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all()
  for (const trigger of triggers) db.exec(`DROP TRIGGER ${trigger.name}`)
  try {
    return work()
  } finally {
    for (const trigger of triggers) db.exec(trigger.sql)
  }
}

interface AnyRow {
  where: string
  values: Record<string, unknown>
}

function anyRow(db: Database.Database, table: string, random: Random, besides?: AnyRow): AnyRow | null {
  const count =
    db.prepare<[], { count: number }>(`SELECT count(*) AS count FROM "${table}"`).get()?.count ?? 0
  if (count === 0) return null
  const keys = columnsOf(db, table).filter(column => column.pk > 0)
  const list = keys.map(key => `"${key.name}"`).join()
  const values = db
    .prepare<[number], Record<string, unknown>>(`SELECT ${list} FROM "${table}" LIMIT 1 OFFSET ?`)
    .get(Math.floor(random() * count))
  if (values === undefined || JSON.stringify(values) === JSON.stringify(besides?.values)) return null
  return { where: keys.map(key => `"${key.name}" = @${key.name}`).join(' AND '), values }
}

interface Place {
  table: string
  column: Column
  kind: Alteration
}

function alter(db: Database.Database, { table, column, kind }: Place, random: Random): boolean {
  const row = anyRow(db, table, random)
  if (row === null) return false
  const read = (one: AnyRow): unknown =>
    db.prepare(`SELECT "${column.name}" FROM "${table}" WHERE ${one.where}`).pluck().get(one.values)
  const write = (one: AnyRow, value: unknown) =>
    db
      .prepare(`UPDATE "${table}" SET "${column.name}" = @altered WHERE ${one.where}`)
      .run({ ...one.values, altered: value })
  const before = read(row)
  if (kind === 'exchanged') {
    const other = anyRow(db, table, random, row)
    if (other === null || column.pk > 0) return false
    const theirs = read(other)
    if (isSame(before, theirs)) return false
    write(row, theirs)
    write(other, before)
    return true
  }
  const value = altered(before, kind, column.type, random)
  return !isSame(before, value) && write(row, value).changes > 0
}

function isSame(a: unknown, b: unknown): boolean {
  if (Buffer.isBuffer(a) && Buffer.isBuffer(b)) return a.equals(b)
  return a === null || b === null ? a === b : String(a) === String(b)
}

function altered(value: unknown, kind: Alteration, type: string, random: Random): unknown {
  if (kind === 'emptied') return type === 'INTEGER' ? null : type === 'TEXT' ? '' : Buffer.alloc(0)
  if (type === 'INTEGER') {
    const number = typeof value === 'number' ? value : 0
    const wild = [0, -1, 199_999_999_999_999, 9_000_000_000_000_000, number * 2 + 3]
    return BigInt(kind === 'altered' ? (wild[Math.floor(random() * wild.length)] ?? 0) : number + 1)
  }
  if (type === 'TEXT') {
    const text = typeof value === 'string' ? value : ''
    if (kind === 'altered') return ['{', 'running', 'complete', 'ä\0b', `${text}x`][Math.floor(random() * 5)]
    const at = Math.floor(random() * text.length)
    return `${text.slice(0, at)}${String.fromCharCode((text.charCodeAt(at) || 65) ^ 1)}${text.slice(at + 1)}`
  }
  const bytes = Buffer.from(Buffer.isBuffer(value) && value.length > 0 ? value : 'x')
  if (kind === 'altered') return Buffer.alloc(bytes.length, 7)
  const at = Math.floor(random() * bytes.length)
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at)
  return bytes
}

function fileInjuries(path: string, open: boolean): Injury[] {
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(path, join(entry.parentPath, entry.name)))
  const classes = new Map<string, string[]>()
  for (const file of files) classes.set(classOf(file), [...(classes.get(classOf(file)) ?? []), file])
  const mode = open ? ' (log beside it)' : ''
  return [...classes].flatMap(([kind, members]) => {
    const pick = (folder: string, random: Random) =>
      join(folder, members[Math.floor(random() * members.length)] ?? '')
    const make = (what: string, work: (file: string, random: Random) => boolean): Injury => ({
      name: `${kind}${mode} ${what}`,
      open,
      apply: (folder, random) => work(pick(folder, random), random),
    })
    return [
      make('byte flipped', flipByte),
      make('page zeroed', zeroPage),
      make('cut', cut),
      make('emptied', file => writeEmpty(file)),
      make('removed', file => rmSync(file) === undefined),
    ]
  })
}

function classOf(file: string): string {
  if (file.startsWith('files/')) return 'files/*'
  return file.startsWith('drills/') && file.endsWith('.json') ? 'drills/*.json' : file
}

function flipByte(file: string, random: Random): boolean {
  const bytes = readFileSync(file)
  if (bytes.length === 0) return false
  const at = Math.floor(random() * bytes.length)
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at)
  writeFileSync(file, bytes)
  return true
}

function zeroPage(file: string, random: Random): boolean {
  const bytes = readFileSync(file)
  const at = Math.floor(random() * Math.ceil(bytes.length / 4096)) * 4096
  const page = bytes.subarray(at, at + 4096)
  if (page.every(byte => byte === 0)) return false
  page.fill(0)
  writeFileSync(file, bytes)
  return true
}

function cut(file: string, random: Random): boolean {
  const { size } = statSync(file)
  if (size < 2) return false
  const opened = openSync(file, 'r+')
  ftruncateSync(opened, Math.floor(random() * (size - 1)) + 1)
  closeSync(opened)
  return true
}

function writeEmpty(file: string): boolean {
  if (statSync(file).size === 0) return false
  writeFileSync(file, '')
  return true
}
