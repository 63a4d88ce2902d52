/** Snapshots that no policy keeps. The mark can be taken back until the snapshot is pruned. */
import type { Forgetting } from '../../model/annotations.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { isoTime } from './times.ts'

export interface ForgottenRow {
  snapshot: number
  at: number
  by: string
  policy: string
  /** Digest of the plan that said so. */
  plan: string
}

export function readForgotten(db: Connection): ForgottenRow[] {
  return db.prepare<[], ForgottenRow>('SELECT * FROM forgotten ORDER BY snapshot').all()
}

export function forgettingOf({ snapshot, at, by, policy }: ForgottenRow): Forgetting {
  return { at: isoTime(at, `the mark of snapshot ${snapshot}`), by, policy }
}

export function writeForgotten(db: Connection, row: ForgottenRow): void {
  prepareOnce<[ForgottenRow], never>(
    db,
    'INSERT INTO forgotten (snapshot, at, by, policy, plan) VALUES (:snapshot, :at, :by, :policy, :plan)',
  ).run(row)
}

/** False: it was not forgotten. */
export function deleteForgotten(db: Connection, snapshot: number): boolean {
  return (
    prepareOnce<[number], never>(db, 'DELETE FROM forgotten WHERE snapshot = +?').run(snapshot).changes > 0
  )
}
