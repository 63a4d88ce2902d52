/**
 * Which rows of two sides are those that were written, by their number and the sum of their hashes. Mostly all that can be read,
 * with what is missing from the other side; else a few of them, which a disk has altered or which were deleted since, are tried
 * the other way. A wrong answer would have to hit 48 bits by chance in at most a million tries.
 */
import { addSums, SUM_MASK } from './row-sum.ts'
import type { Count } from './tally.ts'

export interface HashedRow {
  values: readonly unknown[]
  /** 48 bits; 0 for rows that have a hash of their own and are believed by it. */
  hash: number
}

export type RowsByKey = ReadonlyMap<string, HashedRow>

export const NO_ROWS: RowsByKey = new Map()

/** By key; null where no rows of both sides are those. */
export function rowsAsWritten(written: Count, mine: RowsByKey, others: RowsByKey): RowsByKey | null {
  const likely = new Map([...others, ...mine])
  const wanted = { rows: written.rows - likely.size, sum: difference(written.sum, sumOf(likely.values())) }
  const changes = otherWays(mine, others)
  for (let count = 0; count <= MOST_CHANGES && combinations(changes.length, count) <= MOST_TRIES; count++) {
    const found = combinationThat(changes, count, wanted)
    if (found === null) continue
    for (const { key, row } of found) {
      if (row === null) likely.delete(key)
      else likely.set(key, row)
    }
    return likely
  }
  return null
}

const MOST_CHANGES = 3
const MOST_TRIES = 1_000_000

/** One row the other way. */
interface Change {
  key: string
  /** Null: it is not there. */
  row: HashedRow | null
  rows: number
  sum: number
}

function otherWays(mine: RowsByKey, others: RowsByKey): Change[] {
  // Of what came since, the other side has no row at all. Of rows that are not in the sum any would do.
  if (others.size === 0) return []
  return [...new Set([...mine.keys(), ...others.keys()])].flatMap((key): Change[] => {
    const [own, other] = [mine.get(key), others.get(key)]
    const present = own ?? other
    if (present === undefined || own?.hash === other?.hash) return []
    if (present.hash === 0) return []
    return own !== undefined && other !== undefined
      ? [{ key, row: other, rows: 0, sum: difference(other.hash, own.hash) }]
      : [{ key, row: null, rows: -1, sum: difference(0, present.hash) }]
  })
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
    const left = { rows: wanted.rows - change.rows, sum: difference(wanted.sum, change.sum) }
    const others = combinationThat(changes, count - 1, left, at + 1)
    if (others !== null) return [change, ...others]
  }
  return null
}

function combinations(of: number, count: number): number {
  let ways = 1
  for (let chosen = 0; chosen < count; chosen++) ways = (ways * (of - chosen)) / (chosen + 1)
  return ways
}

function sumOf(rows: Iterable<HashedRow>): number {
  let sum = 0
  for (const { hash } of rows) sum = addSums(sum, hash)
  return sum
}

/** Of two sums: a sum again. */
function difference(from: number, taken: number): number {
  return addSums(from, SUM_MASK + 1 - taken)
}
