/**
 * Rows of contents and the blocks they lie in. A block is written once, together with its contents, and never
 * changes.
 */
import type { Digest } from '../../model/digest.ts'
import type { Connection } from './connection.ts'

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
  contents: { id: number; digest: Digest; bytes: number; start: number }[]
}

export interface ContentRows {
  find(digest: Digest): number | null
  content(id: number): ContentRow | undefined
  block(id: number): BlockRow | undefined
  /** How many deltas lie between the content and one stored in full. */
  depthOf(content: number): number | null
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
  const highest = db.prepare<[], { id: number }>('SELECT ifnull(max(id), 0) AS id FROM content')
  return {
    find(digest) {
      const bytes = Buffer.from(digest, 'hex')
      return byDigest.get(bytes.subarray(0, 8), bytes)?.id ?? null
    },
    content: id => byId.get(id),
    block: id => block.get(id),
    depthOf: content => depth.get(content)?.depth ?? null,
    highestId: () => highest.get()?.id ?? 0,
  }
}

/** The insertion of one block and its contents, to be run inside a transaction. */
export function makeBlockInsert(db: Connection): (block: NewBlock) => void {
  const insertBlock = db.prepare<[number, number, number | null, number | null, number, Buffer | null]>(
    'INSERT INTO block (codec, bytes, stored, base, depth, data) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const insertContent = db.prepare<[number, Buffer, number, number, number]>(
    'INSERT INTO content (id, digest, bytes, block, start) VALUES (?, ?, ?, ?, ?)',
  )
  return block => {
    const stored = block.data === null ? block.storedBytes : null
    const codec = CODECS.indexOf(block.codec)
    const row = insertBlock.run(codec, block.bytes, stored, block.base, block.depth, block.data)
    for (const content of block.contents) {
      const digest = Buffer.from(content.digest, 'hex')
      insertContent.run(content.id, digest, content.bytes, Number(row.lastInsertRowid), content.start)
    }
  }
}
