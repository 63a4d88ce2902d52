/** In which snapshots of an organization something stood. Those that are not sealed, and what restores read, do not count. */
import type { SnapshotSummary } from '../model/snapshot.ts'

/** Snapshots from `since` on, up to `until`, which no longer is one. */
export interface Interval {
  since: number
  until: number | null
}

/** Both ends included. */
export interface Stay {
  first: SnapshotSummary
  last: SnapshotSummary
  /** The last one is the newest of its organization. */
  lasts: boolean
}

/** The newest first. `backups` and `intervals`: the oldest first. */
export function staysIn(backups: readonly SnapshotSummary[], intervals: readonly Interval[]): Stay[] {
  const stays: Stay[] = []
  for (const { since, until } of joined(intervals)) {
    const inside = ({ snapshot }: SnapshotSummary) =>
      snapshot >= since && (until === null || snapshot < until)
    const [first, last] = [backups.find(inside), backups.findLast(inside)]
    if (first && last) stays.unshift({ first, last, lasts: last === backups.at(-1) })
  }
  return stays
}

function joined(intervals: readonly Interval[]): Interval[] {
  const whole: Interval[] = []
  for (const { since, until } of intervals) {
    const before = whole.at(-1)
    if (before && before.until === since) before.until = until
    else whole.push({ since, until })
  }
  return whole
}

/** The newest in which it stood: rather one that is kept, and a complete one. */
export function bestOf(
  backups: readonly SnapshotSummary[],
  stays: readonly Stay[],
): SnapshotSummary | undefined {
  const inside = backups.filter(({ snapshot }) =>
    stays.some(({ first, last }) => snapshot >= first.snapshot && snapshot <= last.snapshot),
  )
  const kept = inside.filter(({ forgotten }) => forgotten === undefined)
  return kept.at(-1) ?? inside.at(-1)
}
