/**
 * The pairs of a period: each sealed snapshot with the one before it. A scope that one could not read is compared
 * when it is read again, with its state of before; what was never read in the period stays unknown.
 */
import type { Kind } from '../../model/resource.ts'
import { type Gap, isSealed, type SnapshotPair, type SnapshotSummary } from '../../model/snapshot.ts'
import type { Vault } from '../../vault/vault.ts'

interface PairOfPeriod extends SnapshotPair {
  /** Gaps of these make changes unknown. */
  gapsOf: number[]
}

/** Oldest first; the two ends included. */
export function snapshotsBetween(vault: Vault, a: SnapshotSummary, b: SnapshotSummary): SnapshotSummary[] {
  const [from, to] = [Math.min(a.snapshot, b.snapshot), Math.max(a.snapshot, b.snapshot)]
  return vault.snapshots({ organization: a.organization, from, to }).filter(isSealed)
}

export function pairsOf(snapshots: readonly SnapshotSummary[]): PairOfPeriod[] {
  return snapshots.slice(1).flatMap((b, index) => {
    const a = snapshots[index]
    if (a === undefined) return []
    return [{ a, b, gapsOf: index === 0 ? [a.snapshot, b.snapshot] : [b.snapshot] }]
  })
}

export interface ScopedResource {
  kind: Kind
  id: string
  parent: string | null
}

/** The gap of a snapshot under which a resource stands: its own, or its scope's. */
export function gapOver(snapshot: SnapshotSummary, { kind, id, parent }: ScopedResource): Gap | null {
  return (
    snapshot.gaps.find(
      gap =>
        gap.kind === kind &&
        (gap.parent === parent || parent === null) &&
        (gap.resource === undefined || gap.resource === id),
    ) ?? null
  )
}

/** The last snapshot of the period, up to `end`, that read the scope; null when none did. */
export function lastReading(
  snapshots: readonly SnapshotSummary[],
  end: SnapshotSummary,
  scope: ScopedResource,
): SnapshotSummary | null {
  const before = snapshots.filter(snapshot => snapshot.snapshot <= end.snapshot)
  return before.findLast(snapshot => gapOver(snapshot, scope) === null) ?? null
}
