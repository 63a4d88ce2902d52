/**
 * Stores the contents of some blocks anew as they are wanted, in one transaction: the new blocks, and then none of the old.
 * What is to be a delta against something that is read through it, for now, waits in full.
 */
import assert from 'node:assert/strict'
import type { Connection } from '../catalog/connection.ts'
import { makeBlockMove, type NewBlock } from '../catalog/contents.ts'
import { highestGiven } from '../catalog/given-numbers.ts'
import { type Against, type PackingParts, packAgainst, packInFull } from '../maintenance/packing.ts'
import type { Steps } from '../maintenance/steps.ts'
import { inLeafOrder } from './leaves.ts'
import type { Deepened, Present } from './present.ts'
import { ROLE, type Role, type Wanted } from './wanted.ts'

export interface Relaying extends PackingParts {
  db: Connection
  steps: Steps
  present: Present
  wanted: Wanted
  /** A content; 0: none. */
  dictionary: number
}

/** Of what waits in full for its turn. */
const WAITING_LEVEL = 3
const ENCODINGS_AT_ONCE = 4

export function isAsWanted(
  { present, wanted, dictionary }: Pick<Relaying, 'present' | 'wanted' | 'dictionary'>,
  content: number,
): boolean {
  const role = wanted.role[content] ?? ROLE.none
  const block = present.blockOf(content)
  if (role === ROLE.none || block === 0 || present.isFile(block)) return true
  const [base, prefix] = [present.base(block), present.dictionary(block)]
  const isWhole = base === 0 && prefix === 0
  // Where no delta helped it lies in full among what a compaction has stored.
  if (isWhole) return present.packed(block) === role
  return waysOf({ wanted, dictionary }, content).some(way => way.base === base && way.dictionary === prefix)
}

/** What it may be a delta against, what is mostly best first. */
function waysOf({ wanted, dictionary }: Pick<Relaying, 'wanted' | 'dictionary'>, content: number): Against[] {
  const role = wanted.role[content]
  const base = wanted.base[content] ?? 0
  const text = wanted.text[content] ?? 0
  if (role === ROLE.document) return [{ base, dictionary }]
  if (role !== ROLE.older) return []
  return [{ base, dictionary: 0 }, ...(text === 0 ? [] : [{ base: text, dictionary }])]
}

export async function relay(parts: Relaying, blocks: readonly number[]): Promise<void> {
  const { present, wanted } = parts
  const contents = blocks
    .flatMap(block => present.contentsOf(block))
    .sort((a, b) => (wanted.turn[a] ?? 0) - (wanted.turn[b] ?? 0))
  const of = (role: Role) => contents.filter(content => wanted.role[content] === role)
  const planned = new Planned(present)
  const made: NewBlock[] = []
  for (const role of [ROLE.text, ROLE.small]) made.push(...(await packed(parts, of(role), role)))
  planned.add(made)
  const deltas = await encodeDeltas(parts, [...of(ROLE.document), ...of(ROLE.older)], planned)
  const waiting = { ...parts.settings, compressionLevel: WAITING_LEVEL }
  made.push(...(await packed({ ...parts, settings: waiting }, deltas.waiting, ROLE.none)))
  for (const role of [ROLE.document, ROLE.older]) {
    const whole = deltas.whole.filter(content => wanted.role[content] === role)
    made.push(...(await packed(parts, whole, role)))
  }
  made.push(...deltas.made)
  const placed = new Set(made.flatMap(block => block.contents.map(({ id }) => id)))
  assert(
    contents.every(content => placed.has(content)),
    'a content would be lost',
  )
  await commit(parts, blocks, made)
}

/** In full, as what has this role. */
async function packed(parts: PackingParts, contents: readonly number[], role: Role): Promise<NewBlock[]> {
  const blocks = await packInFull(parts, contents)
  return blocks.map(block => ({ ...block, packed: role }))
}

/** What is a delta against what, once a transaction is done that is being put together. */
class Planned {
  readonly #present: Present
  readonly #blocks = new Map<number, Pick<NewBlock, 'base'>>()

