/**
 * The packs of an index: the texts of one resource lie together, in few packs, since its versions share most of what they
 * say. A text that several resources have lies with the first.
 */
import type { Connection } from './database.ts'
import { decodePack, encodePack, PackDamaged, type StoredPack, type UnitCopy } from './text-copy.ts'

/** A pack that has so much gets no more: what is added to one is written with all that it has. */
const FULL_BYTES = 512 * 1024
/** Of packs in memory: those that a search has read and may want again, or that a transaction adds to. */
const KEPT_BYTES = 32 * 1024 * 1024

const COLUMNS = 'folded, folded_bytes AS foldedBytes, shown, shown_bytes AS shownBytes'

/** Throws PackDamaged, where a unit lies in no pack as well. */
export type ReadCopy = (unit: number) => UnitCopy

export function makeReadCopy(db: Connection): ReadCopy {
  const packOf = db.prepare<[number], number>('SELECT pack FROM unit WHERE id = ?').pluck()
  const read = db.prepare<[number], StoredPack>(`SELECT ${COLUMNS} FROM pack WHERE id = ?`)
  const kept = new Map<number, { units: ReadonlyMap<number, UnitCopy>; bytes: number }>()
  let keptBytes = 0
  const unitsOf = (pack: number) => {
    const known = kept.get(pack)
    if (known !== undefined) return known.units
    const stored = read.get(pack)
    if (stored === undefined) return NO_UNITS
    const units = new Map(decodePack(stored).map(copy => [copy.unit, copy]))
    const bytes = stored.foldedBytes + stored.shownBytes
    for (const [oldest, { bytes: freed }] of kept) {
      if (keptBytes + bytes <= KEPT_BYTES) break
      kept.delete(oldest)
      keptBytes -= freed
    }
    kept.set(pack, { units, bytes })
    keptBytes += bytes
    return units
  }
  return unit => {
    const pack = packOf.get(unit)
    const copy = pack === undefined ? undefined : unitsOf(pack).get(unit)
    if (copy === undefined) throw new PackDamaged(`the copy of text ${unit} is missing`)
    return copy
  }
}

const NO_UNITS: ReadonlyMap<number, UnitCopy> = new Map()

interface OpenPack {
  id: number
  units: UnitCopy[]
  bytes: number
}

/** For one transaction, which ends with `flush`. */
export interface PackWriter {
  /** `insert` makes the unit that lies in a pack, and answers its id. Throws PackDamaged. */
  add(resource: number, text: Omit<UnitCopy, 'unit'>, insert: (pack: number) => number): void
  flush(): void
}

export function makePackWriter(db: Connection): PackWriter {
  const newest = db.prepare<[number], StoredPack & { id: number }>(
    `SELECT id, ${COLUMNS} FROM pack WHERE resource = ? ORDER BY id DESC LIMIT 1`,
  )
  const insertPack = db.prepare<[number]>(
    `INSERT INTO pack (resource, folded, folded_bytes, shown, shown_bytes) VALUES (?, x'', 0, x'', 0)`,
  )
  const write = makeWrite(db)
  const open = new Map<number, OpenPack>()
  let openBytes = 0
  const flush = () => {
    for (const { id, units } of open.values()) write(id, units)
    open.clear()
    openBytes = 0
  }
  const opened = (resource: number): OpenPack => {
    const stored = newest.get(resource)
    if (stored === undefined || stored.foldedBytes >= FULL_BYTES)
      return { id: Number(insertPack.run(resource).lastInsertRowid), units: [], bytes: 0 }
    return { id: stored.id, units: decodePack(stored), bytes: stored.foldedBytes }
  }
  const packOf = (resource: number): OpenPack => {
    const known = open.get(resource)
    if (known !== undefined && known.bytes < FULL_BYTES && openBytes < KEPT_BYTES) return known
    if (known !== undefined || openBytes >= KEPT_BYTES) flush()
    const pack = opened(resource)
    open.set(resource, pack)
    openBytes += pack.bytes
    return pack
  }
  return {
    add(resource, text, insert) {
      const pack = packOf(resource)
      pack.units.push({ unit: insert(pack.id), ...text })
      const bytes = text.fields.reduce((sum, { folded }) => sum + folded.length, 0)
      pack.bytes += bytes
      openBytes += bytes
    },
    flush,
  }
}

/** Takes units out of their packs, for good. Throws PackDamaged. */
export function makeRemoveCopies(db: Connection): (units: readonly number[]) => void {
  const packOf = db.prepare<[number], number>('SELECT pack FROM unit WHERE id = ?').pluck()
  const read = db.prepare<[number], StoredPack>(`SELECT ${COLUMNS} FROM pack WHERE id = ?`)
  const remove = db.prepare<[number]>('DELETE FROM pack WHERE id = ?')
  const write = makeWrite(db)
  return units => {
    const gone = new Set(units)
    for (const pack of new Set(units.map(unit => packOf.get(unit)))) {
      const stored = pack === undefined ? undefined : read.get(pack)
      if (pack === undefined || stored === undefined) continue
      const left = decodePack(stored).filter(({ unit }) => !gone.has(unit))
      if (left.length === 0) remove.run(pack)
      else write(pack, left)
    }
  }
}

function makeWrite(db: Connection): (pack: number, units: readonly UnitCopy[]) => void {
  const update = db.prepare<[StoredPack & { id: number }]>(
    `UPDATE pack SET folded = @folded, folded_bytes = @foldedBytes, shown = @shown, shown_bytes = @shownBytes
     WHERE id = @id`,
  )
  return (id, units) => update.run({ id, ...encodePack(units) })
}
