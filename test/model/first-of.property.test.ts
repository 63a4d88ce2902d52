/** Few questions, and the first for which it is so. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOf } from '../../src/model/first-of.ts'

test('the first is found, whichever it is, and nothing is asked twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(300), fc.nat(300), async (count, first) => {
      const asked: number[] = []
      const found = await firstOf(count, async index => {
        asked.push(index)
        return index >= first
      })
      expect(found).toBe(first < count ? first : null)
      expect(new Set(asked).size).toBe(asked.length)
      expect(asked.every(index => index < count)).toBe(true)
      expect(asked.length).toBeLessThanOrEqual(2 * Math.log2(Math.max(1, count)) + 1)
    }),
  )
})
