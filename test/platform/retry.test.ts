import { describe, expect, test } from 'vitest'
import { Forbidden, RateLimited, ServerError } from '../../src/platform/errors.ts'
import { withRetry } from '../../src/platform/retry.ts'
import type { Call } from '../../src/platform/round-trip.ts'

const get: Call = { operation: 'getSpaceById', method: 'GET', path: [] }
const operation = get.operation

function failing(error: () => Error, times: number) {
  const pauses: number[] = []
  let calls = 0
  const next = async () => {
    calls++
    if (calls <= times) throw error()
    return 'done'
  }
  const options = {
    attempts: 4,
    baseDelayMs: 100,
    maxDelayMs: 250,
    maxRateLimitWaitMs: 60_000,
    random: () => 1,
    wait: async (ms: number) => void pauses.push(ms),
  }
  return { attempt: withRetry(next, options), pauses, calls: () => calls }
}

describe('retry', () => {
  test('a server error is tried again with growing, bounded pauses', async () => {
    const { attempt, pauses } = failing(() => new ServerError('503', { operation }), 3)
    await expect(attempt(get)).resolves.toBe('done')
    expect(pauses).toEqual([100, 200, 250])
  })

  test('gives up after the last attempt', async () => {
    const { attempt, calls } = failing(() => new ServerError('503', { operation }), 9)
    await expect(attempt(get)).rejects.toThrow(ServerError)
    expect(calls()).toBe(4)
  })

  test('waits as long as a rate limit says, and not longer than allowed', async () => {
    const soon = failing(() => new RateLimited('429', { operation, retryAfterMs: 5000 }), 1)
    await soon.attempt(get)
    expect(soon.pauses).toEqual([5000])
    const late = failing(() => new RateLimited('429', { operation, retryAfterMs: 61_000 }), 1)
    await expect(late.attempt(get)).rejects.toThrow(RateLimited)
  })

  test('what cannot pass is not tried again', async () => {
    const { attempt, calls } = failing(() => new Forbidden('403', { operation }), 9)
    await expect(attempt(get)).rejects.toThrow(Forbidden)
    expect(calls()).toBe(1)
  })

  test('a POST is never repeated', async () => {
    const { attempt, calls } = failing(() => new ServerError('503', { operation }), 1)
    await expect(attempt({ ...get, method: 'POST' })).rejects.toThrow(ServerError)
    expect(calls()).toBe(1)
  })
})
