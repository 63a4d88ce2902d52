/**
 * Blocks to stored bytes and back. Encoding happens off the main thread and decodes what it made before it says
 * done: a fault in a compressor is an error now, not a loss later.
 */
import { promisify } from 'node:util'
import { constants, type ZstdOptions, zstdCompress, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import type { Codec } from './catalog/contents.ts'

const compress = promisify<Buffer, ZstdOptions, Buffer>(zstdCompress)
const decompress = promisify<Buffer, ZstdOptions, Buffer>(zstdDecompress)

export interface Encoded {
  codec: Codec
  stored: Buffer
  /** What `stored` decodes to. */
  decoded: Buffer
}

/** Compressed bytes are kept only when they save at least this share. */
const WORTHWHILE = 0.97

export async function encodeBlock(raw: Buffer, level: number): Promise<Encoded> {
  if (raw.length === 0) return { codec: 'raw', stored: raw, decoded: raw }
  const stored = await compressBytes(raw, level)
  if (stored.length > raw.length * WORTHWHILE) return { codec: 'raw', stored: raw, decoded: raw }
  return { codec: 'zstd', stored, decoded: await decompress(stored, roomFor(raw.length)) }
}

/** Null when the base does not help. */
export async function encodeDelta(raw: Buffer, base: Buffer, levels: DeltaLevels): Promise<Encoded | null> {
  if (raw.length === 0 || base.length === 0) return null
  try {
    const stored = await compressBytes(raw, levels.delta, base)
    if (!(await isClearlySmaller(stored, raw, levels.plain))) return null
    const decoded = await decompress(stored, { ...roomFor(raw.length), dictionary: base })
    return { codec: 'zstd', stored, decoded }
  } catch {
    // A base that happens to begin like a trained dictionary is refused; without it all is well.
    return null
  }
}

export interface DeltaLevels {
  delta: number
  plain: number
}

export function decodeBlock(codec: Codec, stored: Buffer, bytes: number, base: Buffer | null): Buffer {
  if (codec === 'raw') return stored
  const options = base === null ? {} : { dictionary: base }
  return zstdDecompressSync(stored, { ...roomFor(bytes), ...options })
}

/** Half a percent of the raw size needs no comparison; otherwise a delta has to beat compression by itself by far. */
async function isClearlySmaller(delta: Buffer, raw: Buffer, level: number): Promise<boolean> {
  if (delta.length * 12 < raw.length) return true
  if (delta.length > raw.length * WORTHWHILE) return false
  const alone = await compressBytes(raw, level)
  return delta.length < alone.length * 0.6
}

function compressBytes(raw: Buffer, level: number, dictionary?: Buffer): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: level }
  const base = dictionary === undefined ? {} : { dictionary }
  return compress(raw, { params, pledgedSrcSize: raw.length, chunkSize: chunkFor(raw.length), ...base })
}

function roomFor(bytes: number): ZstdOptions {
  return { maxOutputLength: Math.max(1, bytes), chunkSize: chunkFor(bytes) }
}

/** One chunk for a whole block saves a round trip to the main thread each 16 KiB. */
function chunkFor(bytes: number): number {
  return Math.min(Math.max(bytes + 64, 1024), 1 << 20)
}
