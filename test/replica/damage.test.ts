/** A few of the damages that `npm run test:replica` does. */
import { expect, test } from 'vitest'
import { damageMany } from './damage/run.ts'

test('what happens to an object of a replica is named without a key, and repaired from the vault', async () => {
  const { counts, wrong } = await damageMany({ count: 8, seed: 7 })
  expect(counts.size).toBeGreaterThan(5)
  expect(wrong).toEqual([])
}, 120_000)
