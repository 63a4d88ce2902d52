/** Hands on what a run tells; how far it is goes to the queue as well, not more often than somebody can look. */
import type { Job as BullJob } from 'bullmq'
import type { RunEvent } from './run-events.ts'

const EVERY_MS = 500

export function reporterOf(bull: BullJob, tell: (event: RunEvent) => void): (event: object) => void {
  let done = 0
  let toldAt = 0
  return event => {
    tell({ type: 'progress', run: bull.id ?? '', event })
    if (!('type' in event) || event.type !== 'done') return
    done++
    if (Date.now() - toldAt < EVERY_MS) return
    toldAt = Date.now()
    bull.updateProgress({ done }).catch(() => {})
  }
}
