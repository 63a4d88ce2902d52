/** What stands beside the rows of snapshots, read once for any number of them. */
import type { Annotations } from '../../model/annotations.ts'
import type { Connection } from './connection.ts'
import { forgettingOf, readForgotten } from './forgotten.ts'
import { isHeldBy, isInForce, readHolds } from './holds.ts'
import { pinOf, readPins } from './pins.ts'
import type { SnapshotRow } from './snapshots.ts'
import { readTags } from './tags.ts'

/** Of one moment, though somebody writes meanwhile. */
export function readAnnotations(
  db: Connection,
  nowMs: number,
): (row: Pick<SnapshotRow, 'id' | 'organization_id' | 'started'>) => Annotations {
  const [pinRows, tagRows, holdRows, forgottenRows] = db.transaction(
    () => [readPins(db), readTags(db), readHolds(db), readForgotten(db)] as const,
  )()
  const pins = new Map(
    pinRows.filter(({ until }) => until === null || until > nowMs).map(row => [row.snapshot, pinOf(row)]),
  )
  const tags = Map.groupBy(tagRows, ([, snapshot]) => snapshot)
  const inForce = holdRows.filter(row => isInForce(row, nowMs))
  const forgotten = new Map(forgottenRows.map(row => [row.snapshot, forgettingOf(row)]))
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
