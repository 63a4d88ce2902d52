/**
 * What earlier repairs put aside: blocks of which something was lost. A delta whose base was damaged then decodes again, once
 * that is there again.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Digest } from '../../model/digest.ts'
import { decodeBlock } from '../block-codec.ts'
import { CODECS } from '../catalog/contents.ts'
import type { ContentReader } from '../content-reader.ts'
import { REPAIRS } from './kept.ts'
import { readOrNull } from './sources.ts'
import type { ContentSource } from './types.ts'
import { foundBytes } from './wanted.ts'

/** A line of what was there before, where it is of a block. */
const noteSchema = z.object({
  block: z.object({
    id: z.int(),
    codec: z.int(),
    bytes: z.int(),
    base: z.int().nullable(),
    dictionary: z.int().nullable(),
  }),
  contents: z.array(z.object({ digest: z.string(), start: z.int(), bytes: z.int() })),
})

interface Place {
  file: string
  block: z.infer<typeof noteSchema>['block']
  start: number
  bytes: number
}

export function makeKeptBlocks(vault: string, reader: ContentReader): ContentSource {
  return {
    async open(wanted) {
      const places = placesOf(vault, new Set(wanted.map(({ digest }) => digest)))
      return {
        async find({ digest }) {
          for (const place of places.get(digest) ?? []) {
            const bytes = readOrNull(() => bytesAt(place, reader))
            if (bytes !== null) return foundBytes('what an earlier repair put aside', bytes)
          }
          return null
        },
        close() {},
      }
    },
  }
}

function bytesAt({ file, block, start, bytes }: Place, reader: ContentReader): Buffer {
  const codec = CODECS[block.codec]
  if (codec === undefined) throw new Error(`no codec ${block.codec}`)
  const against = [block.dictionary, block.base].flatMap(id => (id === null ? [] : [reader.read(id)]))
  const base = against.length === 0 ? null : Buffer.concat(against)
  return decodeBlock(codec, readFileSync(file), block.bytes, base).subarray(start, start + bytes)
}

function placesOf(vault: string, wanted: ReadonlySet<Digest>): Map<Digest, Place[]> {
  const places = new Map<Digest, Place[]>()
  const folder = join(vault, REPAIRS)
  if (wanted.size === 0 || !existsSync(folder)) return places
  for (const repair of readdirSync(folder)) {
    const notes = readOrNull(() => readFileSync(join(folder, repair, 'before.jsonl'), 'utf8')) ?? ''
    for (const line of notes.split('\n')) {
      const note = noteSchema.safeParse(readOrNull(() => JSON.parse(line)))
      if (!note.success) continue
      const { block, contents } = note.data
      const file = join(folder, repair, 'blocks', String(block.id))
      if (!existsSync(file)) continue
      for (const { digest, start, bytes } of contents)
        if (wanted.has(digest))
          places.set(digest, [...(places.get(digest) ?? []), { file, block, start, bytes }])
    }
  }
  return places
}
