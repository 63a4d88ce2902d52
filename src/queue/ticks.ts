/**
 * When a schedule ticks. Firing, catching up and the table of next runs all ask here, so that they agree. A local time
 * that daylight saving skips ticks right after the gap; one that comes twice ticks the first time.
 */
import { CronExpressionParser } from 'cron-parser'

export interface Schedule {
  /** Five fields. */
  cron: string
  timezone: string
}

/** Most ticks that are looked at between two times. */
const MOST_TICKS = 20_000
const DAY_MS = 24 * 60 * 60 * 1000

export function nextTick(schedule: Schedule, afterMs: number): number {
  return iterate(schedule, afterMs).next().getTime()
}

export function nextTicks(schedule: Schedule, afterMs: number, count: number): number[] {
  const ticks = iterate(schedule, afterMs)
  return Array.from({ length: count }, () => ticks.next().getTime())
}

/** Oldest first, after `fromMs` and not after `toMs`; of a very long time only the end. */
export function ticksBetween(schedule: Schedule, fromMs: number, toMs: number): number[] {
  const found: number[] = []
  // `prev` of the library does not agree with its `next` around daylight saving: go forward only.
  const ticks = iterate(schedule, Math.max(fromMs, toMs - 400 * DAY_MS))
  for (let tick = ticks.next().getTime(); tick <= toMs; tick = ticks.next().getTime()) {
    found.push(tick)
    if (found.length > MOST_TICKS) found.splice(0, MOST_TICKS / 2)
  }
  return found
}

/** As part of a job's id: `20261121T020000Z`. */
export function tickName(tickMs: number): string {
  return new Date(tickMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function iterate(schedule: Schedule, afterMs: number) {
  const parsed = CronExpressionParser.parse(schedule.cron, {
    currentDate: new Date(afterMs),
    tz: schedule.timezone,
  })
  return { next: () => parsed.next().toDate() }
}
