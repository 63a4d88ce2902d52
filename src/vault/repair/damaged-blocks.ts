/** The blocks in which damaged contents lie, those first that are read through the fewest others. */
import type { Connection } from '../catalog/connection.ts'
import { type BlockRow, CONTENT, type ContentRow } from '../catalog/contents.ts'

export interface DamagedBlock {
  block: Omit<BlockRow, 'data'> & { isFile: boolean }
  /** All of them, in their order. */
  contents: readonly ContentRow[]
}

export interface DamagedBlocks {
  blocks: DamagedBlock[]
  /** Contents that one of these is a delta against. */
  bases: ReadonlySet<number>
}

type Row = Omit<BlockRow, 'data'> & { isFile: number }

export function damagedBlocks(db: Connection, contents: readonly number[]): DamagedBlocks {
  const rows = db
    .prepare<[string], Row>(
      `SELECT id, codec, bytes, stored, base, dictionary, depth, stored IS NOT NULL AS isFile FROM block
       WHERE id IN (SELECT block FROM content WHERE id IN (SELECT value FROM json_each(?))) ORDER BY depth, id`,
    )
    .all(JSON.stringify(contents))
  const members = Map.groupBy(
    db
      .prepare<[string], ContentRow>(
        `SELECT ${CONTENT} FROM content WHERE block IN (SELECT value FROM json_each(?)) ORDER BY block, start`,
      )
      .iterate(JSON.stringify(rows.map(({ id }) => id))),
    ({ block }) => block,
  )
  const blocks = rows.map(({ isFile, ...block }) => ({
    block: { ...block, isFile: isFile === 1 },
    contents: members.get(block.id) ?? [],
  }))
  const bases = rows.flatMap(({ base, dictionary }) => [base, dictionary])
  return { blocks, bases: new Set(bases.filter(content => content !== null)) }
}
