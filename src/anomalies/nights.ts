/**
 * What is compared: a night is from one backup to the next. What a sync finds in between belongs to the night that is not over
 * yet; where there are syncs alone, a night is over after a day.
 */
import type { SnapshotMoment } from '../model/snapshot.ts'
import { backupMoments } from '../vault/sealed-backups.ts'
import type { Vault } from '../vault/vault.ts'

export interface Night {
  from: SnapshotMoment
  to: SnapshotMoment
  /** The next one begins where this ends. */
  isOver: boolean
}

const SYNC = 'sync'
const DAY_MS = 24 * 3_600_000

/** Of an organization: those after one that ended with snapshot `end`; all, where that is not known or is gone. */
export function nightsAfter(vault: Vault, organization: string, end: number | null): Night[] {
  const later = end === null ? [] : backupMoments(vault, { organization, from: end })
  return nightsOf(later[0]?.snapshot === end ? later : backupMoments(vault, { organization }))
}

/** Of the sealed backups of one organization, oldest first. */
export function nightsOf(backups: readonly SnapshotMoment[]): Night[] {
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
