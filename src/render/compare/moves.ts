/** Blocks that are gone at one place and there at another, unchanged. */
import type { ComparableBlock } from './comparison.ts'

/** Places in the later body by those in the earlier one, and the other way round. */
export interface Moves {
  to: ReadonlyMap<number, number>
  from: ReadonlyMap<number, number>
}

export interface BlockAt {
  block: ComparableBlock
  place: number
}

/** Each is the first that is left of its like. What says nothing, as a line, is never moved. */
export function findMoves(removed: readonly BlockAt[], added: readonly BlockAt[]): Moves {
  const places = new Map<string, number[]>()
  for (const { block, place } of added.toReversed()) {
    if (block.text.trim() === '') continue
    const known = places.get(block.digest)
    if (known === undefined) places.set(block.digest, [place])
    else known.push(place)
  }
  const to = new Map<number, number>()
  for (const { block, place } of removed) {
    const target = places.get(block.digest)?.pop()
    if (target !== undefined) to.set(place, target)
  }
  return { to, from: new Map([...to].map(([before, after]) => [after, before] as const)) }
}
