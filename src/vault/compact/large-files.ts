/**
 * Stores files anew, smaller, where the level is one that takes its time. A file is named by what it holds, so its other form
 * cannot stand beside it: it goes by way of the catalog, where each of the two transactions leaves a sound vault.
 */
import assert from 'node:assert/strict'
import { digestOf } from '../../model/digest.ts'
import { assertDecodes, encodeBlock } from '../block-codec.ts'
import type { Connection } from '../catalog/connection.ts'
import { makeBlockMove, type NewBlock, type PlacedInBlock } from '../catalog/contents.ts'
import { STORED_ANEW_BYTES } from '../content-reader.ts'
import type { PackingParts } from '../maintenance/packing.ts'
import type { Steps } from '../maintenance/steps.ts'
import { ROLE } from './wanted.ts'

/** A file is stored anew only where that saves at least this share. */
const WORTHWHILE = 0.01

interface Found {
  block: number
  content: number
  stored: number
}

export interface StoringFiles extends Pick<PackingParts, 'rows' | 'reader' | 'files'> {
  db: Connection
  steps: Steps
  level: number
  /** Stored size above which a content is a file. */
  inlineLimitBytes: number
}

/** `saved`: told of each that takes less room now, with how many bytes less. */
export async function storeFilesAnew(
  parts: StoringFiles,
  saved: (bytes: number) => void,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const found = filesToStore(parts)
  for (const [index, file] of found.entries()) {
    const bytes = await storeAnew(parts, file)
    if (bytes > 0) saved(bytes)
    progress(index + 1, found.length)
  }
}

/** Those that were not tried yet, and those that a compaction left in the catalog when it was cut off. */
function filesToStore({ db, inlineLimitBytes }: StoringFiles): Found[] {
  return db
    .prepare<[{ most: number; limit: number }], Found>(
      `SELECT block.id AS block, content.id AS content, ifnull(stored, length(data)) AS stored
       FROM block JOIN content ON content.block = block.id
       WHERE packed IS NULL AND base IS NULL AND dictionary IS NULL AND block.bytes <= +:most
         AND (stored IS NOT NULL OR length(data) > +:limit)
       GROUP BY block.id HAVING count(*) = 1`,
    )
    .all({ most: STORED_ANEW_BYTES, limit: inlineLimitBytes })
}

/** Resolves to the bytes that it takes less now. */
async function storeAnew(parts: StoringFiles, { block, content, stored }: Found): Promise<number> {
  const { db, steps, inlineLimitBytes } = parts
  const smaller = await encode(parts, content)
  const isFile = parts.rows.block(block)?.data === null
  const isWorthIt = smaller.storedBytes <= stored * (1 - WORTHWHILE)
  if (isFile && !isWorthIt) {
    const note = db.prepare<[number, number]>('UPDATE block SET packed = ? WHERE id = +?')
    await steps.run(() => void note.run(ROLE.file, block))
    return 0
  }
  const passing = isFile ? await replace(parts, block, smaller) : block
  const saved = stored - smaller.storedBytes
  if (smaller.storedBytes <= inlineLimitBytes) return saved
  const [{ digest }] = smaller.contents
  await parts.files.write(digest, smaller.data)
  await replace(parts, passing, { ...smaller, data: null, packed: ROLE.file })
  return saved
}

type InCatalog = NewBlock & { data: Buffer; contents: [PlacedInBlock] }

async function encode({ rows, reader, level }: StoringFiles, content: number): Promise<InCatalog> {
  const bytes = reader.read(content)
  const digest = digestOf(bytes)
  const { codec, stored, decoded } = await encodeBlock(bytes, level)
  assertDecodes([{ digest, size: bytes.length }], decoded)
  assert.equal(rows.content(content)?.digest, digest)
  return {
    codec,
    bytes: bytes.length,
    data: stored,
    storedBytes: stored.length,
    base: null,
    depth: 0,
    contents: [{ id: content, digest, bytes: bytes.length, start: 0 }],
  }
}

/** Resolves to the number of the new block. */
async function replace({ db, rows, steps }: StoringFiles, old: number, block: NewBlock): Promise<number> {
  const move = makeBlockMove(db)
  const take = db.prepare<[number]>('DELETE FROM block WHERE id = +?')
  const digest = block.contents[0]?.digest ?? ''
  let made = old
  await steps.run(forget => {
    made = move(block)
    take.run(old)
    if (!rows.isFile(digest)) forget(digest)
  })
  return made
}
