/**
 * Takes out the blocks that nobody needs, and stores anew what is needed of the others. First what frees space and writes
 * nothing; then block by block, never more at once than fits one transaction. At each commit all that stays can be read.
 */
import type { Digest } from '../../model/digest.ts'
import { DiskRefused } from '../../model/disk-errors.ts'
import type { Connection } from '../catalog/connection.ts'
import { makeBlockMove, type NewBlock } from '../catalog/contents.ts'
import { noteHighest } from '../catalog/given-numbers.ts'
import { type PackingParts, packDelta, packInFull } from '../maintenance/packing.ts'
import type { Steps } from '../maintenance/steps.ts'
import type { Survey } from '../maintenance/survey.ts'
import { makeContentsOf, makeTake } from '../maintenance/take.ts'
import { type Group, makeChain, type Work } from './work.ts'

export interface BlockParts extends PackingParts {
  db: Connection
  steps: Steps
  survey: Survey
  /** Told how many blocks are done, as they are. */
  done: (blocks: number) => void
}

const BLOCKS_AT_ONCE = 500
/** Raw bytes that are stored anew in one transaction, and those of one block at most beside them. */
const MOVED_AT_ONCE_BYTES = 1024 * 1024
const MOVED_AT_ONCE = 200

export async function workBlocks(parts: BlockParts, work: Work): Promise<void> {
  const { db, steps } = parts
  const contentsOf = makeContentsOf(parts.survey)
  const own = { ...parts, contentsOf, move: makeBlockMove(db), take: makeTake(parts, contentsOf) }
  await steps.run(() => noteHighest(db))
  await takeBlocks(own, work.free)
  await rebase(own, work)
  await takeBlocks(own, work.later)
  await regroup(own, work.groups)
}

interface Working extends BlockParts {
  contentsOf: (block: number) => number[]
  move: (block: NewBlock) => void
  take: (block: number, forget: (digest: Digest) => void) => void
}

async function takeBlocks({ steps, take, done }: Working, blocks: readonly number[]): Promise<void> {
  await steps.each(blocks, BLOCKS_AT_ONCE, take)
  done(blocks.length)
}

async function rebase(parts: Working, work: Work): Promise<void> {
  const { survey, done } = parts
  const chain = makeChain(survey, work.retained)
  for (const batch of batches(work.rebase, block => survey.blocks.bytes[block] ?? 0)) {
    const made: NewBlock[] = []
    const inFull: number[] = []
    for (const block of batch)
      for (const content of liveOf(parts, block)) {
        await parts.giveWay()
        const delta = await packDelta(parts, content, chain.anchorOf(block))
        if (delta) made.push(delta)
        else inFull.push(content)
      }
    made.push(...(await packInFull(parts, inFull)))
    await replace(parts, made, batch)
    done(batch.length)
  }
}

async function regroup(parts: Working, groups: ReadonlyMap<number, Group>): Promise<void> {
  const { blocks } = parts.survey
  const bytesOf = (block: number) => blocks.bytes[block] ?? 0
  const sizeOf = ([root, { orphans }]: readonly [number, Group]) =>
    (blocks.liveBytes[root] ?? 0) + orphans.reduce((sum, block) => sum + bytesOf(block), 0)
  // So many that one transaction would grow too large are stored before the rest of their group.
  for (const group of groups)
    if (sizeOf(group) > MOVED_AT_ONCE_BYTES)
      for (const batch of batches(group[1].orphans.splice(0), bytesOf)) await storeAnew(parts, batch, [])
  for (const batch of batches([...groups], sizeOf)) await regroupBatch(parts, batch)
}

/** Where the disk is too full for all of these at once, each by itself. */
async function regroupBatch(parts: Working, batch: readonly (readonly [number, Group])[]): Promise<void> {
  const moved = batch.flatMap(([root, { orphans }]) => [root, ...orphans])
  const casualties = batch.flatMap(([, group]) => group.casualties)
  try {
    await storeAnew(parts, moved, casualties)
    parts.done(batch.length)
  } catch (error) {
    if (!(error instanceof DiskRefused) || batch.length === 1) throw error
    for (const group of batch) await regroupBatch(parts, [group])
  }
}

/** In full, what is needed of the first; both go. */
async function storeAnew(
  parts: Working,
  moved: readonly number[],
  casualties: readonly number[],
): Promise<void> {
  const made = await packInFull(
    parts,
    moved.flatMap(block => liveOf(parts, block)),
  )
  await replace(parts, made, [...casualties, ...moved.toReversed()])
}

/** One transaction: the new blocks, and then none of the old ones. Deltas before what they are against. */
async function replace(parts: Working, made: readonly NewBlock[], old: readonly number[]): Promise<void> {
  await parts.steps.run(forget => {
    for (const block of made) parts.move(block)
    for (const block of old) parts.take(block, forget)
  })
}

function liveOf({ contentsOf, survey: { live } }: Working, block: number): number[] {
  return contentsOf(block).filter(content => live.has(content))
}

function* batches<T>(all: readonly T[], sizeOf: (item: T) => number): Generator<T[]> {
  let batch: T[] = []
  let bytes = 0
  for (const item of all) {
    batch.push(item)
    bytes += sizeOf(item)
    if (bytes < MOVED_AT_ONCE_BYTES && batch.length < MOVED_AT_ONCE) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}
