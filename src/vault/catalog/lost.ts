/**
 * Contents of which no good bytes are left anywhere that docvault could look. Their rows stay, each in a block of its own
 * without bytes, so that seals can be computed and whoever meets one is told; bytes of their digest that come again take
 * the mark away.
 */
import { type Connection, prepareOnce } from './connection.ts'
import { highestGiven, noteHighest } from './given-numbers.ts'

export interface Loss {
  content: number
  /** Milliseconds since the epoch. */
  found: number
  /** What was wrong with what was stored. */
  why: string
}

export function losses(db: Connection): Loss[] {
  return prepareOnce<[], Loss>(db, 'SELECT content, found, why FROM lost ORDER BY content').all()
}

export function lossOf(db: Connection, content: number): Loss | undefined {
  return prepareOnce<[number], Loss>(db, 'SELECT content, found, why FROM lost WHERE content = +?').get(
    content,
  )
}

/** Inside a transaction. The block that it lies in now has to go, or to lose this content, in the same one. */
export function markLost(db: Connection, { content, found, why }: Loss, bytes: number): void {
  const block = highestGiven(db, 'block') + 1
  prepareOnce<[number, number], never>(
    db,
    `INSERT INTO block (id, codec, bytes, depth, data) VALUES (+?, 0, +?, 0, x'')`,
  ).run(block, bytes)
  prepareOnce<[number, number], never>(db, 'UPDATE content SET block = ?, start = 0 WHERE id = +?').run(
    block,
    content,
  )
  prepareOnce<[number, number, string], never>(db, 'INSERT INTO lost VALUES (?, ?, ?)').run(
    content,
    found,
    why,
  )
  // Whoever comes upon it fetches it again.
  prepareOnce<[number], never>(db, 'DELETE FROM body WHERE content = +?').run(content)
}

/** Inside the transaction that stores its bytes in another block. */
export function storeAgain(
  db: Connection,
  { content, block, start }: { content: number; block: number; start: number },
): void {
  const row = prepareOnce<[number], { block: number }>(db, 'SELECT block FROM content WHERE id = +?').get(
    content,
  )
  noteHighest(db)
  prepareOnce<[number, number, number], never>(
    db,
    'UPDATE content SET block = ?, start = ? WHERE id = +?',
  ).run(block, start, content)
  prepareOnce<[number], never>(db, 'DELETE FROM lost WHERE content = +?').run(content)
  if (row !== undefined) prepareOnce<[number], never>(db, 'DELETE FROM block WHERE id = +?').run(row.block)
}

/** Resources by number of which the snapshot before a running one has a state that is lost in part, and all that they stand under. */
export function anchorsToRead(db: Connection, snapshot: number): Set<number> {
  const find = prepareOnce<[{ snapshot: number }], { anchor: number }>(
    db,
    `WITH RECURSIVE hit(resource) AS (
       SELECT resource FROM version WHERE content IN (SELECT content FROM lost) AND ${BEFORE}
       UNION SELECT resource FROM version JOIN part USING (resource, since)
       WHERE part.content IN (SELECT content FROM lost) AND ${BEFORE}
     ), above(id) AS (
       SELECT resource FROM hit UNION SELECT resource.parent FROM above JOIN resource ON resource.id = above.id
       WHERE resource.parent IS NOT NULL
     )
     SELECT resource.anchor FROM above JOIN resource ON resource.id = above.id`,
  )
  return new Set(isAnyLost(db) ? find.all({ snapshot }).map(({ anchor }) => anchor) : [])
}

const BEFORE = 'version.since < +:snapshot AND (version.until IS NULL OR version.until >= +:snapshot)'

export function isAnyLost(db: Connection): boolean {
  return prepareOnce<[], unknown>(db, 'SELECT 1 FROM lost LIMIT 1').get() !== undefined
}

/** Inside a transaction: lost contents that no version has and no block is a delta against. */
export function takeUnneeded(db: Connection): void {
  const rows = db
    .prepare<[], { content: number; block: number }>(
      `SELECT lost.content, content.block FROM lost JOIN content ON content.id = lost.content
       WHERE lost.content NOT IN (SELECT content FROM version) AND lost.content NOT IN (SELECT content FROM part)
       AND lost.content NOT IN (SELECT base FROM block WHERE base IS NOT NULL)
       AND lost.content NOT IN (SELECT dictionary FROM block WHERE dictionary IS NOT NULL)`,
    )
    .all()
  noteHighest(db)
  for (const { content, block } of rows) {
    db.prepare<[number]>('DELETE FROM lost WHERE content = +?').run(content)
    db.prepare<[number]>('DELETE FROM content WHERE id = +?').run(content)
    db.prepare<[number]>('DELETE FROM block WHERE id = +?').run(block)
  }
}
