/**
 * What a content belongs to, and walking over contents block by block.
 */
import type { Digest } from '../../model/digest.ts'
import { formatRef } from '../../model/resource.ts'
import type { Connection } from './connection.ts'
import { refOf } from './views.ts'

export interface PlacedContent {
  id: number
  digest: Digest
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

/** Of these blocks those of the share, in the order of blocks, so that each is decoded once. */
export function contentsOfBlocks(
  db: Connection,
  { first, last, n, m }: Share & { first: number; last: number },
): IterableIterator<PlacedContent> {
  return db
    .prepare<[number, number, number, number], PlacedContent>(
      `SELECT content.id, lower(hex(digest)) AS digest, content.bytes, block, stored AS file
       FROM content JOIN block ON block.id = content.block
       WHERE block BETWEEN ? AND ? AND block % ? = ? ORDER BY block, start`,
    )
    .iterate(first, last, m, n - 1)
}

export function highestBlock(db: Connection): number {
  return db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM block').get()?.id ?? 0
}

export function fileContents(db: Connection): IterableIterator<PlacedContent & { file: number }> {
  return db
    .prepare<[], PlacedContent & { file: number }>(
      `SELECT content.id, lower(hex(digest)) AS digest, content.bytes, block, stored AS file
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

export function countBlocks(db: Connection, first: number, last: number): number {
  return (
    db
      .prepare<[number, number], { count: number }>(
        'SELECT count(*) AS count FROM block WHERE id BETWEEN ? AND ?',
      )
      .get(first, last)?.count ?? 0
  )
}

/** Of a content, or of everything in a block, e.g. `page p1 in space s1 (from snapshot 3, until 5)`. */
export function describeUsers(db: Connection, of: { content: number } | { block: number }): string {
  const contents = 'content' in of ? ':id' : 'SELECT id FROM content WHERE block = +:id'
  const users = db
    .prepare<[{ id: number; limit: number }], { resource: number; since: number; until: number | null }>(
      `SELECT resource, since, until FROM version WHERE content IN (${contents})
       UNION SELECT part.resource, part.since, version.until
       FROM part JOIN version USING (resource, since) WHERE part.content IN (${contents})
       ORDER BY since, resource LIMIT :limit`,
    )
    .all({ id: 'content' in of ? of.content : of.block, limit: NAMED_AT_MOST + 1 })
  if (users.length === 0) return 'used by no snapshot'
  const named = users.slice(0, NAMED_AT_MOST).map(({ resource, since, until }) => {
    const range = until === null ? `from snapshot ${since} on` : `from snapshot ${since}, until ${until}`
    return `${formatRef(refOf(db, resource))} (${range})`
  })
  return `used by ${named.join(', ')}${users.length > NAMED_AT_MOST ? ' and others' : ''}`
}
