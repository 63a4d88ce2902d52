/**
 * Rows of contents and the blocks they lie in. A block is written once, and its bytes never change; maintenance may move a
 * content into another one.
 */
import type { Digest } from '../../model/digest.ts'
import type { Connection } from './connection.ts'
import { highestGiven } from './given-numbers.ts'
import { lossWords } from './loss-words.ts'
import { lossOf, storeAgain } from './lost.ts'

export const CODECS = ['raw', 'zstd'] as const
export type Codec = (typeof CODECS)[number]

export interface ContentRow {
  id: number
  digest: Digest
  bytes: number
  block: number
  start: number
}

/** Of a `ContentRow`. The digest as text: bytes would be a Buffer each, with memory of its own. */
export const CONTENT = 'id, lower(hex(digest)) AS digest, bytes, block, start'

export interface BlockRow {
  id: number
  codec: number
  bytes: number
  /** Null: the length of `data`. */
  stored: number | null
  base: number | null
  /** A content that stands before the base in what it is a delta against. */
  dictionary: number | null
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
  /** A content that stands before the base in what it is a delta against. */
  dictionary?: number | undefined
  depth: number
  /** What a compaction stored it as: see compact/wanted.ts. */
  packed?: number | undefined
  contents: PlacedInBlock[]
}

export interface PlacedInBlock {
  id: number
  digest: Digest
  bytes: number
  start: number
  /** It has a row, and was lost. */
  wasLost?: boolean
}

export interface ContentRows {
  /** One that is not lost. */
  find(digest: Digest): number | null
  findLost(digest: Digest): number | null
  content(id: number): ContentRow | undefined
  block(id: number): BlockRow | undefined
  /** Whether any content of this digest is stored as a file. */
  isFile(digest: Digest): boolean
  /** How many deltas lie between the content and one stored in full. */
  depthOf(content: number): number | null
  /** What to say of a content that is lost; null: it is not. */
  lossOf(content: number): string | null
  /** That any content ever had. */
  highestId(): number
}

const BY_DIGEST = 'SELECT id FROM content WHERE substr(digest, 1, 4) = +? AND digest = +?'

export function makeContentRows(db: Connection): ContentRows {
  const byDigest = db.prepare<[Buffer, Buffer], { id: number }>(
    `${BY_DIGEST} AND id NOT IN (SELECT content FROM lost)`,
  )
  const lostByDigest = db.prepare<[Buffer, Buffer], { id: number }>(
    `${BY_DIGEST} AND id IN (SELECT content FROM lost)`,
  )
  const byId = db.prepare<[number], ContentRow>(`SELECT ${CONTENT} FROM content WHERE id = +?`)
  const block = db.prepare<[number], BlockRow>('SELECT * FROM block WHERE id = +?')
  const depth = db.prepare<[number], { depth: number }>(
    'SELECT depth FROM content JOIN block ON block.id = content.block WHERE content.id = +?',
  )
  const file = db.prepare<[Buffer, Buffer], { found: number }>(
    `SELECT 1 AS found FROM content JOIN block ON block.id = content.block
     WHERE substr(digest, 1, 4) = +? AND digest = +? AND stored IS NOT NULL`,
  )
  return {
    isFile(digest) {
      const bytes = Buffer.from(digest, 'hex')
      return file.get(bytes.subarray(0, 4), bytes) !== undefined
    },
    find(digest) {
      const bytes = Buffer.from(digest, 'hex')
      return byDigest.get(bytes.subarray(0, 4), bytes)?.id ?? null
    },
    findLost(digest) {
      const bytes = Buffer.from(digest, 'hex')
      return lostByDigest.get(bytes.subarray(0, 4), bytes)?.id ?? null
    },
    content: id => byId.get(id),
    block: id => block.get(id),
    depthOf: content => depth.get(content)?.depth ?? null,
    lossOf(content) {
      const loss = lossOf(db, content)
      return loss === undefined ? null : lossWords(db, loss, other => lossOf(db, other) !== undefined)
    },
    highestId: () => highestGiven(db, 'content'),
  }
}

/** The insertion of one block and its contents, to be run inside a transaction. Answers the number of the block. */
export function makeBlockInsert(db: Connection): (block: NewBlock) => number {
  const insertBlock = makeBareInsert(db)
  const insertContent = db.prepare<[number, Buffer, number, number, number]>(
    'INSERT INTO content (id, digest, bytes, block, start) VALUES (?, ?, ?, ?, ?)',
  )
  return block => {
    const id = insertBlock(block)
    for (const content of block.contents) {
      if (content.wasLost) {
        storeAgain(db, { content: content.id, block: id, start: content.start })
        continue
      }
      const digest = Buffer.from(content.digest, 'hex')
      insertContent.run(content.id, digest, content.bytes, id, content.start)
    }
    return id
  }
}

/** As `makeBlockInsert`, of contents that lie in other blocks. `number`: one that no block ever had. */
export function makeBlockMove(db: Connection): (block: NewBlock, number?: number) => number {
  const insertBlock = makeBareInsert(db)
  const move = db.prepare<[number, number, number]>('UPDATE content SET block = ?, start = ? WHERE id = +?')
  return (block, number) => {
    const id = insertBlock(block, number)
    for (const content of block.contents) move.run(id, content.start, content.id)
    return id
  }
}

function makeBareInsert(db: Connection): (block: NewBlock, number?: number) => number {
  const insert = db.prepare<[BlockRow & { packed: number | null }]>(
    `INSERT INTO block (id, codec, bytes, stored, base, dictionary, depth, packed, data)
     VALUES (:id, :codec, :bytes, :stored, :base, :dictionary, :depth, :packed, :data)`,
  )
  return ({ codec, bytes, data, storedBytes, base, dictionary, depth, packed }, number) => {
    const id = number ?? highestGiven(db, 'block') + 1
    insert.run({
      id,
      codec: CODECS.indexOf(codec),
      bytes,
      stored: data === null ? storedBytes : null,
      base,
      dictionary: dictionary ?? null,
      depth,
      packed: packed ?? null,
      data,
    })
    return id
  }
}
