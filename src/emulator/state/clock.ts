/**
 * The emulator's time. Setting it moves it; it then goes on at the pace of the clock below it.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** The same as ISO 8601. */
  timestamp(): string
  set(nowMs: number): void
}

export function makeClock(base: () => number): Clock {
  let offsetMs = 0
  const now = () => base() + offsetMs
  return {
    now,
    timestamp: () => new Date(now()).toISOString(),
    set: nowMs => {
      offsetMs = nowMs - base()
    },
  }
}
