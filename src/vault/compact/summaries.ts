/** Packs what the rows of sealed snapshots say at length; see catalog/packed-summaries.ts. */
import assert from 'node:assert/strict'
import { isSealed } from '../../model/snapshot.ts'
import { encodeBlock } from '../block-codec.ts'
import { snapshotRows } from '../catalog/chosen-snapshots.ts'
import type { Connection } from '../catalog/connection.ts'
import { makeSummaryPacking, type PackedRow, packText } from '../catalog/packed-summaries.ts'
import type { SnapshotRow } from '../catalog/snapshots.ts'
import type { Steps } from '../maintenance/steps.ts'

/** Fewer are not worth a row. */
const FEWEST = 8
/** More save little, and are decoded whole for each. */
const MOST = 64
const LEVEL = 19

export async function packSummaries(db: Connection, steps: Steps): Promise<void> {
  const rows = unpackedRows(db)
  for (let from = 0; rows.length - from >= FEWEST; from += MOST) {
    const some = rows.slice(from, from + MOST)
    const pack = await packOf(some)
    const write = makeSummaryPacking(db)
    const ids = some.map(({ id }) => id)
    await steps.run(() => write(pack, ids))
  }
}

function unpackedRows(db: Connection): SnapshotRow[] {
  const packed = new Set(db.prepare<[], number>("SELECT id FROM snapshot WHERE resources = ''").pluck().all())
  return snapshotRows(db).filter(row => isSealed(row) && !packed.has(row.id))
}

async function packOf(rows: readonly SnapshotRow[]): Promise<PackedRow> {
  const text = Buffer.from(packText(rows))
  const { stored, decoded, codec } = await encodeBlock(text, LEVEL)
  assert(codec === 'zstd' && decoded.equals(text), 'a pack would not be what it was')
  return { first: rows[0]?.id ?? 0, last: rows.at(-1)?.id ?? 0, bytes: text.length, data: stored }
}
