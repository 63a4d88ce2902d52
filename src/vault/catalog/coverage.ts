/**
 * What tells damage to each table, apart from the seals: this list is the whole, and a test holds it against the schema.
 *
 * A *tallied* table has, for each part of it, the number of its rows and the sum of their hashes in `tally`: no row can
 * change, come or go unnoticed. A row of a *summed* table has its own hash beside it and is believed only when that is
 * right: what it said is then read or noted again. Of such a table only the number of rows is tallied. Columns are not
 * listed where a table is tallied: all of them count.
 */
import { type Connection, prepareOnce } from './connection.ts'
import { sumOf } from './row-sum.ts'

export interface Tallied {
  name: string
  /** Names the part that a row belongs to: all rows with the same `column >> shift`; null: the table is one part. */
  column: string | null
  shift: number
  /** What the rows of a part have in common, for messages. */
  noun: string
}

export const TALLIED: readonly Tallied[] = [
  tallied('organization', 'id'),
  tallied('snapshot', 'id'),
  tallied('packed_summary', null),
  tallied('term', 'id', 10),
  tallied('resource', 'id', 10),
  tallied('block', 'id', 10),
  tallied('content', 'id', 10),
  tallied('version', 'since', 0, 'snapshot'),
  tallied('part', 'since', 0, 'snapshot'),
  tallied('reference', 'since', 0, 'snapshot'),
  tallied('gap', 'snapshot', 0, 'snapshot'),
  tallied('scope_digest', 'since', 0, 'snapshot'),
  tallied('pin', null),
  tallied('tag', null),
  tallied('hold', null),
  tallied('forgotten', null),
  tallied('pruned', null),
  tallied('lost', null),
  tallied('owner', null),
  tallied('ledger', 'id'),
  tallied('restore_run', 'id'),
  tallied('journal', 'run', 0, 'restore'),
  tallied('restored', 'run', 0, 'restore'),
  tallied('body', null),
  tallied('read_mark', null),
  tallied('fact', null),
]

/** What a new snapshot is built on besides its base, and few rows. */
export const FOUNDATION = TALLIED.filter(({ name }) => ['organization', 'term'].includes(name))
/** A part for each row. */
export const SNAPSHOTS = TALLIED.filter(({ name }) => name === 'snapshot')

/** Columns with the types that values are stored as. */
export const SUMMED = {
  body: { parent: 'INTEGER', key: 'TEXT', name: 'INTEGER', content: 'INTEGER' },
  read_mark: {
    anchor: 'INTEGER',
    kind: 'INTEGER',
    since: 'INTEGER',
    last: 'INTEGER',
    token: 'TEXT',
    at: 'INTEGER',
    exact_at: 'INTEGER',
  },
  fact: { key: 'TEXT', value: 'TEXT' },
} as const
export type Summed = keyof typeof SUMMED

export function isSummed(table: string): table is Summed {
  return table in SUMMED
}

/** What may be altered or lost without a word from `check`, and why that does no harm. The manual's list is made of it. */
export interface Hint {
  /** A table or files of the vault. */
  name: string
  /** What is done to it that nobody is told. */
  when: 'altered' | 'removed' | 'altered or removed'
  why: string
}

export const HINTS: readonly Hint[] = [
  {
    name: 'lease',
    when: 'altered or removed',
    why: "It says who writes just now. A lease that was not renewed for a minute, or that claims to have been renewed more than a minute from now, is nobody's, so an altered one keeps a writer out for a minute at most. A writer whose lease is gone or altered stops at its next transaction, and what it wrote is taken back by the next run.",
  },
  {
    name: 'drills/*.json',
    when: 'removed',
    why: 'Each record proves one drill by its own signature. One that is gone proves one drill less, and nothing that is untrue.',
  },
  {
    name: 'drills/drill-key.pem',
    when: 'removed',
    why: 'Records hold the public key that they were signed with. The next drill makes a new key.',
  },
  {
    name: 'verified.json',
    when: 'altered or removed',
    why: 'It says when what was read, with a hash of its own. Without it, or where that is wrong, everything is read again.',
  },
  {
    name: 'search.db',
    when: 'removed',
    why: 'It makes searches fast and is made from the vault alone. Without it everything is read.',
  },
  {
    name: 'catalog-format-*.db',
    when: 'altered or removed',
    why: 'The catalog as it was before an upgrade, for those who want to go back. The check that they run then names what is wrong with it.',
  },
  {
    name: 'repairs/',
    when: 'altered or removed',
    why: 'What repairs replaced, as it was. A later repair takes bytes from there only where they have the digest that it looks for.',
  },
  {
    name: 'replica/',
    when: 'altered or removed',
    why: 'For whom replicas are encrypted, and what was sent to them. Without it everything is sent again; a key that is not the one that signs is refused, and an altered list of keys is shown by `replica key list`.',
  },
  {
    name: 'catalog.db-shm',
    when: 'altered or removed',
    why: 'An index of catalog.db-wal that SQLite makes anew when the first process opens the catalog.',
  },
  {
    name: 'tmp/',
    when: 'altered or removed',
    why: 'What is being written just now; it is emptied when the vault is opened for writing, and every content is hashed again before it counts.',
  },
  {
    name: 'unused bytes of catalog.db and catalog.db-wal',
    when: 'altered',
    why: "Free pages, counters of the file's header and frames of the log that are copied already: every row and the schema read as before.",
  },
]

