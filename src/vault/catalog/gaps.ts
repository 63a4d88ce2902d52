/**
 * Gaps of a snapshot: a whole scope, or one resource of it, that could not be read.
 */
import type { Kind } from '../../model/resource.ts'
import { GAP_CLASSES, type Gap, type GapClass } from '../../model/snapshot.ts'
import { type Connection, prepareOnce } from './connection.ts'

export interface NewGap {
  snapshot: number
  base: number | null
  anchor: number
  kind: number
  /** Empty: the whole scope. */
  resource: string
  class: GapClass
  message: string
  missing?: string | undefined
}

export interface GapRow {
  anchor: number
  kind: Kind
  kindId: number
  resource: string
  class: string
  message: string
  first_seen: number
  missing: string | null
  parent: string
  parentKind: Kind
}

export function writeGap(db: Connection, gap: NewGap): void {
  const before = db
    .prepare<[number | null, number, number, string], { first_seen: number }>(
      'SELECT first_seen FROM gap WHERE snapshot = +? AND anchor = +? AND kind = +? AND resource = +?',
    )
    .get(gap.base, gap.anchor, gap.kind, gap.resource)
  db.prepare(
    `INSERT INTO gap VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET class = excluded.class, message = excluded.message, first_seen = excluded.first_seen,
       missing = excluded.missing`,
  ).run(
    gap.snapshot,
    gap.anchor,
    gap.kind,
    gap.resource,
    gap.class,
    gap.message,
    before?.first_seen ?? gap.snapshot,
    gap.missing ?? null,
  )
}

/** Of this snapshot, for everything that stands below a resource. */
export function deleteGapsBelow(db: Connection, snapshot: number, resource: number): void {
  db.prepare<[{ snapshot: number; resource: number }]>(
    `WITH RECURSIVE below(id) AS (
       VALUES (:resource) UNION SELECT child.id FROM below JOIN resource AS child ON child.anchor = below.id)
     DELETE FROM gap WHERE snapshot = +:snapshot AND anchor IN (SELECT id FROM below)`,
  ).run({ snapshot, resource })
}

/** In the order of kind, parent and resource, which no internal key decides. */
export function gapRows(db: Connection, snapshot: number): GapRow[] {
  return prepareOnce<[number], GapRow>(
    db,
    `SELECT gap.anchor, term.text AS kind, gap.kind AS kindId, gap.resource, class, message, first_seen, missing,
         ifnull(parent.platform_id, organization.platform_id) AS parent,
         ifnull((SELECT text FROM term WHERE id = parent.kind), 'organization') AS parentKind
       FROM gap JOIN term ON term.id = gap.kind
       LEFT JOIN resource AS parent ON parent.id = gap.anchor
       LEFT JOIN organization ON organization.id = -gap.anchor
       WHERE gap.snapshot = +? ORDER BY term.text, parentKind, parent, gap.resource`,
  ).all(snapshot)
}

export function snapshotsWithGaps(db: Connection): Set<number> {
  const found = prepareOnce<[], number>(db, 'SELECT DISTINCT snapshot FROM gap').pluck().all()
  return new Set(found)
}

export function gapsOf(db: Connection, snapshot: number): Gap[] {
  return gapRows(db, snapshot).map(row => ({
    kind: row.kind,
    parent: row.parent,
    parentKind: row.parentKind,
    ...(row.resource === '' ? {} : { resource: row.resource }),
    class: parseClass(row.class),
    message: row.message,
    firstSeen: row.first_seen,
    ...(row.missing === null ? {} : { missing: row.missing }),
  }))
}

export function parseClass(text: string): GapClass {
  // A class that a newer docvault wrote is still a gap.
  return GAP_CLASSES.find(known => known === text) ?? 'invalid'
}
