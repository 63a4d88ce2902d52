/**
 * What documents have in common, as a content of its own that each is a delta against beside its text: pieces of some of
 * them, from all over the vault. It is made once and kept: with another one every document would be stored anew.
 */
import { digestOf } from '../../model/digest.ts'
import type { Connection } from '../catalog/connection.ts'
import type { NewBlock } from '../catalog/contents.ts'
import { type PackingParts, placeInFull } from '../maintenance/packing.ts'
import type { Present } from './present.ts'
import { ROLE, type Wanted } from './wanted.ts'

/** Measured on real documentation: more saves nothing, and is read for each document. */
const MOST_BYTES = 110 * 1024
const PIECE_BYTES = 4 * 1024
/** Of all documents: it has to be paid for by what it saves. */
const SHARE = 1 / 50

/** The newest that a block names; 0: none. */
export function findDictionary(db: Connection): number {
  return (
    db.prepare<[], { dictionary: number | null }>('SELECT max(dictionary) AS dictionary FROM block').get()
      ?.dictionary ?? 0
  )
}

export interface Dictionary {
  content: number
  /** Null: it is in the catalog, from a compaction that was broken off. */
  block: NewBlock | null
}

/** Null where there are too few documents. `id`: a number that no content has. */
export async function makeDictionary(
  parts: PackingParts & { present: Present; wanted: Wanted },
  id: number,
): Promise<Dictionary | null> {
  const { present, wanted, rows } = parts
  const documents: number[] = []
  let total = 0
  for (let content = 1; content <= present.highestContent; content++) {
    await parts.giveWay()
    if (wanted.role[content] !== ROLE.document || present.isFile(present.blockOf(content))) continue
    documents.push(content)
    total += rows.content(content)?.bytes ?? 0
  }
  const pieces = Math.min(documents.length, Math.floor(Math.min(MOST_BYTES, total * SHARE) / PIECE_BYTES))
  if (pieces === 0) return null
  const sample: Buffer[] = []
  for (let piece = 0; piece < pieces; piece++) {
    await parts.giveWay()
    const document = documents[Math.floor((piece * documents.length) / pieces)] ?? 0
    sample.push(parts.reader.read(document).subarray(0, PIECE_BYTES))
  }
  const bytes = Buffer.concat(sample)
  const digest = digestOf(bytes)
  const known = rows.find(digest)
  if (known === null) return { content: id, block: await placeInFull(parts, { id, digest, bytes }) }
  const block = present.blockOf(known)
  const isWhole = present.base(block) === 0 && present.dictionary(block) === 0
  return isWhole && wanted.role[known] === ROLE.none ? { content: known, block: null } : null
}
