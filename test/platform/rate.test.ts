import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OwnSlots, SharedRate, type Slots } from '../../src/platform/rate.ts'

/** Askers that come back when they are told to, until each has started so many; who started, and when. */
function race(rate: SharedRate, clock: { now: number }, wanted: readonly number[]) {
  const shares = wanted.map(count => ({ slots: rate.share(), left: count, againAt: 0 }))
  const starts: { who: number; at: number }[] = []
  for (; shares.some(({ left }) => left > 0) && clock.now < 600_000; clock.now++)
    for (const [who, share] of shares.entries()) {
      if (share.left === 0 || share.againAt > clock.now) continue
      const blockedMs = share.slots.blockedForMs()
      share.againAt = clock.now + Math.max(1, blockedMs)
      if (blockedMs > 0) continue
      share.slots.start()
      share.left--
      share.againAt = clock.now
      starts.push({ who, at: clock.now })
    }
  return starts
}

test('those that share a rate take turns, however much each wants, and none is faster than the rate', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 60, max: 6000 }),
      (wanted, requestsPerMinute) => {
        const clock = { now: 0 }
        const own = new OwnSlots(requestsPerMinute, () => clock.now)
        const starts = race(new SharedRate(own, () => clock.now), clock, wanted)
        const total = wanted.reduce((sum, count) => sum + count, 0)
        expect(starts.length).toBe(total)
        const spacing = 60_000 / requestsPerMinute
        for (const [at, start] of starts.entries()) expect(start.at).toBeGreaterThanOrEqual(at * spacing - 1)
        const [most] = [Math.max(...wanted)]
        for (const [who, count] of wanted.entries()) {
          const rounds = starts.slice(0, count * wanted.length + wanted.length)
          if (count < most) expect(rounds.filter(start => start.who === who).length).toBe(count)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('one that gave up while it waited does not hold the others up', () => {
  const clock = { now: 0 }
  let blockedMs = 10
  const slots: Slots = { blockedForMs: () => blockedMs, start: () => {} }
  const rate = new SharedRate(slots, () => clock.now)
  const [gone, other] = [rate.share(), rate.share()]
  expect([gone.blockedForMs(), other.blockedForMs()]).toEqual([10, 10])
  blockedMs = 0
  clock.now = 20
  expect(other.blockedForMs()).toBeGreaterThan(0)
  clock.now = 120
  expect(other.blockedForMs()).toBe(0)
})
