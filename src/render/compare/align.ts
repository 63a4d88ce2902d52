/** Which block of a stretch that was replaced is a version of which: those of one type that say most of the same, in their order. */
import type { ComparableBlock } from './comparison.ts'
import { wordsOf } from './words.ts'

/** Of all words of both, how many stand in both. */
const LEAST_SIMILAR = 0.4
/** What has no text, as a picture, may be another of its type. */
const WITHOUT_TEXT = 0.5
const MOST_PAIRS = 10_000

export interface Pair {
  before: number
  after: number
}

/** Places in the two lists, both rising. Null: they are too many to look at each with each other. */
export function pairBlocks(
  before: readonly ComparableBlock[],
  after: readonly ComparableBlock[],
): readonly Pair[] | null {
  if (before.length * after.length > MOST_PAIRS) return null
  const [left, right] = [before, after].map(blocks => blocks.map(({ text }) => countsOf(text)))
  const scores = before.map((block, row) =>
    after.map((other, column) => {
      if (block.type !== other.type) return 0
      return similarity(left?.[row], right?.[column])
    }),
  )
  return bestPath(scores)
}

type Counts = ReadonlyMap<string, number>

function countsOf(text: string): Counts {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) if (word.trim() !== '') counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function similarity(a: Counts = new Map(), b: Counts = new Map()): number {
  const total = sum(a) + sum(b)
  if (total === 0) return WITHOUT_TEXT
  let shared = 0
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0)
  const score = (2 * shared) / total
  return score < LEAST_SIMILAR ? 0 : score
}

function sum(counts: Counts): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}

/** The highest sum of scores, none of two pairs crossing. */
function bestPath(scores: readonly (readonly number[])[]): Pair[] {
  const columns = scores[0]?.length ?? 0
  const sums = [new Array<number>(columns + 1).fill(0)]
  for (const row of scores) {
    const above = sums.at(-1) ?? []
    const line = [0]
    for (let column = 0; column < columns; column++) {
      const score = row[column] ?? 0
      const paired = score === 0 ? 0 : (above[column] ?? 0) + score
      line.push(Math.max(paired, above[column + 1] ?? 0, line[column] ?? 0))
    }
    sums.push(line)
  }
  return backwards(scores, sums)
}

function backwards(scores: readonly (readonly number[])[], sums: readonly (readonly number[])[]): Pair[] {
  const pairs: Pair[] = []
  let [row, column] = [scores.length, scores[0]?.length ?? 0]
  while (row > 0 && column > 0) {
    const here = sums[row]?.[column]
    if (here === sums[row - 1]?.[column]) row--
    else if (here === sums[row]?.[column - 1]) column--
    else pairs.push({ before: --row, after: --column })
  }
  return pairs.reverse()
}
