/** States of resources by when they came, whichever snapshots have them: for who reads each of them once. */
import { type Connection, prepareOnce } from './connection.ts'

export interface StateRow {
  since: number
  resource: number
}

/** In the order of snapshots, in one in that of resources; null: from the first. */
export function statesAfter(db: Connection, place: StateRow | null, limit: number): StateRow[] {
  const { since, resource } = place ?? { since: 0, resource: 0 }
  return prepareOnce<[number, number, number], StateRow>(
    db,
    'SELECT since, resource FROM version WHERE (since, resource) > (+?, +?) ORDER BY since, resource LIMIT ?',
  ).all(since, resource, limit)
}

/** As the tally has it, which every transaction that changes rows keeps. */
export function countStates(db: Connection, through: number): number {
  const row = prepareOnce<[number], { count: number }>(
    db,
    "SELECT ifnull(sum(rows), 0) AS count FROM tally WHERE name = 'version' AND part <= +?",
  ).get(through)
  return row?.count ?? 0
}