  constructor(present: Present) {
    this.#present = present
  }

  add(blocks: readonly NewBlock[]): void {
    for (const block of blocks) for (const { id } of block.contents) this.#blocks.set(id, block)
  }

  /** Whether the one is read through the other, or is it; `lasting`: it stays so, as a file on the way never moves. */
  isReadThrough(content: number, other: number): false | 'passing' | 'lasting' {
    let how: 'passing' | 'lasting' = 'passing'
    for (let at = content; at !== 0; at = this.#baseOf(at)) {
      if (at === other) return how
      if (!this.#blocks.has(at) && this.#present.isFile(this.#present.blockOf(at))) how = 'lasting'
    }
    return false
  }

  #baseOf(content: number): number {
    const planned = this.#blocks.get(content)
    return planned ? (planned.base ?? 0) : this.#present.base(this.#present.blockOf(content))
  }
}

interface Deltas {
  made: NewBlock[]
  /** For another transaction: what they are to be against is read through them. */
  waiting: number[]
  /** A delta does not help. */
  whole: number[]
}

async function encodeDeltas(parts: Relaying, contents: readonly number[], planned: Planned): Promise<Deltas> {
  const { present } = parts
  const deltas: Deltas = { made: [], waiting: [], whole: [] }
  const encode = async (content: number) => {
    const isThere = ({ base, dictionary }: Against) => present.blockOf(base) !== 0 || dictionary !== 0
    return packAgainst(parts, content, waysOf(parts, content).filter(isThere))
  }
  for (let from = 0; from < contents.length; from += ENCODINGS_AT_ONCE) {
    const some = contents.slice(from, from + ENCODINGS_AT_ONCE)
    const encoded = await Promise.all(some.map(encode))
    for (const [index, content] of some.entries()) {
      const block = encoded[index]
      const base = block?.base ?? 0
      const isReadThrough = planned.isReadThrough(base, content)
      if (!block || isReadThrough === 'lasting') deltas.whole.push(content)
      else if (isReadThrough === 'passing') deltas.waiting.push(content)
      else {
        planned.add([block])
        deltas.made.push(block)
      }
    }
  }
  return deltas
}

async function commit(
  { db, steps, present }: Relaying,
  old: readonly number[],
  made: readonly NewBlock[],
): Promise<void> {
  const move = makeBlockMove(db)
  const take = db.prepare<[number]>('DELETE FROM block WHERE id = +?')
  const deepen = db.prepare<[number, number]>('UPDATE block SET depth = ? WHERE id = +?')
  const ordered = inLeafOrder(made, ({ data }) => data?.length ?? 0)
  let placed: Placed | null = null
  await steps.run(() => {
    // Once: what is done a second time on a full disk was rolled back in the catalog, and not in memory.
    placed ??= place(present, { old, made, ordered, before: highestGiven(db, 'block') })
    const { before, numbers, deeper } = placed
    for (const block of ordered) {
      const number = numbers.get(block)
      assert(number !== undefined)
      move({ ...block, depth: present.depth(number) }, number)
    }
    for (const { block, depth } of deeper) if (block <= before) deepen.run(depth, block)
    for (const block of old) take.run(block)
  })
}

interface Placed {
  /** The highest number of a block so far. */
  before: number
  numbers: ReadonlyMap<NewBlock, number>
  deeper: readonly Deepened[]
}

interface Placing extends Pick<Placed, 'before'> {
  old: readonly number[]
  made: readonly NewBlock[]
  /** The same, in the order in which they get their numbers. */
  ordered: readonly NewBlock[]
}

function place(present: Present, { old, made, ordered, before }: Placing): Placed {
  const numbers = new Map(ordered.map((block, index) => [block, before + 1 + index]))
  for (const block of old) present.drop(block)
  const deeper = made.flatMap(block => {
    const depth = block.base === null ? 0 : present.depth(present.blockOf(block.base)) + 1
    return present.place(numbers.get(block) ?? 0, { ...block, depth })
  })
  return { before, numbers, deeper }
}
