/**
 * Contents back from blocks and files: decoded, verified against their digest, and damage named. Decoded blocks
 * are remembered up to a limit, because neighbours are read together; their numbers are never given twice. A content that
 * is stored elsewhere by now, because a prune went by, is read there.
 */
import { createHash } from 'node:crypto'
import { PassThrough, pipeline, Readable, Transform } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { digestOf } from '../model/digest.ts'
import { ContentLost, DamageFound } from '../model/errors.ts'
import { decodeBlock, decodeRest } from './block-codec.ts'
import { type BlockRow, CODECS, type Codec, type ContentRow, type ContentRows } from './catalog/contents.ts'
import type { FileStore } from './files/file-store.ts'
import type { ContentKey } from './types.ts'

/** What reading needs of the rows. */
export type ReadRows = Pick<ContentRows, 'content' | 'block' | 'lossOf'>

export interface ContentReader {
  /** Throws DamageFound. */
  read(content: ContentKey): Buffer
  stream(content: ContentKey): Readable
}

/** Only files up to this size are ever stored anew, and they are read at once: then that does not disturb whoever reads. */
export const STORED_ANEW_BYTES = 4 * 1024 * 1024

const CACHE_BYTES = 24 * 1024 * 1024

/** What is decoded has some room behind it. */
const MOST_BESIDE_BYTES = 1024

/** A prune may store it anew that often while it is being read. */
const MOST_MOVES = 8

export interface ContentReaderOptions {
  /** May throw another reason than damage for what is not there. */
  explain?: () => void
  /** Of decoded blocks. Default 24 MiB. */
  cacheBytes?: number | undefined
  /** Of a block that is damaged it reads what can be read still; else nothing. */
  readsRests?: boolean
}

export function makeContentReader(
  rows: ReadRows,
  files: FileStore,
  { explain = () => {}, cacheBytes = CACHE_BYTES, readsRests = false }: ContentReaderOptions = {},
): ContentReader {
  const cache = new BlockCache(cacheBytes)
  /** Of blocks of which a rest was read. */
  const faults = new Map<number, string>()
  const read = (content: ContentKey): Buffer => {
    for (let moves = 0; ; moves++) {
      const row = rows.content(content)
      try {
        return readRow(requireRow(row, content))
      } catch (error) {
        const now = rows.content(content)
        if (now === undefined) explain()
        assertNotLost(rows, now)
        if (moves >= MOST_MOVES || now?.block === row?.block) throw error
      }
    }
  }
  const readRow = (row: ContentRow): Buffer => {
    const block = cache.get(row.block) ?? cache.put(row.block, decode(row))
    const bytes = block.subarray(row.start, row.start + row.bytes)
    if (digestOf(bytes) === row.digest) return cache.has(row.block) ? Buffer.from(bytes) : bytes
    cache.drop(row.block)
    throw damaged(row, faults.get(row.block) ?? 'its bytes do not have its digest')
  }
  const decode = (row: ContentRow): Buffer => {
    const block = requireBlock(rows, row)
    try {
      const [stored, base] = [storedBytes(block, row, files), against(block)]
      return decodeOrRest(block, stored, base, readsRests ? faults : null)
    } catch (error) {
      throw damaged(row, error instanceof Error ? error.message : 'it cannot be decoded', error)
    }
  }
  const against = ({ base, dictionary }: BlockRow): Buffer | null => {
    const pieces = [dictionary, base].flatMap(content => (content === null ? [] : [read(content)]))
    return pieces.length > 1 ? Buffer.concat(pieces) : (pieces[0] ?? null)
  }
  const stream = (content: ContentKey): Readable => {
    const row = rows.content(content)
    const block = row && rows.block(row.block)
    const isFile = block?.data === null && block.base === null && block.dictionary === null
    if (!row || !isFile || row.bytes <= STORED_ANEW_BYTES)
      return Readable.from([read(content)], { objectMode: false })
    const isThere = () => rows.content(content) !== undefined
    return streamFile(row, codecOf(block), files, () => isThere() || explain())
  }
  return { read, stream }
}

/** `faults`: takes why no more than a rest was read; null: that is thrown. */
function decodeOrRest(
  block: BlockRow,
  stored: Buffer,
  base: Buffer | null,
  faults: Map<number, string> | null,
): Buffer {
  try {
    return decodeBlock(codecOf(block), stored, block.bytes, base)
  } catch (error) {
    if (faults === null || !(error instanceof Error)) throw error
    faults.set(block.id, error.message)
    return decodeRest(stored, block.bytes, base)
  }
}

