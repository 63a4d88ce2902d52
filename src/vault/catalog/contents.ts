/**
 * Rows of contents and the blocks they lie in. A block is written once, and never changes; a prune may move a content into
 * another one.
 */
import type { Digest } from '../../model/digest.ts'
import type { Connection } from './connection.ts'
import { highestGiven } from './given-numbers.ts'

export const CODECS = ['raw', 'zstd'] as const
export type Codec = (typeof CODECS)[number]

export interface ContentRow {
  id: number
  digest: Buffer
  bytes: number
  block: number
  start: number
}

export interface BlockRow {
  id: number
  codec: number
  bytes: number
  /** Null: the length of `data`. */
  stored: number | null
  base: number | null
  depth: number
  /** Null: the block's one content is in the file store. */
  data: Buffer | null
}

export interface NewBlock {
  codec: Codec
  bytes: number
  /** Stored bytes; null with `storedBytes` for a file. */
  data: Buffer | null
  storedBytes: number
  base: number | null
  depth: number
  contents: PlacedInBlock[]
}

export interface PlacedInBlock {
  id: number
  digest: Digest
  bytes: number
  start: number
}

export interface ContentRows {
  find(digest: Digest): number | null
  content(id: number): ContentRow | undefined
  block(id: number): BlockRow | undefined
  /** Whether any content of this digest is stored as a file. */
  isFile(digest: Buffer): boolean
  /** How many deltas lie between the content and one stored in full. */
  depthOf(content: number): number | null
  /** That any content ever had. */
  highestId(): number
}

export function makeContentRows(db: Connection): ContentRows {
  const byDigest = db.prepare<[Buffer, Buffer], { id: number }>(
    'SELECT id FROM content WHERE substr(digest, 1, 8) = ? AND digest = ?',
  )
  const byId = db.prepare<[number], ContentRow>('SELECT * FROM content WHERE id = ?')
  const block = db.prepare<[number], BlockRow>('SELECT * FROM block WHERE id = ?')
  const depth = db.prepare<[number], { depth: number }>(
    'SELECT depth FROM content JOIN block ON block.id = content.block WHERE content.id = +?',
  )
  const file = db.prepare<[Buffer, Buffer], { found: number }>(
    `SELECT 1 AS found FROM content JOIN block ON block.id = content.block
     WHERE substr(digest, 1, 8) = ? AND digest = ? AND data IS NULL`,
  )
  return {
    isFile: digest => file.get(digest.subarray(0, 8), digest) !== undefined,
    find(digest) {
      const bytes = Buffer.from(digest, 'hex')
      return byDigest.get(bytes.subarray(0, 8), bytes)?.id ?? null
    },
    content: id => byId.get(id),
    block: id => block.get(id),
    depthOf: content => depth.get(content)?.depth ?? null,
    highestId: () => highestGiven(db, 'content'),
  }
}

/** The insertion of one block and its contents, to be run inside a transaction. */
export function makeBlockInsert(db: Connection): (block: NewBlock) => void {
  const insertBlock = makeBareInsert(db)
  const insertContent = db.prepare<[number, Buffer, number, number, number]>(
    'INSERT INTO content (id, digest, bytes, block, start) VALUES (?, ?, ?, ?, ?)',
  )
  return block => {
    const id = insertBlock(block)
    for (const content of block.contents) {
      const digest = Buffer.from(content.digest, 'hex')
      insertContent.run(content.id, digest, content.bytes, id, content.start)
    }
  }
}

/** As `makeBlockInsert`, of contents that lie in other blocks. */
export function makeBlockMove(db: Connection): (block: NewBlock) => void {
  const insertBlock = makeBareInsert(db)
  const move = db.prepare<[number, number, number]>('UPDATE content SET block = ?, start = ? WHERE id = ?')
  return block => {
    const id = insertBlock(block)
    for (const content of block.contents) move.run(id, content.start, content.id)
  }
}

function makeBareInsert(db: Connection): (block: NewBlock) => number {
  const insert = db.prepare<[number, number, number, number | null, number | null, number, Buffer | null]>(
    'INSERT INTO block (id, codec, bytes, stored, base, depth, data) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  return ({ codec, bytes, data, storedBytes, base, depth }) => {
    const id = highestGiven(db, 'block') + 1
    insert.run(id, CODECS.indexOf(codec), bytes, data === null ? storedBytes : null, base, depth, data)
    return id
  }
}
