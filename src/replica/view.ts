/** How the replicas of a vault stand, by what was noted of them here when they were last written. */
import { isSealed } from '../model/snapshot.ts'
import type { Vault } from '../vault/vault.ts'
import { standingOf } from './standing.ts'

/** Null: not known here, or not yet. Times are ISO 8601, UTC. */
export interface ReplicaView {
  target: string
  /** The newest run that it had when everything was last sent. */
  run: number | null
  /** When that was. */
  sent: string | null
  /** The newest snapshot that it has, and when that was begun. */
  snapshot: number | null
  snapshotStarted: string | null
  /** Sealed snapshots that it does not have, and when the oldest of them was begun. */
  pendingSnapshots: number
  pendingSince: string | null
  /** What the last attempt had still to send when it ended. */
  pendingBytes: number | null
  /** Why the last attempt did not send everything. */
  failure: { at: string; code: string; message: string } | null
  /** When the first lock ends of what its newest run needs. */
  lockedUntil: string | null
  /** What is wrong with the locks, as a sentence. */
  lockFault: string | null
}

/** A snapshot as far as a replica has it or not. */
export interface SealedSnapshot {
  snapshot: number
  organization: string
  /** ISO 8601, UTC. */
  started: string
}

/** Oldest first. */
export function sealedSnapshots(vault: Vault): SealedSnapshot[] {
  return vault
    .moments()
    .filter(isSealed)
    .map(({ snapshot, organization, started }) => ({ snapshot, organization, started }))
}

export function replicaViewOf(
  vaultPath: string,
  target: string,
  snapshots: readonly SealedSnapshot[],
): ReplicaView {
  const standing = standingOf(vaultPath, target)
  const newest = standing?.whole?.newest ?? {}
  const isThere = ({ organization, snapshot }: SealedSnapshot) => snapshot <= (newest[organization] ?? 0)
  const there = snapshots.findLast(isThere)
  const pending = snapshots.filter(snapshot => !isThere(snapshot))
  return {
    target,
    run: standing?.whole?.run ?? null,
    sent: standing?.whole?.at ?? null,
    snapshot: there?.snapshot ?? null,
    snapshotStarted: there?.started ?? null,
    pendingSnapshots: pending.length,
    pendingSince: pending[0]?.started ?? null,
    pendingBytes: standing?.pendingBytes ?? null,
    failure: standing?.failure ?? null,
    lockedUntil: standing?.whole?.lock?.until ?? null,
    lockFault: standing?.whole?.lock?.fault ?? null,
  }
}
