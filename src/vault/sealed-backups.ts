/** The snapshots that an organization's history is told by. */
import { isReading, isSealed, type SnapshotSummary } from '../model/snapshot.ts'
import type { Vault } from './types.ts'

/** Complete and partial ones, without what restores read of their targets; oldest first. */
export function sealedBackups(vault: Vault, organization?: string): SnapshotSummary[] {
  return vault
    .snapshots({ organization })
    .filter(isSealed)
    .filter(snapshot => !isReading(snapshot.trigger))
}
