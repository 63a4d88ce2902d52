/** The bandwidth that is given, by a clock that is counted. */
import { expect, test } from 'vitest'
import { makeLocking } from '../../src/replica/run/locking.ts'
import { makeSending } from '../../src/replica/run/sending.ts'
import { openState } from '../../src/replica/run/state.ts'
import { memoryStore } from './memory-store.ts'

test('what is sent never goes faster than the bandwidth, and a line that is slower waits for nothing', async () => {
  let [now, writeMs] = [0, 0]
  const store = memoryStore()
  const slow = {
    ...store,
    async put(...args: Parameters<typeof store.put>) {
      const placed = await store.put(...args)
      now += writeMs
      return placed
    },
  }
  const pauses: number[] = []
  const { put } = makeSending(slow, openState(':memory:'), {
    locking: makeLocking(slow, null, () => now),
    lease: { hold: async () => {}, release: async () => {} },
    bytesPerSecond: 1000,
    packBytes: 1,
    signal: undefined,
    time: {
      now: () => now,
      async pause(ms) {
        pauses.push(ms)
        now += ms
      },
    },
  })
  for (const ms of [0, 400, 9000]) {
    writeMs = ms
    await put(`packs/${ms}`, Buffer.alloc(2000))
  }
  expect(pauses).toEqual([2000, 1600, 0])
  expect(now).toBe(2000 + 2000 + 9000)
})
