/**
 * The contents of a vault as they will be once what was found is stored: so a plan reads what the repair will read, and a
 * delta against what was found decodes before that is stored.
 */
import { CODECS } from '../catalog/contents.ts'
import { type ContentReader, makeContentReader, type ReadRows } from '../content-reader.ts'
import type { FileStore } from '../files/file-store.ts'

export interface Overlay {
  reader: ContentReader
  set(content: number, bytes: Buffer): void
  drop(content: number): void
}

export function makeOverlay(rows: ReadRows, files: FileStore): Overlay {
  const held = new Map<number, Buffer>()
  const overlaid: ReadRows = {
    ...rows,
    content(id) {
      const row = rows.content(id)
      // A block of a number that none has.
      return row && held.has(id) ? { ...row, block: -id, start: 0 } : row
    },
    block(id) {
      const data = id < 0 ? held.get(-id) : undefined
      if (data === undefined) return rows.block(id)
      const whole = { stored: null, base: null, dictionary: null, depth: 0 }
      return { id, codec: CODECS.indexOf('raw'), bytes: data.length, data, ...whole }
    },
  }
  return {
    reader: makeContentReader(overlaid, files),
    set: (content, bytes) => void held.set(content, bytes),
    drop: content => void held.delete(content),
  }
}
