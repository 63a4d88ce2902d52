/** Time that passes when it is told to. */
import type { Clock } from '../../src/queue/clock.ts'

export interface FakeClock extends Clock {
  /** Lets time pass up to then and beats once, as after a night in which the machine slept. */
  advanceTo(timeMs: number): Promise<void>
}

export function makeFakeClock(startMs: number): FakeClock {
  let now = startMs
  const beats = new Set<() => Promise<void>>()
  return {
    now: () => now,
    everyMinute(beat) {
      beats.add(beat)
      return () => void beats.delete(beat)
    },
    async advanceTo(timeMs) {
      now = Math.max(now, timeMs)
      await Promise.all([...beats].map(beat => beat()))
    },
  }
}
