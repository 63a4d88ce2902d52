/**
 * Blocks to stored bytes and back. Encoding decodes what it made before it says done: a fault in a compressor is an
 * error now, not a loss later. Work is given to other threads where it is larger than the handing over, which costs
 * this thread some 150 µs: so not the decoding of a block (80 µs), nor a small delta (50 µs).
 */
import { promisify } from 'node:util'
import {
  constants,
  type ZstdOptions,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'
import { type Digest, digestOf } from '../model/digest.ts'
import { DamageFound } from '../model/errors.ts'
import { roomFor, zstdOptions } from '../model/zstd.ts'
import type { Codec } from './catalog/contents.ts'

const compress = promisify<Buffer, ZstdOptions, Buffer>(zstdCompress)
const decompress = promisify<Buffer, ZstdOptions, Buffer>(zstdDecompress)

export interface Encoded {
  codec: Codec
  stored: Buffer
  /** What `stored` decodes to. */
  decoded: Buffer
}

const DECODED_HERE_BYTES = 512 * 1024
const DELTA_HERE_BYTES = 32 * 1024
const ALONE_HERE_BYTES = 2 * 1024
const SMALL_DELTA_LEVEL = 6
const LARGE_DELTA_LEVEL = 12

/** Compressed bytes are kept only when they save at least this share. */
const WORTHWHILE = 0.97

export async function encodeBlock(raw: Buffer, level: number): Promise<Encoded> {
  if (raw.length === 0) return { codec: 'raw', stored: raw, decoded: raw }
  const stored = await compressBytes(raw, level)
  if (stored.length > raw.length * WORTHWHILE) return { codec: 'raw', stored: raw, decoded: raw }
  return { codec: 'zstd', stored, decoded: await decode(stored, roomFor(raw.length)) }
}

/** Null when the base does not help; `level` is the one for contents without a base. */
export async function encodeDelta(raw: Buffer, base: Buffer, level: number): Promise<Encoded | null> {
  if (raw.length === 0 || base.length === 0) return null
  try {
    const stored = await compressDelta(raw, base)
    if (!(await isClearlySmaller(stored, raw, level))) return null
    return {
      codec: 'zstd',
      stored,
      decoded: await decode(stored, { ...roomFor(raw.length), dictionary: base }),
    }
  } catch {
    // A base that happens to begin like a trained dictionary is refused; without it all is well.
    return null
  }
}

/** Against all of a dictionary, at a level; null where that does not help. Off this thread: for levels that take long. */
export async function encodeAgainst(raw: Buffer, dictionary: Buffer, level: number): Promise<Encoded | null> {
  if (raw.length === 0 || dictionary.length === 0) return null
  try {
    const stored = await compress(raw, { ...zstdOptions(raw.length, level), dictionary })
    if (stored.length > raw.length * WORTHWHILE) return null
    return { codec: 'zstd', stored, decoded: await decode(stored, { ...roomFor(raw.length), dictionary }) }
  } catch {
    // As above.
    return null
  }
}

export function decodeBlock(codec: Codec, stored: Buffer, bytes: number, base: Buffer | null): Buffer {
  if (codec === 'raw') return stored
  const options = base === null ? {} : { dictionary: base }
  return zstdDecompressSync(stored, { ...roomFor(bytes), ...options })
}

/**
 * What of a damaged block still decodes: what stands before the bytes that make no sense. Nothing is proved of it: whoever
 * reads a content out of it holds it against its digest.
 */
export function decodeRest(stored: Buffer, bytes: number, base: Buffer | null): Buffer {
  const options = { ...roomFor(bytes), ...(base === null ? {} : { dictionary: base }) }
  // Told that more is to come, it gives what it has.
  const decoded = (length: number) =>
    zstdDecompressSync(stored.subarray(0, length), { ...options, finishFlush: constants.ZSTD_e_continue })
  let rest: Buffer = Buffer.alloc(0)
  let [sound, unsound] = [0, stored.length + 1]
  while (unsound - sound > 1) {
    const middle = Math.floor((sound + unsound) / 2)
    try {
      rest = decoded(middle)
      sound = middle
    } catch {
      unsound = middle
    }
  }
  return rest
}

/** Throws DamageFound where a block does not decode to its contents, one after the other. */
export function assertDecodes(contents: readonly { digest: Digest; size: number }[], decoded: Buffer): void {
  let start = 0
  for (const { digest, size } of contents) {
    const end = start + size
    if (digestOf(decoded.subarray(start, end)) !== digest) {
      throw new DamageFound(`content ${digest} did not survive being compressed`)
    }
    start = end
  }
}

/** A twelfth of the raw size needs no comparison; otherwise a delta has to beat compression by itself by far. */
async function isClearlySmaller(delta: Buffer, raw: Buffer, level: number): Promise<boolean> {
  if (delta.length * 12 < raw.length) return true
  if (delta.length > raw.length * WORTHWHILE) return false
  const alone = await compressBytes(raw, level)
  return delta.length < alone.length * 0.6
}

async function compressBytes(raw: Buffer, level: number): Promise<Buffer> {
  const options = zstdOptions(raw.length, level)
  return raw.length <= ALONE_HERE_BYTES ? zstdCompressSync(raw, options) : compress(raw, options)
}

async function compressDelta(raw: Buffer, base: Buffer): Promise<Buffer> {
  const isSmall = raw.length <= DELTA_HERE_BYTES && base.length <= DELTA_HERE_BYTES
  if (isSmall)
    return zstdCompressSync(raw, { ...zstdOptions(raw.length, SMALL_DELTA_LEVEL), dictionary: base })
  return compress(raw, { ...zstdOptions(raw.length, LARGE_DELTA_LEVEL), dictionary: base })
}

async function decode(stored: Buffer, options: ZstdOptions): Promise<Buffer> {
  const isSmall = (options.maxOutputLength ?? 0) <= DECODED_HERE_BYTES
  return isSmall ? zstdDecompressSync(stored, options) : decompress(stored, options)
}
