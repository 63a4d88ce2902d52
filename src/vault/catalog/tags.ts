/** What people call snapshots: a tag names one snapshot of the vault. */
import type { Connection } from './connection.ts'

export interface TagRow {
  snapshot: number
  tag: string
}

/** By tag. */
export function readTags(db: Connection): Map<string, number> {
  const rows = db.prepare<[], TagRow>('SELECT snapshot, tag FROM tag ORDER BY tag').all()
  return new Map(rows.map(({ snapshot, tag }) => [tag, snapshot]))
}

export function writeTag(db: Connection, tag: TagRow): void {
  db.prepare('INSERT INTO tag (snapshot, tag) VALUES (:snapshot, :tag)').run(tag)
}

export function deleteTag(db: Connection, tag: string): void {
  db.prepare<[string]>('DELETE FROM tag WHERE tag = +?').run(tag)
}
