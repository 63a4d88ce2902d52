/** The heaviest subsequence whose values rise: what of a list may stay when the rest is moved. O(n log n). */

export interface Weighed {
  /** A whole number from 0 up. */
  value: number
  weight: number
}

export function longestRise<T extends Weighed>(list: readonly T[]): T[] {
  const size = list.reduce((most, element) => Math.max(most, element.value), 0) + 2
  // A Fenwick tree over the values: which element ends the heaviest rise with a value up to this one.
  const best: number[] = new Array(size).fill(-1)
  const weights: number[] = []
  const before: number[] = []
  const heavier = (a: number, b: number) => (weights[b] ?? 0) > (weights[a] ?? 0)
  const bestUpTo = (value: number): number => {
    let found = -1
    for (let at = value; at > 0; at -= at & -at) if (heavier(found, best[at] ?? -1)) found = best[at] ?? -1
    return found
  }
  list.forEach(({ value, weight }, index) => {
    const last = bestUpTo(value)
    before.push(last)
    weights.push((weights[last] ?? 0) + weight)
    for (let at = value + 1; at < size; at += at & -at) if (heavier(best[at] ?? -1, index)) best[at] = index
  })
  const found: T[] = []
  for (let at = bestUpTo(size - 1); at >= 0; at = before[at] ?? -1) {
    const element = list[at]
    if (element !== undefined) found.unshift(element)
  }
  return found
}
