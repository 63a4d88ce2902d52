/**
 * The machine's time. node-cron fires the beat in UTC, where no minute is left out or comes twice; which schedules tick
 * is not asked of it.
 */
import { schedule } from 'node-cron'
import type { Clock } from './clock.ts'

export const systemClock: Clock = {
  now: Date.now,
  everyMinute(beat) {
    const task = schedule('* * * * *', beat, {
      timezone: 'UTC',
      noOverlap: true,
      // A beat that does not come is made good by the next one, which looks back to the last that came.
      suppressMissedWarning: true,
      logger: silent,
    })
    return () => void task.destroy()
  },
}

/** Standard output is the daemon's log; what a beat throws is told by the beat. */
const silent = { info() {}, warn() {}, error() {}, debug() {} }
