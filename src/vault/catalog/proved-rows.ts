/**
 * Which rows of two sides are those that were written, by their number and the sum of their hashes. Mostly all that can be read,
 * with what is missing from the other side; else a few of them, which a disk has altered or which were deleted since, are tried
 * the other way. A wrong answer would have to hit 48 bits by chance in at most a million tries.
 */
import { addSums, SUM_MASK } from './row-sum.ts'
import type { Count } from './tally.ts'

/** By key of a row its hash: 48 bits; 0 for rows that have a hash of their own and are believed by it. */
export type HashesByKey = ReadonlyMap<string, number>

/** Keys. All other rows of this side were written. */
export interface Choice {
  /** Rows of the other side that were written. */
  taken: ReadonlySet<string>
  /** Rows of this side that were not. */
  left: ReadonlySet<string>
}

/** Null where no rows of both sides are those. */
export function rowsAsWritten(written: Count, mine: HashesByKey, others: HashesByKey): Choice | null {
  const taken = new Set([...others.keys()].filter(key => !mine.has(key)))
  const left = new Set<string>()
  const wanted = {
    rows: written.rows - mine.size - taken.size,
    sum: difference(written.sum, addSums(sumOf(mine), sumOf(others, taken))),
  }
  const changes = otherWays(mine, others)
  for (let count = 0; count <= MOST_CHANGES && combinations(changes.length, count) <= MOST_TRIES; count++) {
    const found = combinationThat(changes, count, wanted)
    if (found === null) continue
    for (const { key, way } of found) {
      if (way === 'not there') taken.delete(key)
      else left.add(key)
      if (way === 'as there') taken.add(key)
    }
    return { taken, left }
  }
  return null
}

const MOST_CHANGES = 3
const MOST_TRIES = 1_000_000

/** A row the other way: that of the other side in the place of this one's, or one of either side not at all. */
interface Change {
  key: string
  way: 'as there' | 'not here' | 'not there'
  rows: number
  sum: number
}

function otherWays(mine: HashesByKey, others: HashesByKey): Change[] {
  // Of what came since, the other side has no row at all. Of rows that are not in the sum any would do.
  if (others.size === 0) return []
  const changes: Change[] = []
  for (const [key, own] of mine) {
    const other = others.get(key)
    if (own === 0 || own === other) continue
    changes.push(
      other === undefined
        ? { key, way: 'not here', rows: -1, sum: difference(0, own) }
        : { key, way: 'as there', rows: 0, sum: difference(other, own) },
    )
  }
  for (const [key, other] of others)
    if (other !== 0 && !mine.has(key))
      changes.push({ key, way: 'not there', rows: -1, sum: difference(0, other) })
  return changes
}

/** The first `count` of these that come to this together. */
function combinationThat(
  changes: readonly Change[],
  count: number,
  wanted: Count,
  from = 0,
): readonly Change[] | null {
  if (count === 0) return wanted.rows === 0 && wanted.sum === 0 ? [] : null
  for (let at = from; at <= changes.length - count; at++) {
    const change = changes[at]
    if (change === undefined) continue
    const rest = { rows: wanted.rows - change.rows, sum: difference(wanted.sum, change.sum) }
    const others = combinationThat(changes, count - 1, rest, at + 1)
    if (others !== null) return [change, ...others]
  }
  return null
}

function combinations(of: number, count: number): number {
  let ways = 1
  for (let chosen = 0; chosen < count; chosen++) ways = (ways * (of - chosen)) / (chosen + 1)
  return ways
}

function sumOf(hashes: HashesByKey, keys: Iterable<string> = hashes.keys()): number {
  let sum = 0
  for (const key of keys) sum = addSums(sum, hashes.get(key) ?? 0)
  return sum
}

/** Of two sums: a sum again. */
function difference(from: number, taken: number): number {
  return addSums(from, SUM_MASK + 1 - taken)
}
