/**
 * What is compared: a night is from one backup to the next. What a sync finds in between belongs to the night that is not over
 * yet; where there are syncs alone, a night is over after a day.
 */
import type { SnapshotSummary } from '../model/snapshot.ts'

export interface Night {
  from: SnapshotSummary
  to: SnapshotSummary
  /** The next one begins where this ends. */
  isOver: boolean
}

const SYNC = 'sync'
const DAY_MS = 24 * 3_600_000

/** Of the sealed backups of one organization, oldest first. */
export function nightsOf(backups: readonly SnapshotSummary[]): Night[] {
  let [from] = backups
  if (from === undefined) return []
  const nights: Night[] = []
  for (const to of backups.slice(1)) {
    const isOver = to.trigger !== SYNC || Date.parse(to.started) - Date.parse(from.started) >= DAY_MS
    nights.push({ from, to, isOver })
    if (isOver) from = to
  }
  return nights
}
