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

const BLOCKS_AT_ONCE = 1000

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
  const found: Found[] = []
  await eachBlock(where.present, pause, (block, contents) => {
    if (contents.every(content => isAsWanted(where, content))) return
    found.push({ block, bytes: where.present.bytes(block), turn: earliestTurn(where.wanted, contents) })
  })
  return inTurn(found)
}

interface Found {
  block: number
  /** Decoded. */
  bytes: number
  /** The earliest of what lies in it. */
  turn: number
}

function inTurn(found: Found[]): number[] {
  // As numbers: those of a large vault are sorted in one stretch, which with a comparison takes twenty times as long.
  const order = Float64Array.from(found, ({ turn }, index) => turn * found.length + index).sort()
  return Array.from(order, key => found[key % found.length]?.block ?? 0)
}

function earliestTurn(wanted: Wanted, contents: readonly number[]): number {
  return contents.reduce(
    (turn, content) => Math.min(turn, wanted.turn[content] ?? 0),
    Number.MAX_SAFE_INTEGER,
  )
}

/** Of what lies in full because it is best so; what does for want of a base is tried again by itself. */
const JOINED: ReadonlySet<number> = new Set([ROLE.text, ROLE.small])

/** Those of one role that are to be one block, or some large ones. */
export async function smallBlocks(
  { present, wanted }: Where,
  mostBytes: number,
  pause: Pause,
): Promise<number[]> {
  const byRole = new Map<number, Found[]>()
  await eachBlock(present, pause, (block, contents) => {
    const role = present.packed(block)
    const bytes = present.bytes(block)
    if (!JOINED.has(role) || present.isFile(block) || bytes >= mostBytes) return
    const found = byRole.get(role) ?? []
    found.push({ block, bytes, turn: earliestTurn(wanted, contents) })
    byRole.set(role, found)
  })
  return [...byRole.values()].flatMap(found => inTurn(worthJoining(found)))
}

/**
 * A block is stored anew only with others that are at least half of it together: so what comes a little at a time is stored
 * anew a few times, and there are never many small ones.
 */
function worthJoining(found: Found[]): Found[] {
  const bySize = found.toSorted((a, b) => a.bytes - b.bytes)
  let smaller = 0
  let joined = 0
  for (const [index, { bytes }] of bySize.entries()) {
    if (index > 0 && smaller * 2 >= bytes) joined = index + 1
    smaller += bytes
  }
  return bySize.slice(0, joined)
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
