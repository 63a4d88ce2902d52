/** The snapshots that an organization's history is told by. */
import type { SnapshotFilter, SnapshotMoment, SnapshotSummary } from '../model/snapshot.ts'
import type { Vault } from './types.ts'

/** Complete and partial ones, without what restores read of their targets; oldest first. All are unpacked. */
export function sealedBackups(vault: Vault, organization?: string): SnapshotSummary[] {
  return vault.snapshots({ organization, backups: true })
}

/** Null: there is none. */
export function newestBackup(vault: Vault, organization?: string): SnapshotSummary | null {
  return vault.snapshots({ organization, backups: true, newest: 1 })[0] ?? null
}

/** As `sealedBackups`, of each no more than which one it is, when and why. */
export function backupMoments(vault: Vault, filter?: SnapshotFilter): SnapshotMoment[] {
  return vault.moments({ ...filter, backups: true })
}
