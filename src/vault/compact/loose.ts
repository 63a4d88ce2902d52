/** What a compaction has to do, found block by block, with other work let through in between. */
import { setImmediate } from 'node:timers/promises'
import type { Survey } from '../maintenance/survey.ts'
import type { Present } from './present.ts'
import { isAsWanted, type Relaying } from './relay.ts'
import type { CompactPlan } from './types.ts'
import { ROLE, type Wanted } from './wanted.ts'

export type Where = Pick<Relaying, 'present' | 'wanted' | 'dictionary'>
/** Called often; throws what ends the work. */
type Pause = () => void

const BLOCKS_AT_ONCE = 5000

/** What lies in one block with others moves with them. */
export async function wantTheRest(
  { present, wanted, dictionary }: Where,
  highest: number,
  pause: Pause,
): Promise<void> {
  await eachBlock(present, pause, (_, contents) => {
    if (contents.length < 2) return
    for (const content of contents) {
      if (content === dictionary || wanted.role[content] !== ROLE.none) continue
      wanted.role[content] = ROLE.small
      wanted.turn[content] = highest + content
    }
  })
}

export async function planOf({ contents, blocks }: Survey, where: Where, pause: Pause): Promise<CompactPlan> {
  const plan: CompactPlan = { contents: contents.count, loose: 0, bytes: 0 }
  await eachBlock(where.present, pause, (block, own) => {
    plan.bytes += blocks.storedBytes[block] ?? 0
    plan.loose += own.filter(content => !isAsWanted(where, content)).length
  })
  return plan
}

/** By the turns of what lies in them, so that neighbours come together and bases before what is against them. */
export async function looseBlocks(where: Where, pause: Pause): Promise<number[]> {
  const found: { block: number; turn: number }[] = []
  await eachBlock(where.present, pause, (block, contents) => {
    if (contents.every(content => isAsWanted(where, content))) return
    found.push({ block, turn: earliestTurn(where.wanted, contents) })
  })
  return found.sort((a, b) => a.turn - b.turn).map(({ block }) => block)
}

function earliestTurn(wanted: Wanted, contents: readonly number[]): number {
  return contents.reduce(
    (turn, content) => Math.min(turn, wanted.turn[content] ?? 0),
    Number.MAX_SAFE_INTEGER,
  )
}

/** Those of one role that together make larger ones; none, where that would be done for little. */
export async function smallBlocks(present: Present, mostBytes: number, pause: Pause): Promise<number[]> {
  const byRole = new Map<number, { blocks: number[]; bytes: number }>()
  await eachBlock(present, pause, block => {
    const role = present.packed(block)
    const bytes = present.bytes(block)
    if (role === ROLE.none || present.isFile(block) || bytes >= mostBytes) return
    const small = byRole.get(role) ?? { blocks: [], bytes: 0 }
    small.blocks.push(block)
    small.bytes += bytes
    byRole.set(role, small)
  })
  const isWorthIt = ({ blocks, bytes }: { blocks: number[]; bytes: number }) =>
    blocks.length > 1 && bytes > mostBytes
  return [...byRole.values()].filter(isWorthIt).flatMap(({ blocks }) => blocks)
}

/** Those in which something lies. */
async function eachBlock(
  present: Present,
  pause: Pause,
  visit: (block: number, contents: readonly number[]) => void,
): Promise<void> {
  for (let block = 1; block <= present.highestBlock; block++) {
    const contents = present.contentsOf(block)
    if (contents.length > 0) visit(block, contents)
    if (block % BLOCKS_AT_ONCE !== 0) continue
    pause()
    await setImmediate()
  }
}
