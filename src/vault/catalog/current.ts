/**
 * Versions as the base of a running snapshot has them, whatever the running one has written since.
 */
import type { Connection } from './database.ts'
import { makePartRows, type PartRow } from './views.ts'

export interface BaseVersion {
  since: number
  content: number
  digest: Buffer
  change: Buffer
}

/** True for the version that was valid just before snapshot N, closed by N or not. */
export const IN_BASE = 'version.since < :snapshot AND (version.until IS NULL OR version.until = :snapshot)'

export interface BaseVersions {
  find(resource: number): BaseVersion | undefined
  parts(resource: number, since: number): PartRow[]
  count(anchor: number, kind: number): number
}

export function makeBaseVersions(db: Connection, snapshot: number): BaseVersions {
  const one = db.prepare<[{ snapshot: number; resource: number }], BaseVersion>(
    `SELECT since, version.content, content.digest, change_digest AS change
     FROM version JOIN content ON content.id = version.content WHERE resource = :resource AND ${IN_BASE}`,
  )
  const count = db.prepare<[{ snapshot: number; anchor: number; kind: number }], { count: number }>(
    `SELECT count(*) AS count FROM resource JOIN version ON version.resource = resource.id
     WHERE anchor = :anchor AND kind = :kind AND ${IN_BASE}`,
  )
  return {
    find: resource => one.get({ snapshot, resource }),
    parts: makePartRows(db),
    count: (anchor, kind) => count.get({ snapshot, anchor, kind })?.count ?? 0,
  }
}
