/** Takes a block out, with the contents that still lie in it. */
import type { Digest } from '../../model/digest.ts'
import type { Connection } from '../catalog/connection.ts'
import type { ContentRows } from '../catalog/contents.ts'
import type { Survey } from './survey.ts'

/** By block, as the survey found them. */
export function makeContentsOf({ contents, blocks }: Survey): (block: number) => number[] {
  // Where those of each block begin in `sorted`.
  const starts = new Uint32Array(blocks.highest + 2)
  for (let block = 1; block <= blocks.highest; block++)
    starts[block + 1] = (starts[block] ?? 0) + (blocks.contents[block] ?? 0)
  const next = starts.slice()
  const sorted = new Uint32Array(contents.count)
  for (let content = 1; content <= contents.highest; content++) {
    const block = contents.block[content] ?? 0
    if (block === 0) continue
    const at = next[block] ?? 0
    sorted[at] = content
    next[block] = at + 1
  }
  return block => [...sorted.subarray(starts[block], starts[block + 1])]
}

export type Take = (block: number, forget: (digest: Digest) => void) => void

/** To be run inside a transaction, after what stays of the block was moved. */
export function makeTake(
  { db, rows, survey }: { db: Connection; rows: ContentRows; survey: Survey },
  contentsOf: (block: number) => number[],
): Take {
  const takeContent = db.prepare<[number]>('DELETE FROM content WHERE id = +?')
  const takeMark = db.prepare<[number]>('DELETE FROM lost WHERE content = +?')
  const takeBlock = db.prepare<[number]>('DELETE FROM block WHERE id = +?')
  return (block, forget) => {
    const digests: Digest[] = []
    for (const content of contentsOf(block)) {
      const row = rows.content(content)
      if (row === undefined) continue
      if (survey.blocks.isFile.has(block)) digests.push(row.digest)
      if (row.block !== block) continue
      takeContent.run(content)
      takeMark.run(content)
    }
    takeBlock.run(block)
    for (const digest of digests) if (!rows.isFile(digest)) forget(digest)
  }
}