/** Throws ContentLost. */
function assertNotLost(rows: ReadRows, row: ContentRow | undefined): void {
  const words = row === undefined ? null : rows.lossOf(row.id)
  if (row === undefined || words === null) return
  throw new ContentLost(`content ${row.digest} ${words}`, {
    hint: '`docvault repair` looks for its bytes again; `docvault backup` brings what the platform has now',
  })
}

function requireRow(row: ContentRow | undefined, content: ContentKey): ContentRow {
  if (row === undefined) throw new DamageFound(`content #${content} is missing from the catalog`)
  return row
}

function requireBlock(rows: ReadRows, row: ContentRow): BlockRow {
  const block = rows.block(row.block)
  if (block === undefined) throw damaged(row, `block ${row.block} is missing from the catalog`)
  return block
}

function storedBytes(block: BlockRow, row: ContentRow, files: FileStore): Buffer {
  if (block.data !== null) return block.data
  const stored = files.read(row.digest)
  if (stored.length === block.stored) return stored
  throw new Error(`its file has ${stored.length} bytes instead of ${block.stored}`)
}

function codecOf(block: BlockRow): Codec {
  const codec = CODECS[block.codec]
  if (codec === undefined) throw new DamageFound(`block ${block.id} has an unknown codec ${block.codec}`)
  return codec
}

/** Fails before its end when the bytes are not what was stored, unless `explain` throws another reason. */
function streamFile(row: ContentRow, codec: Codec, files: FileStore, explain: () => unknown): Readable {
  const digest = row.digest
  const decoder = codec === 'zstd' ? createZstdDecompress() : new PassThrough()
  const verified = pipeline(files.stream(digest), decoder, verifier(row), () => {})
  const out = new PassThrough()
  pipeline(verified, out, () => {})
  verified.on('error', error => out.destroy(reasonOf(row, error, explain)))
  return out
}

function reasonOf(row: ContentRow, error: Error, explain: () => unknown): Error {
  try {
    explain()
  } catch (other) {
    if (other instanceof Error) return other
  }
  return error instanceof DamageFound ? error : damaged(row, error.message, error)
}

function verifier(row: ContentRow): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      const isSound = hash.digest('hex') === row.digest
      done(isSound ? null : damaged(row, 'its bytes do not have its digest'))
    },
  })
}

function damaged(row: ContentRow, reason: string, cause?: unknown): DamageFound {
  return new DamageFound(`content ${row.digest} is damaged: ${reason}`, {
    hint: 'run `docvault check --read-data` to see what it belongs to',
    cause,
  })
}

/**
 * Least recently used first; a block larger than half of the limit is not kept. What goes is freed at once: waiting
 * for the collector, which sees small objects, blocks took several times the limit. So nobody may hold part of one.
 */
class BlockCache {
  readonly #blocks = new Map<number, Buffer>()
  readonly #limit: number
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  has(block: number): boolean {
    return this.#blocks.has(block)
  }

  get(block: number): Buffer | undefined {
    const bytes = this.#blocks.get(block)
    if (bytes === undefined) return undefined
    this.#blocks.delete(block)
    this.#blocks.set(block, bytes)
    return bytes
  }

  put(block: number, decoded: Buffer): Buffer {
    if (decoded.length > this.#limit / 2) return decoded
    const bytes = alone(decoded)
    this.#blocks.set(block, bytes)
    this.#bytes += sizeOf(bytes)
    if (this.#bytes > this.#limit) this.#makeRoom()
    return bytes
  }

  drop(block: number): void {
    const bytes = this.#blocks.get(block)
    this.#blocks.delete(block)
    if (bytes === undefined) return
    this.#bytes -= sizeOf(bytes)
    free(bytes)
  }

  /** A quarter at once: a map is gone through past everything that was deleted from it, so one by one takes ever longer. */
  #makeRoom(): void {
    for (const oldest of this.#blocks.keys()) {
      if (this.#bytes <= this.#limit * 0.75) break
      this.drop(oldest)
    }
  }
}

/** A small buffer is part of a pool of 64 KiB, all of which would be kept with it. */
function alone(bytes: Buffer): Buffer {
  const beside = bytes.buffer.byteLength - bytes.length
  return beside < MOST_BESIDE_BYTES ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
}

function free({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** With what a buffer takes beside its bytes: deltas have a few dozen of these, and there are many. */
function sizeOf(bytes: Buffer): number {
  return bytes.length + 256
}
