/** tar, then zstd, then age: the form of everything in a replica that is for the holders of keys only. */
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { decryptWith, encryptTo } from '../keys/age.ts'
import { packTar, type TarEntry, unpackTar } from './tar.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Most of what a vault holds is compressed already. */
const LEVEL = 3
const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 }

export async function sealEntries(
  recipients: readonly string[],
  entries: Iterable<TarEntry>,
): Promise<Buffer> {
  return encryptTo(recipients, await compress(await packTar(entries), { params }))
}

/** Of bytes whose digest is known to be right. Throws NoKeyFits. */
export async function* openEntries(
  identities: readonly string[],
  bytes: Buffer,
  name: string,
): AsyncGenerator<TarEntry> {
  yield* unpackTar(await decompress(await decryptWith(identities, bytes, name)))
}
