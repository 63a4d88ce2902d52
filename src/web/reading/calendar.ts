/** A year of nights, a day each: what the day's backups came to, and how much had changed. */
import { makeFormatLocal } from '../../model/local-time.ts'
import type { SnapshotState, SnapshotSummary } from '../../model/snapshot.ts'

export interface CalendarDay {
  /** `2026-11-20`, in the zone of the schedules. */
  day: string
  /** The last one of the best state; null: none was taken. */
  snapshot: number | null
  state: SnapshotState | null
  /** Of all the day's snapshots. */
  changes: number
}

const WEEKS = 53
const DAY_MS = 86_400_000
/** What a day is called by that has several: what the best of them came to. */
const RANKS: Readonly<Record<SnapshotState, number>> = { complete: 0, partial: 1, running: 2, failed: 3 }

/** Whole weeks, of which the first day is a Monday; days that have not come are left out. */
export function calendarOf(
  backups: readonly SnapshotSummary[],
  { now, timezone }: { now: number; timezone: string },
): CalendarDay[] {
  const local = makeFormatLocal(timezone)
  const today = local(new Date(now).toISOString()).slice(0, 10)
  const first = mondayBefore(today, WEEKS - 1)
  const days = new Map<string, CalendarDay>()
  for (let at = Date.parse(first); at <= Date.parse(today); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.set(day, { day, snapshot: null, state: null, changes: 0 })
  }
  for (const backup of backups) {
    const found = days.get(local(backup.started).slice(0, 10))
    if (found) count(found, backup)
  }
  return [...days.values()]
}

function count(day: CalendarDay, { snapshot, state, added, modified, removed }: SnapshotSummary): void {
  day.changes += added + modified + removed
  if (day.state !== null && RANKS[day.state] < RANKS[state]) return
  day.state = state
  day.snapshot = snapshot
}

/** `weeks` before the Monday of a day's own week. Days are told in UTC, where each has 24 hours. */
function mondayBefore(day: string, weeks: number): string {
  const at = Date.parse(day)
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7
  return new Date(at - (sinceMonday + weeks * 7) * DAY_MS).toISOString().slice(0, 10)
}
