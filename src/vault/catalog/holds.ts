/** Legal holds: each keeps the snapshots that were started in a time. A hold is never taken out, only released. */
import type { LegalHold } from '../../model/annotations.ts'
import type { Connection } from './connection.ts'
import { isoTime } from './times.ts'

export interface HoldRow {
  id: number
  name: string
  /** Id of the platform. */
  organization: string | null
  since: number | null
  until: number | null
  by: string
  reason: string
  created: number
  expires: number | null
  released: number | null
}

/** Released ones, and those whose time is over, as well. */
export function readHolds(db: Connection): HoldRow[] {
  return db
    .prepare<[], HoldRow>(
      `SELECT hold.id, name, organization.platform_id AS organization, since, until, by, reason, created, expires, released
       FROM hold LEFT JOIN organization ON organization.id = hold.organization ORDER BY hold.id`,
    )
    .all()
}

export function isInForce({ expires, released }: HoldRow, nowMs: number): boolean {
  return released === null && (expires === null || expires > nowMs)
}

/** `started`: of a snapshot, in milliseconds since the epoch. */
export function isHeldBy(
  { organization, since, until }: Pick<HoldRow, 'organization' | 'since' | 'until'>,
  snapshot: { organization_id: string; started: number },
): boolean {
  return (
    (organization === null || organization === snapshot.organization_id) &&
    (since === null || since <= snapshot.started) &&
    (until === null || snapshot.started <= until)
  )
}

export function holdOf(row: HoldRow): LegalHold {
  const time = (ms: number | null) => (ms === null ? null : isoTime(ms, `hold ${row.id}`))
  const { id, name, organization, by, reason } = row
  return {
    hold: id,
    name,
    organization,
    from: time(row.since),
    to: time(row.until),
    by,
    reason,
    created: isoTime(row.created, `hold ${id}`),
    until: time(row.expires),
    released: time(row.released),
  }
}

/** Answers its number. */
export function writeHold(db: Connection, hold: Omit<HoldRow, 'id' | 'released'>): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO hold (name, organization, since, until, by, reason, created, expires) VALUES (
         :name, (SELECT id FROM organization WHERE platform_id = +:organization), :since, :until, :by, :reason, :created,
         :expires)`,
    )
    .run(hold)
  return Number(lastInsertRowid)
}

export function releaseHold(db: Connection, hold: number, nowMs: number): void {
  db.prepare<[number, number]>('UPDATE hold SET released = ? WHERE id = +?').run(nowMs, hold)
}
