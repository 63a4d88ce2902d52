/**
 * Fixed windows of one minute on the emulator's clock, told in the three `X-RateLimit-*` headers of every answer.
 */
import type { Clock } from '../state/clock.ts'

/** Told, and never reached, where no limit is set. */
const UNLIMITED = 1_000_000
const WINDOW_MS = 60_000

export interface RateLimiter {
  /** Counts one request. */
  take(): { allowed: boolean; headers: Record<string, string> }
}

export function makeRateLimiter(clock: Clock, perMinute: number | undefined): RateLimiter {
  const limit = perMinute ?? UNLIMITED
  let windowIndex = -1
  let used = 0
  return {
    take() {
      const current = Math.floor(clock.now() / WINDOW_MS)
      if (current !== windowIndex) {
        windowIndex = current
        used = 0
      }
      used++
      const headers = {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - used)),
        'x-ratelimit-reset': String(((windowIndex + 1) * WINDOW_MS) / 1000),
      }
      return { allowed: perMinute === undefined || used <= limit, headers }
    },
  }
}
