/** How zstd is told what is coming: without the size it sets up tables for the largest input there could be. */
import { constants, type ZstdOptions } from 'node:zlib'

/** `checksum`: decoding throws where what is decoded is not what was encoded. */
export function zstdOptions(bytes: number, level: number, checksum = false): ZstdOptions {
  const params = {
    [constants.ZSTD_c_compressionLevel]: level,
    [constants.ZSTD_c_checksumFlag]: Number(checksum),
  }
  return { params, pledgedSrcSize: bytes, chunkSize: chunkFor(bytes / 2) }
}

/** To decode what has so many bytes, and no more. */
export function roomFor(bytes: number): ZstdOptions {
  return { maxOutputLength: Math.max(1, bytes), chunkSize: chunkFor(bytes) }
}

/** One chunk for a whole block saves a round trip to the main thread each 16 KiB. */
function chunkFor(bytes: number): number {
  return Math.min(Math.max(Math.ceil(bytes) + 64, 1024), 1 << 20)
}
