/**
 * How unusual a count is by the counts of before: its distance from their median, in median absolute deviations of log1p. Most
 * series are quiet and have no deviation at all, so there is a least one.
 */

/** Of log1p: below it one edit more than none would be unusual. */
const LEAST_DEVIATION = 0.5

/** Throws RangeError for no values. */
export function medianOf(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('nothing has no median')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[middle]]
  return (low + high) / 2
}

/** Negative below the median. */
export function robustScore(count: number, before: readonly number[]): number {
  const known = before.map(Math.log1p)
  const median = medianOf(known)
  const deviation = medianOf(known.map(value => Math.abs(value - median)))
  return (Math.log1p(count) - median) / Math.max(deviation, LEAST_DEVIATION)
}
