/**
 * The machine's time. node-cron fires the beat in UTC, where no minute is left out or comes twice; which schedules tick
 * is not asked of it. One task of it serves all platforms of the process.
 */
import { type ScheduledTask, schedule } from 'node-cron'
import type { Clock } from './clock.ts'

type Beat = () => Promise<void>

/** A call of `everyMinute`, and whether its last beat goes on still. */
interface Listener {
  beat: Beat
  isBeating: boolean
}

const listeners = new Set<Listener>()
let task: ScheduledTask | null = null

export const systemClock: Clock = {
  now: Date.now,
  everyMinute(beat) {
    const listener: Listener = { beat, isBeating: false }
    listeners.add(listener)
    task ??= beatEveryMinute()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      void task?.destroy()
      task = null
    }
  },
}

function beatEveryMinute(): ScheduledTask {
  return schedule('* * * * *', () => beatAll(), {
    timezone: 'UTC',
    // A beat that does not come is made good by the next one, which looks back to the last that came.
    suppressMissedWarning: true,
    logger: silent,
  })
}

/** What a beat throws is told by the beat. */
function beatAll(): void {
  for (const listener of listeners) {
    if (listener.isBeating) continue
    listener.isBeating = true
    const ended = () => {
      listener.isBeating = false
    }
    listener.beat().then(ended, ended)
  }
}

/** Standard output is the daemon's log. */
const silent = { info() {}, warn() {}, error() {}, debug() {} }
