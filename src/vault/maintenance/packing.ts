/**
 * Stores contents anew that are in the vault already: small ones together, compressed as one, large ones each by itself, and
 * decoded again before it counts. What it makes is not in the catalog yet.
 */
import type { Digest } from '../../model/digest.ts'
import { assertDecodes, type Encoded, encodeAgainst, encodeBlock, encodeDelta } from '../block-codec.ts'
import type { ContentRows, NewBlock } from '../catalog/contents.ts'
import type { ContentReader } from '../content-reader.ts'
import type { FileStore } from '../files/file-store.ts'

export interface StoreSettings {
  inlineLimitBytes: number
  blockBytes: number
  compressionLevel: number
}

export interface PackingParts {
  rows: ContentRows
  reader: ContentReader
  files: FileStore
  settings: StoreSettings
  /** Awaited before each content is read: many lie between two blocks. */
  giveWay: () => Promise<void>
}

interface Moving {
  id: number
  digest: Digest
  size: number
  bytes: Buffer
}

/** In full. Holds one block at a time, beside what it has made. */
export async function packInFull(parts: PackingParts, contents: Iterable<number>): Promise<NewBlock[]> {
  const { blockBytes, inlineLimitBytes } = parts.settings
  const made: NewBlock[] = []
  let open: Moving[] = []
  let openBytes = 0
  const cut = async () => {
    const together = open
    open = []
    openBytes = 0
    if (together.length > 0) made.push(await packed(parts, together))
  }
  for (const content of contents) {
    await parts.giveWay()
    const moving = fetch(parts, content)
    if (moving.size > Math.min(blockBytes / 2, inlineLimitBytes)) {
      made.push(await packed(parts, [moving]))
      continue
    }
    open.push(moving)
    openBytes += moving.size
    if (openBytes >= blockBytes) await cut()
  }
  await cut()
  return made
}

/** One by itself, which need not be in the vault yet. */
export function placeInFull(
  parts: PackingParts,
  { id, digest, bytes }: { id: number; digest: Digest; bytes: Buffer },
): Promise<NewBlock> {
  return packed(parts, [{ id, digest, size: bytes.length, bytes }])
}

/** Contents; 0: none, but not both. */
export interface Against {
  dictionary: number
  base: number
}

/** A delta of so few bytes is not looked for a better one. */
const SMALL_DELTA_BYTES = 500

/** Against the first of these that makes it small, or the one that makes it smallest; null where none helps. Its depth is 0 for now. */
export async function packAgainst(
  parts: PackingParts,
  content: number,
  ways: readonly Against[],
): Promise<NewBlock | null> {
  const moving = fetch(parts, content)
  let best: (Against & { encoded: Encoded }) | null = null
  for (const way of ways) {
    const encoded = await encodeWay(parts, moving.bytes, way)
    const bytes = best?.encoded.stored.length ?? Number.POSITIVE_INFINITY
    if (encoded && encoded.stored.length < bytes) best = { ...way, encoded }
    if (best && best.encoded.stored.length <= SMALL_DELTA_BYTES) break
  }
  if (best === null) return null
  const { base, dictionary, encoded } = best
  return place(parts, [moving], encoded, {
    base: base === 0 ? null : base,
    dictionary: dictionary === 0 ? undefined : dictionary,
    depth: 0,
  })
}

function encodeWay({ reader, settings }: PackingParts, raw: Buffer, { dictionary, base }: Against) {
  const pieces = [dictionary, base].filter(key => key !== 0).map(key => reader.read(key))
  return encodeAgainst(raw, Buffer.concat(pieces), settings.compressionLevel)
}

/** Against a base; null where that does not help. */
export async function packDelta(
  parts: PackingParts,
  content: number,
  base: number,
): Promise<NewBlock | null> {
  const moving = fetch(parts, content)
  const level = parts.settings.compressionLevel
  const encoded = await encodeDelta(moving.bytes, parts.reader.read(base), level)
  const depth = parts.rows.depthOf(base)
  return encoded && depth !== null ? place(parts, [moving], encoded, { base, depth: depth + 1 }) : null
}

function fetch({ rows, reader }: PackingParts, content: number): Moving {
  const bytes = reader.read(content)
  return {
    id: content,
    digest: rows.content(content)?.digest ?? '',
    size: bytes.length,
    bytes,
  }
}

async function packed(parts: PackingParts, contents: readonly Moving[]): Promise<NewBlock> {
  const raw = Buffer.concat(contents.map(({ bytes }) => bytes))
  const encoded = await encodeBlock(raw, parts.settings.compressionLevel)
  return place(parts, contents, encoded, { base: null, depth: 0 })
}

async function place(
  { files, settings }: PackingParts,
  contents: readonly Moving[],
  { codec, stored, decoded }: Encoded,
  against: Pick<NewBlock, 'base' | 'dictionary' | 'depth'>,
): Promise<NewBlock> {
  assertDecodes(contents, decoded)
  const [first] = contents
  const isLarge = contents.length === 1 && stored.length > settings.inlineLimitBytes
  // A file of that name may be the content as it is stored now, in other bytes: then it moves into the catalog.
  const isFile = isLarge && first !== undefined && files.sizeOf(first.digest) === null
  if (isFile) await files.write(first.digest, stored)
  let start = 0
  const placed = contents.map(({ id, digest, size }) => {
    start += size
    return { id, digest, bytes: size, start: start - size }
  })
  const data = isFile ? null : stored
  return { codec, bytes: decoded.length, data, storedBytes: stored.length, contents: placed, ...against }
}
