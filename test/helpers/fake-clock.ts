/** Time that passes when it is told to. */
import type { Clock } from '../../src/queue/clock.ts'

export interface FakeClock extends Clock {
  /** Lets time pass up to then, and calls what is due on the way, in order. */
  advanceTo(timeMs: number): void
}

export function makeFakeClock(startMs: number): FakeClock {
  let now = startMs
  let due: { timeMs: number; call: () => void }[] = []
  return {
    now: () => now,
    at(timeMs, call) {
      const one = { timeMs, call }
      due.push(one)
      return () => {
        due = due.filter(other => other !== one)
      }
    },
    advanceTo(timeMs) {
      for (;;) {
        const next = due.filter(one => one.timeMs <= timeMs).sort((a, b) => a.timeMs - b.timeMs)[0]
        if (!next) break
        due = due.filter(one => one !== next)
        now = Math.max(now, next.timeMs)
        next.call()
      }
      now = Math.max(now, timeMs)
    },
  }
}
