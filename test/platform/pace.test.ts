import { describe, expect, test } from 'vitest'
import { withPace } from '../../src/platform/pace.ts'
import type { Answer, Call } from '../../src/platform/round-trip.ts'

const call: Call = { operation: 'test', method: 'GET', path: [] }

/** A platform with a limit per minute, on a clock that only moves when somebody waits. */
function makeLimitedPlatform(limit: number) {
  const state = { now: 0, used: 0, refused: 0, inFlight: 0, mostInFlight: 0, window: 0 }
  const roundTrip = async (): Promise<Answer> => {
    state.inFlight++
    state.mostInFlight = Math.max(state.mostInFlight, state.inFlight)
    await Promise.resolve()
    state.inFlight--
    const window = Math.floor(state.now / 60_000)
    if (window !== state.window) Object.assign(state, { window, used: 0 })
    const over = state.used >= limit
    if (over) state.refused++
    else state.used++
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(limit - state.used),
      'x-ratelimit-reset': String((window + 1) * 60),
    }
    return { status: over ? 429 : 200, headers, body: Buffer.from('{}') }
  }
  const clock = {
    now: () => state.now,
    wait: async (ms: number) => {
      state.now += ms
    },
  }
  return { state, roundTrip, clock }
}

describe('pace', () => {
  test('never runs into a limit that the platform has announced, and uses all of it', async () => {
    const { state, roundTrip, clock } = makeLimitedPlatform(50)
    const paced = withPace(roundTrip, { concurrency: 8, ...clock })
    await paced(call)
    await Promise.all(Array.from({ length: 249 }, () => paced(call)))
    expect(state.refused).toBe(0)
    expect(state.now).toBe(240_000)
  })

  test('never has more in flight than allowed', async () => {
    const { state, roundTrip, clock } = makeLimitedPlatform(1000)
    const paced = withPace(roundTrip, { concurrency: 3, ...clock })
    await Promise.all(Array.from({ length: 50 }, () => paced(call)))
    expect(state.mostInFlight).toBe(3)
  })

  test('keeps an own rate below what the platform allows', async () => {
    const { state, roundTrip, clock } = makeLimitedPlatform(1000)
    const paced = withPace(roundTrip, { concurrency: 8, requestsPerMinute: 60, ...clock })
    await Promise.all(Array.from({ length: 31 }, () => paced(call)))
    expect(state.now).toBe(30_000)
  })

  test('halves what is in flight when the platform is overloaded', async () => {
    let inFlight = 0
    let most = 0
    let answered = 0
    const overloaded = async (): Promise<Answer> => {
      inFlight++
      if (answered > 8) most = Math.max(most, inFlight)
      await Promise.resolve()
      inFlight--
      answered++
      return { status: 503, headers: {}, body: Buffer.alloc(0) }
    }
    const paced = withPace(overloaded, { concurrency: 8 })
    await Promise.all(Array.from({ length: 40 }, () => paced(call)))
    expect(most).toBe(1)
  })

  test('a waiting request is given up when the run is cancelled', async () => {
    const abort = new AbortController()
    const never = () => new Promise<Answer>(() => {})
    const paced = withPace(never, { concurrency: 1 })
    void paced(call)
    const waiting = paced(call, abort.signal)
    abort.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
  })
})
