/**
 * When a scope was last read and at which token, as of any snapshot. A running snapshot writes rows of its own,
 * so that they can be rolled back; the seal joins them with the ones before where the token is the same.
 */
import { type Connection, prepareOnce } from './database.ts'

export interface ReadMarkRow {
  token: string | null
  at: number | null
  exact_at: number | null
  last: number
}

export interface NewReadMark {
  anchor: number
  kind: number
  snapshot: number
  token: string | null
  exact: boolean
  now: number
}

/** The newest mark of a scope in snapshot `upTo` or before; null when never read, or gone with its parent. */
export function findReadMark(db: Connection, anchor: number, kind: number, upTo: number): ReadMarkRow | null {
  const row = prepareOnce<[{ anchor: number; kind: number; upTo: number }], ReadMarkRow>(
    db,
    `SELECT token, at, exact_at, min(last, :upTo) AS last FROM read_mark
       WHERE anchor = :anchor AND kind = :kind AND since <= :upTo ORDER BY since DESC LIMIT 1`,
  ).get({ anchor, kind, upTo })
  return row === undefined || row.at === null ? null : row
}

export function writeReadMark(db: Connection, mark: NewReadMark): void {
  const before = findReadMark(db, mark.anchor, mark.kind, mark.snapshot - 1)
  const exactAt = mark.exact ? mark.now : (before?.exact_at ?? null)
  db.prepare('INSERT OR REPLACE INTO read_mark VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    mark.anchor,
    mark.kind,
    mark.snapshot,
    mark.snapshot,
    mark.token,
    mark.now,
    exactAt,
  )
}

/** At the seal: a token read again extends the row of the time before. */
export function joinReadMarks(db: Connection, snapshot: number): void {
  const same = `
    mine.since = :snapshot AND mine.at IS NOT NULL AND old.at IS NOT NULL AND old.token IS mine.token
    AND old.anchor = mine.anchor AND old.kind = mine.kind AND old.since = (
      SELECT max(since) FROM read_mark WHERE anchor = mine.anchor AND kind = mine.kind AND since < :snapshot)`
  db.prepare<[{ snapshot: number }]>(
    `UPDATE read_mark AS old SET last = :snapshot, at = mine.at, exact_at = mine.exact_at FROM read_mark AS mine WHERE ${same}`,
  ).run({ snapshot })
  db.prepare<[{ snapshot: number }]>(
    `DELETE FROM read_mark AS mine WHERE since = :snapshot
     AND EXISTS (SELECT 1 FROM read_mark AS old WHERE old.last = :snapshot AND ${same})`,
  ).run({ snapshot })
}

/** Over the scopes whose parent the snapshot holds. */
export function oldestReads(
  db: Connection,
  place: { snapshot: number; organization: number },
): { kind: string; at: number }[] {
  return db
    .prepare<[{ snapshot: number; organization: number }], { kind: string; at: number }>(
      `SELECT term.text AS kind, min(mark.exact_at) AS at
       FROM read_mark AS mark JOIN term ON term.id = mark.kind
       LEFT JOIN resource AS parent ON parent.id = mark.anchor
       WHERE mark.since <= :snapshot AND mark.exact_at IS NOT NULL
       AND ifnull(parent.organization, -mark.anchor) = :organization
       AND NOT EXISTS (SELECT 1 FROM read_mark AS later WHERE later.anchor = mark.anchor AND later.kind = mark.kind
         AND later.since > mark.since AND later.since <= :snapshot)
       GROUP BY mark.kind`,
    )
    .all(place)
}
