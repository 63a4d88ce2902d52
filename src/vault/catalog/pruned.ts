/**
 * Snapshots that were pruned: their rows and gaps are left, which their seals cover, so that the chain can be followed; what
 * they held may be gone. Whoever wants to read one is refused.
 */
import { SnapshotPruned } from '../../model/errors.ts'
import { type Connection, prepareOnce } from './connection.ts'

/** When it was, in milliseconds since the epoch; null: it was not. */
export function prunedAt(db: Connection, snapshot: number): number | null {
  return (
    prepareOnce<[number], { at: number }>(db, 'SELECT at FROM pruned WHERE snapshot = +?').get(snapshot)
      ?.at ?? null
  )
}

/** By number, when each was. */
export function prunedSnapshots(db: Connection): Map<number, number> {
  const rows = db.prepare<[], { snapshot: number; at: number }>('SELECT snapshot, at FROM pruned').all()
  return new Map(rows.map(({ snapshot, at }) => [snapshot, at]))
}

/**
 * Throws SnapshotPruned. Asked after reading, it answers for what was read: the mark is written before anything goes.
 */
export function assertNotPruned(db: Connection, snapshot: number): void {
  const at = prunedAt(db, snapshot)
  if (at === null) return
  throw new SnapshotPruned(snapshot, at, nearestKept(db, snapshot))
}

/** The first snapshot from this one on that is not pruned, of its organization; itself, where it is not. */
export function firstKept(db: Connection, snapshot: number): number {
  if (prunedAt(db, snapshot) === null) return snapshot
  const row = prepareOnce<[{ snapshot: number }], { id: number | null }>(
    db,
    `SELECT min(id) AS id FROM snapshot WHERE id > +:snapshot
     AND organization = (SELECT organization FROM snapshot WHERE id = +:snapshot)
     AND id NOT IN (SELECT snapshot FROM pruned)`,
  ).get({ snapshot })
  return row?.id ?? snapshot
}

interface Neighbour {
  snapshot: number
  started: number
}

/** Sealed, and neither pruned nor forgotten. */
function nearestKept(
  db: Connection,
  snapshot: number,
): { before: Neighbour | undefined; after: Neighbour | undefined } {
  const kept = `SELECT id AS snapshot, started FROM snapshot
    WHERE organization = (SELECT organization FROM snapshot WHERE id = +:snapshot) AND state IN ('complete', 'partial')
    AND id NOT IN (SELECT snapshot FROM pruned) AND id NOT IN (SELECT snapshot FROM forgotten)`
  const nearest = (rest: string) =>
    db.prepare<[{ snapshot: number }], Neighbour>(`${kept} ${rest} LIMIT 1`).get({ snapshot })
  return {
    before: nearest('AND id < +:snapshot ORDER BY id DESC'),
    after: nearest('AND id > +:snapshot ORDER BY id'),
  }
}
