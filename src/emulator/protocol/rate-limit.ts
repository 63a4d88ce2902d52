/**
 * Fixed windows on the emulator's clock, told in the three `X-RateLimit-*` headers of every answer. How each window was
 * used is remembered.
 */
import type { Clock } from '../state/clock.ts'

/** Told, and never reached, where no limit is set. */
const UNLIMITED = 1_000_000
/** Whole seconds, because that is what the header can say. */
export const WINDOW_SECONDS = 60
const MAX_WINDOWS = 1000

export interface RateWindow {
  /** In seconds since 1970, as in the header. */
  reset: number
  /** Answered, and answered with 429. */
  allowed: number
  refused: number
}

export interface RateLimiter {
  /** Counts one request. */
  take(): { allowed: boolean; headers: Record<string, string> }
  /** The last ones with any request, oldest first. */
  windows(): readonly RateWindow[]
}

/** `perWindow` undefined = no limit. */
export function makeRateLimiter(
  clock: Clock,
  perWindow: number | undefined,
  windowSeconds: number,
): RateLimiter {
  const limit = perWindow ?? UNLIMITED
  const windows: RateWindow[] = []
  const current = (): RateWindow => {
    const reset = (Math.floor(clock.now() / 1000 / windowSeconds) + 1) * windowSeconds
    const last = windows.at(-1)
    if (last?.reset === reset) return last
    const window = { reset, allowed: 0, refused: 0 }
    windows.push(window)
    if (windows.length > MAX_WINDOWS) windows.shift()
    return window
  }
  return {
    take() {
      const window = current()
      const allowed = perWindow === undefined || window.allowed < perWindow
      if (allowed) window.allowed++
      else window.refused++
      const headers = {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - window.allowed)),
        'x-ratelimit-reset': String(window.reset),
      }
      return { allowed, headers }
    },
    windows: () => windows.map(window => ({ ...window })),
  }
}
