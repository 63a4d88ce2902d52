/** The snapshots that a report is about, from how somebody names a time. */
import { type Period, periodEnds } from '../diff/period.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { Vault } from '../vault/vault.ts'
import { snapshotsBetween } from './changes/periods.ts'

/** Two snapshots at least, oldest first. Throws UsageError where there are none, or of several organizations. */
export function periodOf(vault: Vault, period: Period): SnapshotSummary[] {
  const { first, last } = periodEnds(vault, period)
  return snapshotsBetween(vault, first, last)
}
