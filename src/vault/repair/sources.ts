/**
 * Where the vault itself may still have the bytes of a content: its damaged block, another content of the same digest, a file of
 * the store or beside it, a copy of the catalog. What they answer is not believed: whoever asks hashes it.
 */
import { basename } from 'node:path'
import type { Digest } from '../../model/digest.ts'
import { catalogCopies } from '../catalog/catalog-copy.ts'
import { type Connection, prepareOnce } from '../catalog/connection.ts'
import { type BlockRow, CONTENT, type ContentRow } from '../catalog/contents.ts'
import { openUnasked } from '../catalog/database.ts'
import { type ContentReader, makeContentReader, type ReadRows } from '../content-reader.ts'
import type { FileStore } from '../files/file-store.ts'
import type { ContentSource, OpenSource, WantedContent } from './types.ts'
import { foundBytes, HELD_BYTES } from './wanted.ts'

/** What of its own block still decodes. */
export function makeRests(rows: ReadRows, files: FileStore): ContentSource {
  return {
    async open() {
      const reader = makeContentReader(rows, files, { readsRests: true })
      return {
        async find({ content, bytes }) {
          if (bytes > HELD_BYTES) return null
          const rest = readOrNull(() => reader.read(content))
          return rest === null ? null : foundBytes('what its block still holds', rest)
        },
        close() {},
      }
    },
  }
}

/** Of the same digest, stored a second time. */
export function makeTwins(db: Connection, reader: ContentReader): ContentSource {
  return {
    async open() {
      return {
        async find(wanted) {
          if (wanted.bytes > HELD_BYTES) return null
          for (const id of othersOf(db, wanted)) {
            const bytes = readOrNull(() => reader.read(id))
            if (bytes !== null) return foundBytes(`content #${id}, which has the same digest`, bytes)
          }
          return null
        },
        close() {},
      }
    },
  }
}

function othersOf(db: Connection, { content, digest }: WantedContent): number[] {
  const bytes = Buffer.from(digest, 'hex')
  return prepareOnce<[Buffer, Buffer, number], { id: number }>(
    db,
    'SELECT id FROM content WHERE substr(digest, 1, 4) = +? AND digest = +? AND id <> +?',
  )
    .all(bytes.subarray(0, 4), bytes, content)
    .map(({ id }) => id)
}

/** The catalog as it was before an upgrade, where it is kept still. Older formats have fewer columns. */
export function makeCatalogCopies(catalog: string, files: FileStore): ContentSource {
  return {
    async open(wanted) {
      const digests = new Set(wanted.map(({ digest }) => digest))
      const copies = catalogCopies(catalog)
        .toReversed()
        .flatMap(({ file }) => openCopy({ file, name: `the copy ${basename(file)}` }, files, digests) ?? [])
      return {
        async find({ digest, bytes }) {
          if (bytes > HELD_BYTES) return null
          for (const copy of copies) {
            const found = readOrNull(() => copy.read(digest))
            if (found !== null) return foundBytes(copy.name, found)
          }
          return null
        },
        close: () => copies.forEach(copy => void copy.close()),
      }
    },
  }
}

export interface OpenCopy {
  name: string
  read(digest: Digest): Buffer | null
  close(): void
}

/** Another catalog; null for one that cannot be read. */
export function openCopy(
  { file, name }: { file: string; name: string },
  files: FileStore,
  wanted: ReadonlySet<Digest>,
): OpenCopy | null {
  return readOrNull(() => {
    const db = openUnasked(file)
    try {
      const content = db.prepare<[number], ContentRow>(`SELECT ${CONTENT} FROM content WHERE id = +?`)
      const block = db.prepare<[number], BlockRow>('SELECT * FROM block WHERE id = +?')
      const reader = makeContentReader(
        {
          content: id => content.get(id),
          block(id) {
            const row = block.get(id)
            return row && { ...row, dictionary: row.dictionary ?? null }
          },
          lossOf: () => null,
        },
        files,
      )
      const ids = idsIn(db, wanted)
      const read = (digest: Digest) => {
        const id = ids.get(digest)
        return id === undefined ? null : reader.read(id)
      }
      return { name, read, close: () => db.close() }
    } catch (error) {
      db.close()
      throw error
    }
  })
}

function idsIn(db: Connection, wanted: ReadonlySet<Digest>): Map<Digest, number> {
  const ids = new Map<Digest, number>()
  for (const { id, digest } of db
    .prepare<[], { id: number; digest: Digest }>('SELECT id, lower(hex(digest)) AS digest FROM content')
    .iterate())
    if (wanted.has(digest)) ids.set(digest, id)
  return ids
}

/** What cannot be read is not there. */
export function readOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Asked one after the other; the first that has the right bytes counts. */
export async function openSources(
  sources: readonly ContentSource[],
  wanted: readonly WantedContent[],
): Promise<OpenSource[]> {
  const open: OpenSource[] = []
  try {
    for (const source of sources) open.push(await source.open(wanted))
    return open
  } catch (error) {
    for (const source of open) source.close()
    throw error
  }
}