function tallied(name: string, column: string | null, shift = 0, noun: string | null = column): Tallied {
  return { name, column, shift, noun: noun ?? '' }
}

/** The bytes of a block are proved by the digests of its contents. */
const AS_LENGTH = 'block.data'

/** SQL for the text of a row that is hashed: every column, none of which can pass for another. */
export function rowText(db: Connection, table: string, prefix: string): string {
  return joined(
    columnsOf(db, table).map(({ name, type }) => {
      const value = `${prefix}"${name}"`
      return `${table}.${name}` === AS_LENGTH
        ? columnText(`length(${value})`, 'INTEGER')
        : columnText(value, type)
    }),
  )
}

/**
 * SQL that has a table gone through by itself: an index may have all columns, and be damaged or not by itself. Of a table without
 * row ids SQLite takes such a one though it is told not to.
 */
export function byItself(db: Connection, table: string): string {
  const own = prepareOnce<[string], { name: string }>(
    db,
    `SELECT own.name FROM pragma_table_list AS list, pragma_index_list(list.name) AS own
     WHERE list.schema = 'main' AND list.name = +? AND list.wr AND own.origin = 'pk'`,
  ).get(table)
  return own === undefined ? 'NOT INDEXED' : `INDEXED BY "${own.name}"`
}

/** SQL for the hash that a row of a summed table should have. */
export function rowSum(table: Summed, value = (column: string) => column): string {
  const text = Object.entries(SUMMED[table]).map(([column, type]) => columnText(value(column), type))
  return `CAST(row_sum(${joined(text)}) AS INTEGER)`
}

/** The same of a row in memory, which costs a fraction where many are read. */
export function makeRowSum<Table extends Summed>(
  table: Table,
): (row: Readonly<Record<keyof (typeof SUMMED)[Table], string | number | null>>) => number {
  const columns: string[] = Object.keys(SUMMED[table])
  return row => sumOf(columns.map(column => valueText(Reflect.get(row, column))).join())
}

/** As `columnText` has it. */
function valueText(value: unknown): string {
  if (value === null) return 'n'
  return typeof value === 'string' ? `${Buffer.byteLength(value)}:${value}` : String(value)
}

/** SQL that inserts a row given by named parameters, in place of the one of the same name. */
export function insertSummed(table: Summed, key: readonly string[]): string {
  const columns = Object.keys(SUMMED[table])
  // A number bound from outside may be a REAL until it is stored.
  const bound = Object.entries(SUMMED[table]).map(
    ([column, type]) => `CAST(:${column} AS ${type}) AS ${column}`,
  )
  const others = [...columns.filter(column => !key.includes(column)), 'sum']
  return `INSERT INTO ${table} (${columns.join()}, sum) SELECT ${columns.join()}, ${rowSum(table)}
    FROM (SELECT ${bound.join()}) WHERE true
    ON CONFLICT DO UPDATE SET ${others.map(column => `${column} = excluded.${column}`).join()}`
}

function joined(texts: readonly string[]): string {
  return texts.join(` || ',' || `)
}

/** `quote` would end a text at a NUL, and makes it longer. */
function columnText(value: string, type: string): string {
  if (type === 'TEXT') return `ifnull(octet_length(${value}) || ':' || ${value}, 'n')`
  return type === 'INTEGER' ? `ifnull(${value}, 'n')` : `quote(${value})`
}

function columnsOf(db: Connection, table: string): { name: string; type: string }[] {
  return db
    .prepare<[string], { name: string; type: string }>(
      'SELECT name, type FROM pragma_table_info(?) ORDER BY name',
    )
    .all(table)
}
