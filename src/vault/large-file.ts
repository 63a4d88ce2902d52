/**
 * Contents too large for memory: hashed, compressed and verified as streams, then moved into the file store.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PassThrough, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Digest } from '../model/digest.ts'
import { DamageFound } from '../model/errors.ts'
import { encodeBlock } from './block-codec.ts'
import type { Codec } from './catalog/contents.ts'
import type { FileStore } from './files/file-store.ts'

const SAMPLE_BYTES = 1024 * 1024
const WORTHWHILE = 0.97

export interface LargeFile {
  file: string
  digest: Digest
  bytes: number
}

export async function digestFile(file: string): Promise<Digest> {
  return digestStream(file, 'raw')
}

/** Consumes the file. Durable and verified on return. */
export async function storeLargeFile(
  files: FileStore,
  large: LargeFile,
  level: number,
): Promise<{ codec: Codec; storedBytes: number }> {
  const compressed = (await seemsCompressible(large.file))
    ? await compressFile(files, large.file, level)
    : null
  const size = compressed === null ? large.bytes : (await stat(compressed)).size
  const keepsCompressed = compressed !== null && size <= large.bytes * WORTHWHILE
  const codec: Codec = keepsCompressed ? 'zstd' : 'raw'
  const [kept, dropped] = keepsCompressed ? [compressed, large.file] : [large.file, compressed]
  if (dropped !== null) await files.remove(dropped)
  if ((await digestStream(kept, codec)) !== large.digest) {
    await files.remove(kept)
    throw new DamageFound(`content ${large.digest} did not survive being stored`)
  }
  await files.adopt(large.digest, kept)
  return { codec, storedBytes: keepsCompressed ? size : large.bytes }
}

/** From the first megabyte: images and archives, most of what is large, need not be compressed to know. */
async function seemsCompressible(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0)
    return (await encodeBlock(buffer.subarray(0, bytesRead), 1)).codec === 'zstd'
  } finally {
    await handle.close()
  }
}

async function compressFile(files: FileStore, file: string, level: number): Promise<string> {
  const target = files.temporary()
  const params = { [constants.ZSTD_c_compressionLevel]: level }
  try {
    await pipeline(createReadStream(file), createZstdCompress({ params }), createWriteStream(target))
    return target
  } catch (error) {
    await files.remove(target).catch(() => {})
    throw error
  }
}

async function digestStream(file: string, codec: Codec): Promise<Digest> {
  const hash = createHash('sha256')
  const decoder = codec === 'zstd' ? createZstdDecompress() : new PassThrough()
  const sink = new Writable({
    write(chunk, _encoding, done) {
      hash.update(chunk)
      done()
    },
  })
  await pipeline(createReadStream(file), decoder, sink)
  return hash.digest('hex')
}
