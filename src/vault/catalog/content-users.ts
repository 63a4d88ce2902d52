/**
 * What a content belongs to, and walking over contents block by block.
 */
import { formatRef } from '../../model/resource.ts'
import type { Connection } from './connection.ts'
import { refOf } from './views.ts'

export interface PlacedContent {
  id: number
  digest: Buffer
  bytes: number
  block: number
  /** Stored size when it is a file, else null. */
  file: number | null
}

export interface Share {
  /** Part n of m, 1-based. */
  n: number
  m: number
}

const NAMED_AT_MOST = 10

/** In the order of blocks, so that each is decoded once. */
export function contentsByBlock(db: Connection, share: Share): IterableIterator<PlacedContent> {
  return db
    .prepare<[number, number], PlacedContent>(
      `SELECT content.id, digest, content.bytes, block, stored AS file
       FROM content JOIN block ON block.id = content.block WHERE block % ? = ? ORDER BY block, start`,
    )
    .iterate(share.m, share.n - 1)
}

export function fileContents(db: Connection): IterableIterator<PlacedContent & { file: number }> {
  return db
    .prepare<[], PlacedContent & { file: number }>(
      `SELECT content.id, digest, content.bytes, block, stored AS file
       FROM block JOIN content ON content.block = block.id WHERE stored IS NOT NULL ORDER BY block.id`,
    )
    .iterate()
}

export function countContents(db: Connection, share: Share): number {
  const row = db
    .prepare<[number, number], { count: number }>('SELECT count(*) AS count FROM content WHERE block % ? = ?')
    .get(share.m, share.n - 1)
  return row?.count ?? 0
}

/** E.g. `page p1 in space s1 (from snapshot 3, until 5)`. */
export function describeUsers(db: Connection, content: number): string {
  const users = db
    .prepare<[{ content: number; limit: number }], { resource: number; since: number; until: number | null }>(
      `SELECT resource, since, until FROM version WHERE content = :content
       UNION SELECT part.resource, part.since, version.until
       FROM part JOIN version USING (resource, since) WHERE part.content = :content
       ORDER BY since, resource LIMIT :limit`,
    )
    .all({ content, limit: NAMED_AT_MOST + 1 })
  if (users.length === 0) return 'used by no snapshot'
  const named = users.slice(0, NAMED_AT_MOST).map(({ resource, since, until }) => {
    const range = until === null ? `from snapshot ${since} on` : `from snapshot ${since}, until ${until}`
    return `${formatRef(refOf(db, resource))} (${range})`
  })
  return `used by ${named.join(', ')}${users.length > NAMED_AT_MOST ? ' and others' : ''}`
}
