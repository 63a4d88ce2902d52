/**
 * What the row of a snapshot says at length (JSON of some kilobytes, much the same every night), taken out of the rows of many
 * snapshots and kept compressed together. Whoever reads such a row gets it back, so that its seal is computed as ever.
 */
import { zstdDecompressSync } from 'node:zlib'
import { type Connection, prepareOnce } from './connection.ts'

/** Columns of `snapshot`, as they stand in a row. */
export interface SummaryColumns {
  resources: string
  not_offered: string
  proof: string | null
  covers: string | null
  weak: string | null
}

/** What a row that is packed has in their place; `resources` is never empty otherwise. */
const TAKEN_OUT: SummaryColumns = { resources: '', not_offered: '', proof: null, covers: null, weak: null }

/** By snapshot. */
type Pack = Readonly<Record<number, SummaryColumns>>

export interface PackedRow {
  first: number
  last: number
  bytes: number
  data: Buffer
}

/** The text that a pack is compressed from. */
export function packText(rows: readonly (SummaryColumns & { id: number })[]): string {
  const entries = rows.map(({ id, resources, not_offered, proof, covers, weak }) => [
    id,
    { resources, not_offered, proof, covers, weak },
  ])
  return JSON.stringify(Object.fromEntries(entries))
}

/**
 * To be run inside a transaction in which references are not looked for, of neighbouring rows that are not packed yet. The rows
 * are taken away and written again: one that only gets smaller leaves its page to itself, and nothing comes back.
 */
export function makeSummaryPacking(db: Connection): (pack: PackedRow, snapshots: readonly number[]) => void {
  const insert = db.prepare<[PackedRow]>(
    'INSERT INTO packed_summary (first, last, bytes, data) VALUES (:first, :last, :bytes, :data)',
  )
  const take = db.prepare<[number], SummaryColumns & { id: number }>(
    'DELETE FROM snapshot WHERE id = +? RETURNING *',
  )
  const columns = db.prepare<[], string>(`SELECT name FROM pragma_table_info('snapshot')`).pluck().all()
  const putBack = db.prepare<[SummaryColumns]>(
    `INSERT INTO snapshot (${columns.join()}) VALUES (${columns.map(column => `:${column}`).join()})`,
  )
  return (pack, snapshots) => {
    insert.run(pack)
    for (const row of snapshots.flatMap(snapshot => take.get(snapshot) ?? []))
      putBack.run({ ...row, ...TAKEN_OUT })
  }
}

/** A row that is in no pack comes as it is; so does one whose pack is damaged, which is then not as it was sealed. */
export function withSummary<Row extends SummaryColumns & { id: number }>(db: Connection, row: Row): Row {
  if (row.resources !== TAKEN_OUT.resources) return row
  const found = prepareOnce<[{ id: number }], PackedRow>(
    db,
    'SELECT * FROM packed_summary WHERE first <= +:id AND last >= +:id ORDER BY first DESC',
  ).iterate({ id: row.id })
  for (const pack of found) {
    const summary = unpacked(db, pack)[row.id]
    if (summary !== undefined) return { ...row, ...summary }
  }
  return row
}

/** The last that was read, as neighbours are read together. A pack is never changed. */
const LAST = new WeakMap<Connection, { first: number; pack: Pack }>()

function unpacked(db: Connection, { first, bytes, data }: PackedRow): Pack {
  const last = LAST.get(db)
  if (last?.first === first) return last.pack
  const pack = decode(data, bytes)
  LAST.set(db, { first, pack })
  return pack
}

function decode(data: Buffer, bytes: number): Pack {
  try {
    return JSON.parse(zstdDecompressSync(data, { maxOutputLength: Math.max(1, bytes) }).toString())
  } catch {
    return {}
  }
}
