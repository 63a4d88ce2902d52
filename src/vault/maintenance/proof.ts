/**
 * Proves, before the first row goes or moves, that everything is there which the snapshots that stay need: each content, the block it
 * lies in, all that it is a delta against, and files with their sizes. From the survey and the sizes of files: no content is
 * read. And that the rows which say so are as they were written.
 */
import { inTurns } from '../../model/stepwise.ts'
import type { ContentRows } from '../catalog/contents.ts'
import type { Tallied } from '../catalog/coverage.ts'
import { openForReading } from '../catalog/database.ts'
import { changedRows, searchTallyFaults } from '../catalog/tally.ts'
import type { FileStore } from '../files/file-store.ts'
import { Bits } from './bits.ts'
import { damaged } from './damaged.ts'
import type { Survey } from './survey.ts'

/** All of one moment, though others write between its turns. Throws DamageFound for the first row that is not. */
export async function proveRows(
  catalog: string,
  tables: readonly Tallied[],
  giveWay: () => Promise<void>,
): Promise<void> {
  const db = openForReading(catalog)
  try {
    db.exec('BEGIN')
    for (const table of tables) {
      const [message] = await inTurns(searchTallyFaults(db, table), giveWay)
      if (message !== undefined) throw changedRows(message)
    }
  } finally {
    db.close()
  }
}

/** Throws DamageFound for the first that is missing. */
export function proveNeeded(survey: Survey, rows: ContentRows, files: FileStore): void {
  const { live, blocks, contents } = survey
  for (let content = 1; content <= contents.highest; content++)
    if (live.has(content) && !contents.block[content])
      throw damaged(`content #${content} is not in the catalog`)
  proveChains(survey)
  const through = blocksReadThrough(survey)
  for (let content = 1; content <= contents.highest; content++) {
    const block = contents.block[content] ?? 0
    if (!through.has(block) || !blocks.isFile.has(block)) continue
    const digest = rows.content(content)?.digest ?? ''
    if (files.sizeOf(digest) !== blocks.storedBytes[block])
      throw damaged(`file ${digest} is not there as it was stored`)
  }
}

/** Those of what is needed, and of what it is a delta against, down to what is stored in full. */
export function blocksReadThrough({ blocks, contents }: Survey): Bits {
  const through = new Bits(blocks.highest)
  for (let from = 1; from <= blocks.highest; from++) {
    let block = (blocks.live[from] ?? 0) > 0 ? from : 0
    while (block !== 0 && !through.has(block)) {
      through.add(block)
      block = contents.block[blocks.base[block] ?? 0] ?? 0
    }
  }
  return through
}

/** Every step leads to a smaller depth, so every chain ends. */
function proveChains({ blocks, contents }: Survey): void {
  for (let block = 1; block <= blocks.highest; block++) {
    const base = blocks.base[block] ?? 0
    if (base === 0) continue
    const older = contents.block[base] ?? 0
    if (older === 0)
      throw damaged(`block ${block} is a delta against content #${base}, which is not in the catalog`)
    if ((blocks.depth[older] ?? 0) >= (blocks.depth[block] ?? 0))
      throw damaged(`block ${block} is a delta against content #${base}, which is no nearer to a full one`)
  }
}
