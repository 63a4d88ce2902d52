/**
 * Versions as the base of a running snapshot has them, whatever the running one has written since.
 */
import type { Digest } from '../../model/digest.ts'
import type { Connection } from './connection.ts'
import { PARTS } from './views.ts'

interface BaseVersion {
  content: number
  digest: Digest
  change: Digest
  /** For `parsePartRows`. */
  parts: string
}

/** True for the version that was valid just before snapshot N, closed by N or not. */
export const IN_BASE = 'version.since < +:snapshot AND (version.until IS NULL OR version.until = +:snapshot)'

export interface BaseVersions {
  find(resource: number): BaseVersion | undefined
  /** As `find`, less what a comparison does not need. */
  glance(resource: number): { content: number; change: Digest } | undefined
  count(anchor: number, kind: number): number
}

/** Of one that is lost in part: no change digest, so that nothing is taken for the same. */
const CHANGE = `iif(version.content IN (SELECT content FROM lost) OR EXISTS (SELECT 1 FROM part
  WHERE part.resource = version.resource AND part.since = version.since AND part.content IN (SELECT content FROM lost)),
  '', lower(hex(change_digest))) AS change`

export function makeBaseVersions(db: Connection, snapshot: number): BaseVersions {
  const full = db.prepare<[{ snapshot: number; resource: number }], BaseVersion>(
    `SELECT version.content, lower(hex(content.digest)) AS digest, ${CHANGE}, ${PARTS}
     FROM version JOIN content ON content.id = version.content WHERE resource = +:resource AND ${IN_BASE}`,
  )
  const brief = db.prepare<[{ snapshot: number; resource: number }], { content: number; change: Digest }>(
    `SELECT content, ${CHANGE} FROM version WHERE resource = +:resource AND ${IN_BASE}`,
  )
  const count = db.prepare<[{ snapshot: number; anchor: number; kind: number }], { count: number }>(
    `SELECT count(*) AS count FROM resource CROSS JOIN version ON version.resource = resource.id
     WHERE anchor = +:anchor AND kind = +:kind AND ${IN_BASE}`,
  )
  return {
    find: resource => full.get({ snapshot, resource }),
    glance: resource => brief.get({ snapshot, resource }),
    count: (anchor, kind) => count.get({ snapshot, anchor, kind })?.count ?? 0,
  }
}
