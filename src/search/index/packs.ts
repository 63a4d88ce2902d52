/**
 * The packs of an index. A pack is written once, with the texts of one transaction, and read until all of its texts lie in
 * others: `repack` brings the versions of a resource together, which share most of what they say.
 */
import type { Connection } from './database.ts'
import { KeptPacks } from './kept-packs.ts'
import { encodePack, PackDamaged, type StoredPack, type UnitCopy } from './text-copy.ts'

/** A pack that has so much gets no more. */
const FULL_BYTES = 640 * 1024

/** `read` throws PackDamaged, where a unit lies in no pack as well. */
export interface CopyReader {
  /** In which pack a unit lies, where that is known: it is not looked up then. */
  learn(unit: number, pack: number): void
  read(unit: number): UnitCopy
}

export function makeReadCopy(db: Connection, packs = new KeptPacks()): CopyReader {
  const packOf = db.prepare<[number], number>('SELECT pack FROM unit WHERE id = +?').pluck()
  const read = db.prepare<[number], StoredPack>(
    'SELECT folded, folded_bytes AS foldedBytes, shown FROM pack WHERE id = +?',
  )
  const names = new Map<number, string>()
  const openedOf = (pack: number) => {
    const name = names.get(pack)
    const known = name === undefined ? null : packs.find(name)
    if (known !== null) return known
    const stored = read.get(pack)
    if (stored === undefined) return null
    const { name: found, opened } = packs.open(stored)
    names.set(pack, found)
    return opened
  }
  const places = new Map<number, number>()
  return {
    learn: (unit, pack) => void places.set(unit, pack),
    read(unit) {
      const pack = places.get(unit) ?? packOf.get(unit)
      const copy = pack === undefined ? undefined : openedOf(pack)?.copy(unit)
      if (copy === undefined) throw new PackDamaged(`the copy of text ${unit} is missing`)
      return copy
    },
  }
}

/** Throws what `insert` does. */
export interface PackWriter {
  /** `place` says of a unit in which pack it lies, and answers its id. */
  add(text: Omit<UnitCopy, 'unit'>, place: (pack: number) => number): void
  /** In the same transaction. */
  flush(): void
}

/** `level`: of zstd. */
export function makePackWriter(db: Connection, level: number): PackWriter {
  const insert = db.prepare("INSERT INTO pack (folded, folded_bytes, shown) VALUES (x'', 0, x'')")
  const write = db.prepare<[StoredPack & { id: number }]>(
    'UPDATE pack SET folded = @folded, folded_bytes = @foldedBytes, shown = @shown WHERE id = @id',
  )
  let open: { id: number; units: UnitCopy[]; bytes: number } | null = null
  const flush = () => {
    if (open !== null) write.run({ id: open.id, ...encodePack(open.units, level) })
    open = null
  }
  return {
    add(text, place) {
      open ??= { id: Number(insert.run().lastInsertRowid), units: [], bytes: 0 }
      open.units.push({ unit: place(open.id), ...text })
      open.bytes += bytesOf(text)
      if (open.bytes >= FULL_BYTES) flush()
    },
    flush,
  }
}

export function bytesOf({ fields }: Pick<UnitCopy, 'fields'>): number {
  return fields.reduce((sum, { folded }) => sum + folded.length, 0)
}
