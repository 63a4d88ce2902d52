/**
 * What a prune has to do with the blocks of a vault, decided from a survey alone: which go, and where what stays has to move
 * because the block that it lies in, or what it is a delta against, goes.
 */
import { Bits } from '../maintenance/bits.ts'
import { blocksReadThrough } from '../maintenance/proof.ts'
import type { Survey } from '../maintenance/survey.ts'

export interface Work {
  /** Nothing that stays is read through these. Deltas come before what they are against. */
  free: number[]
  /** Deltas that stay and get another base, one further down their chain. */
  rebase: number[]
  /** Deltas that go once those are moved. Deltas come before what they are against. */
  later: number[]
  /** By a block that is stored in full, and goes: what has to be stored anew without it. */
  groups: Map<number, Group>
  /** Blocks that hold what nobody needs, and too little of it to be written anew. */
  retained: Bits
}

export interface Group {
  /** Deltas that stay and have nothing left to be against. */
  orphans: number[]
  /** Deltas that go with the block. Deltas come before what they are against. */
  casualties: number[]
}

/** `leastDeadShare`: of its bytes, above which a block that holds something needed is written anew. */
export function planWork(survey: Survey, leastDeadShare: number): Work {
  const { blocks } = survey
  const retained = retainedBlocks(survey, leastDeadShare)
  const through = blocksReadThrough(survey)
  const chain = makeChain(survey, retained)
  const work: Work = { free: [], rebase: [], later: [], groups: new Map(), retained }
  const groupOf = (root: number): Group => {
    const group = work.groups.get(root) ?? { orphans: [], casualties: [] }
    work.groups.set(root, group)
    return group
  }
  for (let block = 1; block <= blocks.highest; block++) {
    if (!blocks.known.has(block) || retained.has(block)) continue
    const isDelta = blocks.base[block] !== 0
    const isLive = (blocks.live[block] ?? 0) > 0
    if (!isLive && !through.has(block)) work.free.push(block)
    else if (isDelta && isLive) {
      if (chain.isWhole(block)) continue
      if (chain.hasAnchor(block)) work.rebase.push(block)
      else groupOf(chain.rootOf(block)).orphans.push(block)
    } else if (isDelta) {
      if (chain.hasAnchor(block)) work.later.push(block)
      else groupOf(chain.rootOf(block)).casualties.push(block)
    } else if (blocks.live[block] !== blocks.contents[block]) groupOf(block)
  }
  const deepestFirst = (a: number, b: number) => (blocks.depth[b] ?? 0) - (blocks.depth[a] ?? 0)
  for (const list of [
    work.free,
    work.later,
    ...[...work.groups.values()].map(({ casualties }) => casualties),
  ])
    list.sort(deepestFirst)
  return work
}

/** Stored in full, with something that is needed, and with little else. */
function retainedBlocks({ blocks }: Survey, leastDeadShare: number): Bits {
  const retained = new Bits(blocks.highest)
  for (let block = 1; block <= blocks.highest; block++) {
    const live = blocks.live[block] ?? 0
    if (live === 0 || live === blocks.contents[block] || blocks.base[block] !== 0) continue
    const [bytes, liveBytes] = [blocks.bytes[block] ?? 0, blocks.liveBytes[block] ?? 0]
    if (bytes - liveBytes < bytes * leastDeadShare) retained.add(block)
  }
  return retained
}

export interface Chain {
  /** It stays as it is: all of it is needed, and so is what it is against. */
  isWhole(block: number): boolean
  /** Something that it is a delta against, through however many others, stays. */
  hasAnchor(block: number): boolean
  /** The nearest such content; 0: none. */
  anchorOf(block: number): number
  /** The block stored in full at the end of its chain. */
  rootOf(block: number): number
}

/** Of blocks whose chains are proved to end. */
export function makeChain({ live, blocks, contents }: Survey, retained: Bits): Chain {
  const blockOf = (content: number) => contents.block[content] ?? 0
  const baseOf = (block: number) => blocks.base[block] ?? 0
  const stays = (content: number) => live.has(content) || retained.has(blockOf(content))
  const anchorOf = (block: number): number => {
    let base = baseOf(block)
    while (base !== 0 && !stays(base)) base = baseOf(blockOf(base))
    return base
  }
  return {
    isWhole: block => stays(baseOf(block)) && blocks.live[block] === blocks.contents[block],
    hasAnchor: block => anchorOf(block) !== 0,
    anchorOf,
    rootOf(from) {
      let block = from
      while (baseOf(block) !== 0) block = blockOf(baseOf(block))
      return block
    },
  }
}
