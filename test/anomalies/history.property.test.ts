/** What the score of a count promises, whatever came before. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { medianOf, robustScore } from '../../src/anomalies/history.ts'

const count = fc.nat({ max: 100_000 })
const before = fc.array(count, { minLength: 1, maxLength: 80 })

test('at least half of the values are no larger than the median, and half no smaller', () => {
  fc.assert(
    fc.property(before, values => {
      const median = medianOf(values)
      const half = values.length / 2
      expect(values.filter(value => value <= median).length).toBeGreaterThanOrEqual(half)
      expect(values.filter(value => value >= median).length).toBeGreaterThanOrEqual(half)
    }),
  )
})

test('nothing has no median', () => {
  expect(() => medianOf([])).toThrow('nothing has no median')
})

test('the order of the nights does not matter', () => {
  fc.assert(
    fc.property(
      count,
      before,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (one, values, random) => {
        const keyed = values.map(value => ({ value, key: random.next().value ?? 0 }))
        const shuffled = keyed.sort((a, b) => a.key - b.key).map(({ value }) => value)
        expect(robustScore(one, shuffled)).toBe(robustScore(one, values))
      },
    ),
  )
})

test('more is never less unusual', () => {
  fc.assert(
    fc.property(count, count, before, (a, b, values) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)]
      expect(robustScore(more, values)).toBeGreaterThanOrEqual(robustScore(less, values))
    }),
  )
})

test('a count among equal ones is not unusual, and few more are not either, however quiet it was', () => {
  fc.assert(
    fc.property(count, fc.integer({ min: 1, max: 60 }), (same, nights) => {
      const values = Array.from({ length: nights }, () => same)
      expect(robustScore(same, values)).toBe(0)
      // e² - 1 times as much as before is a score of 4.
      expect(robustScore(Math.floor((same + 1) * 7.3) - 1, values)).toBeLessThanOrEqual(4)
      expect(robustScore(Math.ceil((same + 1) * 7.4), values)).toBeGreaterThan(4)
    }),
  )
})

test('fewer than half of the nights cannot hide a count, however wild they were', () => {
  fc.assert(
    fc.property(fc.array(count, { maxLength: 14 }), wild => {
      const quiet = Array.from({ length: 2 * wild.length + 15 }, () => 1)
      expect(robustScore(50, [...quiet, ...wild])).toBeGreaterThan(4)
    }),
  )
})
