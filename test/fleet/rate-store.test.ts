/** What the script in Redis grants is what the simulated store of the property tests grants. */
import { expect, test } from 'vitest'
import { openRateStore } from '../../src/fleet/rate-store.ts'
import { startRedis } from '../helpers/redis.ts'
import { SimulatedStore } from '../helpers/simulated-rates.ts'

test('slots follow each other, a second ahead at most, for each token by itself; the key goes by itself', async () => {
  const { redis } = await startRedis()
  const store = openRateStore(redis.shared, '{p}')
  const simulated = new SimulatedStore(() => 0)
  const [spacingMs, aheadMs] = [10_000, 1000]
  // So far apart that the milliseconds between the calls count for nothing.
  for (const count of [1, 3, 1]) {
    const [real, meant] = [
      await store.take('a', { spacingMs, count, aheadMs }),
      await simulated.take('a', { spacingMs, count, aheadMs }),
    ]
    expect(real.granted).toBe(meant.granted)
    expect(Math.round(real.inMs / 1000)).toBe(Math.round(meant.inMs / 1000))
  }
  const many = await store.take('b', { spacingMs: 100, count: 1000, aheadMs })
  expect([many.granted, many.inMs]).toEqual([
    (await simulated.take('b', { spacingMs: 100, count: 1000, aheadMs })).granted,
    0,
  ])
  expect(await redis.shared.pttl('{p}:rate:b')).toBeGreaterThan(1000)
  expect(await redis.shared.keys('*')).toEqual(expect.arrayContaining(['{p}:rate:a', '{p}:rate:b']))
  // The clock of Redis was put back by an hour.
  await redis.shared.set('{p}:rate:b', String(Date.now() + 3_600_000))
  expect((await store.take('b', { spacingMs: 100, count: 1, aheadMs })).granted).toBe(1)
})
