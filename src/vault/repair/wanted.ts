/** What a repair looks for, and whether bytes are what it looks for. */
import { digestOf } from '../../model/digest.ts'
import { type Connection, prepareOnce } from '../catalog/connection.ts'
import type { ContentRow } from '../catalog/contents.ts'
import type { ContentUse, FoundBytes, WantedContent } from './types.ts'

/** Bytes of a content up to this size are held, of a larger one they are in a file. */
export const HELD_BYTES = 8 * 1024 * 1024
const MOST_USES = 20

export function wantedOf(db: Connection, { id, digest, bytes }: ContentRow): WantedContent {
  const uses = prepareOnce<[{ id: number; most: number }], ContentUse>(
    db,
    `SELECT organization.platform_id AS organization, resource, part FROM (
       SELECT resource, since, NULL AS part FROM version WHERE content = +:id
       UNION ALL SELECT resource, since, term.text AS part FROM part JOIN term ON term.id = part.name WHERE content = +:id
     ) JOIN resource AS own ON own.id = resource JOIN organization ON organization.id = own.organization
     GROUP BY resource, part ORDER BY max(since) DESC LIMIT +:most`,
  ).all({ id, most: MOST_USES })
  return { content: id, digest, bytes, uses }
}

/** Whether any version, of whichever snapshot, has it. */
export function isUsed(db: Connection, content: number): boolean {
  return (
    prepareOnce<[{ content: number }], unknown>(
      db,
      'SELECT 1 FROM version WHERE content = +:content UNION ALL SELECT 1 FROM part WHERE content = +:content LIMIT 1',
    ).get({ content }) !== undefined
  )
}

/** Bytes of another digest are as good as none. */
export function isWanted({ digest }: WantedContent, bytes: Buffer): boolean {
  return digestOf(bytes) === digest
}

export function foundBytes(from: string, bytes: Buffer): FoundBytes {
  return {
    from,
    bytes,
    async writeTo() {
      throw new Error('these bytes are held')
    },
  }
}
