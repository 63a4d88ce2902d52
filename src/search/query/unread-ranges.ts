/** Snapshots that follow each other and did not read something for the same reason, as one. */
import type { GapClass } from '../../model/snapshot.ts'
import type { UnreadIn } from '../../vault/vault.ts'

export interface UnreadRange {
  from: number
  to: number
  class: GapClass
}

/** `snapshots`: all of the organization, oldest first. */
export function unreadRanges(unread: readonly UnreadIn[], snapshots: readonly number[]): UnreadRange[] {
  const position = new Map(snapshots.map((snapshot, index) => [snapshot, index]))
  const ranges: UnreadRange[] = []
  for (const { snapshot, class: why } of unread) {
    const last = ranges.at(-1)
    const follows = last !== undefined && position.get(snapshot) === (position.get(last.to) ?? Number.NaN) + 1
    if (last !== undefined && follows && last.class === why) last.to = snapshot
    else ranges.push({ from: snapshot, to: snapshot, class: why })
  }
  return ranges
}
