/** What stands beside the rows of snapshots, read once for any number of them. */
import type { Annotations } from '../../model/annotations.ts'
import type { Connection } from './connection.ts'
import { forgettingOf, readForgotten } from './forgotten.ts'
import { isHeldBy, isInForce, readHolds } from './holds.ts'
import { pinOf, readPins } from './pins.ts'
import type { SnapshotRow } from './snapshots.ts'
import { readTags } from './tags.ts'

/**
 * Not in a transaction, for readers ask in the middle of a list, where the connection begins none: each mark is whole, and
 * one that is set meanwhile is seen by the next who asks.
 */
export function readAnnotations(
  db: Connection,
  nowMs: number,
): (row: Pick<SnapshotRow, 'id' | 'organization_id' | 'started'>) => Annotations {
  const pins = new Map(
    readPins(db)
      .filter(({ until }) => until === null || until > nowMs)
      .map(row => [row.snapshot, pinOf(row)]),
  )
  const tags = Map.groupBy(readTags(db), ([, snapshot]) => snapshot)
  const inForce = readHolds(db).filter(row => isInForce(row, nowMs))
  const forgotten = new Map(readForgotten(db).map(row => [row.snapshot, forgettingOf(row)]))
  return row => {
    const holds = inForce.filter(hold => isHeldBy(hold, row)).map(({ id, name }) => ({ hold: id, name }))
    const [pin, mark] = [pins.get(row.id), forgotten.get(row.id)]
    const names = tags.get(row.id)?.map(([tag]) => tag)
    return {
      ...(names && { tags: names }),
      ...(pin && { pin }),
      ...(holds.length > 0 && { holds }),
      ...(mark && { forgotten: mark }),
    }
  }
}
