/**
 * Repeats a round trip that may succeed next time: 429, 5xx, broken connections, cut bodies. Bounded in number
 * and in waiting time; jittered; never a POST, nor what else makes something new each time, because the API has no
 * idempotency key (docs/development/platform.md#errors).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { DocvaultError } from '../model/errors.ts'
import { RateLimited } from './errors.ts'
import type { Call } from './round-trip.ts'

export interface RetryOptions {
  /** Attempts in all, the first one included. */
  attempts: number
  /** First pause; doubled each time, with full jitter. */
  baseDelayMs: number
  maxDelayMs: number
  /** Longest single wait that a 429 may ask for. */
  maxRateLimitWaitMs: number
  random: () => number
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Told of the waits that a 429 asks for. */
  waited?: (ms: number) => void
}

export type Attempt<T> = (call: Call, signal?: AbortSignal) => Promise<T>

export function withRetry<T>(next: Attempt<T>, options: RetryOptions): Attempt<T> {
  const wait = options.wait ?? pause
  return async (call, signal) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await next(call, signal)
      } catch (error) {
        const pauseMs = pauseBeforeNext(error, call, attempt, options)
        if (pauseMs === null) throw error
        if (error instanceof RateLimited) options.waited?.(pauseMs)
        await wait(pauseMs, signal)
      }
    }
  }
}

function pauseBeforeNext(error: unknown, call: Call, attempt: number, options: RetryOptions): number | null {
  if (!(error instanceof DocvaultError) || error.retry !== 'later') return null
  if (call.method === 'POST' || call.once || attempt >= options.attempts) return null
  if (error.retryAfterMs !== undefined) {
    return error.retryAfterMs > options.maxRateLimitWaitMs ? null : error.retryAfterMs
  }
  const ceiling = Math.min(options.maxDelayMs, options.baseDelayMs * 2 ** (attempt - 1))
  return Math.round(ceiling * (0.5 + options.random() / 2))
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, signal ? { signal } : {})
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
}
