/**
 * Files of the store, beside it, and of earlier repairs whose bytes are those of a wanted content: as they are or compressed,
 * under whatever name. Each is read once.
 */
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, openSync, readFileSync, readSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress, zstdDecompressSync } from 'node:zlib'
import type { Digest } from '../../model/digest.ts'
import type { ContentRows } from '../catalog/contents.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Layout } from '../layout.ts'
import { keptFiles } from './kept.ts'
import type { ContentSource, OpenSource, WantedContent } from './types.ts'
import { HELD_BYTES } from './wanted.ts'

const DIGEST = /^[0-9a-f]{64}$/
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

interface Match {
  file: string
  isCompressed: boolean
}

export function makeStrayFiles(layout: Layout, files: FileStore, rows: ContentRows): ContentSource {
  return {
    async open(wanted) {
      const own = [...candidates(files, rows, wanted)].map(name => join(layout.folders.files, name))
      const nameOf = (file: string) => `the file ${relative(layout.path, file)}`
      return openFiles([...own, ...keptFiles(layout.path)], wanted, nameOf)
    },
  }
}

/** Reads all of them. */
export async function openFiles(
  all: readonly string[],
  wanted: readonly WantedContent[],
  nameOf: (file: string) => string,
): Promise<OpenSource> {
  const matches = await matchesIn(all, wanted)
  return {
    async find({ digest, bytes }) {
      const match = matches.get(digest)
      if (match === undefined) return null
      const isHeld = bytes <= HELD_BYTES
      return {
        from: nameOf(match.file),
        bytes: isHeld ? decoded(match, bytes) : null,
        writeTo: to => decodeTo(match, to),
      }
    },
    close() {},
  }
}

/** Whatever lies there but for the files of contents that nobody looks for. */
function* candidates(
  files: FileStore,
  rows: ContentRows,
  wanted: readonly WantedContent[],
): Generator<string> {
  const digests = new Set(wanted.map(({ digest }) => digest))
  for (const name of files.names()) {
    const digest = name.split(sep).at(-1) ?? ''
    const isStored = DIGEST.test(digest) && rows.isFile(digest)
    if (!isStored || digests.has(digest)) yield name
  }
}

async function matchesIn(
  all: Iterable<string>,
  wanted: readonly WantedContent[],
): Promise<Map<Digest, Match>> {
  const digests = new Set(wanted.map(({ digest }) => digest))
  const matches = new Map<Digest, Match>()
  if (digests.size === 0) return matches
  for (const file of all)
    for (const isCompressed of [false, true]) {
      const digest = await digestOf(file, isCompressed)
      if (digest !== null && digests.has(digest)) matches.set(digest, { file, isCompressed })
    }
  return matches
}

/** Null where it cannot be read so. */
async function digestOf(file: string, isCompressed: boolean): Promise<Digest | null> {
  const hash = createHash('sha256')
  const toHash = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done()
    },
  })
  try {
    if (isCompressed && !beginsAsZstd(file)) return null
    await pipeline(
      createReadStream(file),
      isCompressed ? createZstdDecompress() : new PassThrough(),
      toHash.resume(),
    )
    return hash.digest('hex')
  } catch {
    return null
  }
}

function beginsAsZstd(file: string): boolean {
  const opened = openSync(file, 'r')
  try {
    const head = Buffer.alloc(ZSTD.length)
    return readSync(opened, head) === ZSTD.length && head.equals(ZSTD)
  } finally {
    closeSync(opened)
  }
}

function decoded({ file, isCompressed }: Match, bytes: number): Buffer {
  const stored = readFileSync(file)
  return isCompressed ? zstdDecompressSync(stored, { maxOutputLength: Math.max(1, bytes) }) : stored
}

async function decodeTo({ file, isCompressed }: Match, to: string): Promise<void> {
  const decoder = isCompressed ? createZstdDecompress() : new PassThrough()
  await pipeline(createReadStream(file), decoder, createWriteStream(to))
}
