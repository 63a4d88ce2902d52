/** Which snapshots are pinned: one pin a snapshot. */
import type { Pin } from '../../model/annotations.ts'
import type { Connection } from './connection.ts'
import { isoTime } from './times.ts'

export interface PinRow {
  snapshot: number
  by: string
  at: number
  reason: string
  until: number | null
}

/** Those whose time is over as well. */
export function readPins(db: Connection): PinRow[] {
  return db.prepare<[], PinRow>('SELECT * FROM pin ORDER BY snapshot').all()
}

export function pinOf({ snapshot, by, at, reason, until }: PinRow): Pin {
  const row = `the pin of snapshot ${snapshot}`
  return { by, at: isoTime(at, row), reason, until: until === null ? null : isoTime(until, row) }
}

/** In place of the one that is there. */
export function writePin(db: Connection, pin: PinRow): void {
  db.prepare(
    `INSERT INTO pin (snapshot, by, at, reason, until) VALUES (:snapshot, :by, :at, :reason, :until)
     ON CONFLICT DO UPDATE SET by = excluded.by, at = excluded.at, reason = excluded.reason, until = excluded.until`,
  ).run(pin)
}

/** False: there was none. */
export function deletePin(db: Connection, snapshot: number): boolean {
  return db.prepare<[number]>('DELETE FROM pin WHERE snapshot = +?').run(snapshot).changes > 0
}
