/**
 * Copies of the texts that an index is of, packed: in normal form, as they are searched, and beside it as people see them.
 * A search reads them instead of the vault. Whatever is compressed has a checksum: bytes that are not what was written are no
 * text.
 *
 * Decoded, the first half is the length of a layout (four bytes, little-endian), the layout (JSON) and the texts in normal
 * form, one after the other. The second are the same texts as people see them, in parts that follow each other: who shows few
 * of what was found decodes the parts that have them. Each is compressed against its texts in normal form. All is UTF-8.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { folded, linesForm, shownOf } from '../../model/normal-form.ts'
import { roomFor, zstdOptions } from '../../model/zstd.ts'
import type { FieldText } from '../text/field-text.ts'

export interface FieldCopy {
  field: string
  /** In normal form. */
  folded: Buffer
  /** With its lines and capitals. */
  shown(): Buffer
  /** Each character is as many bytes in both: what stands at a place in one stands there in the other. */
  isAligned: boolean
}

export interface UnitCopy {
  unit: number
  /** Of a resource's own fields, and not of its bodies. */
  isItem: boolean
  fields: FieldCopy[]
}

export interface StoredPack {
  folded: Buffer
  foldedBytes: number
  shown: Buffer
}

/** What is stored is not what was written. */
export class PackDamaged extends Error {}

const LENGTH_BYTES = 4
/** A part of the second half that has so much gets no more. */
const PART_BYTES = 64 * 1024

export function copyOf({ field, text }: FieldText): FieldCopy {
  const lines = linesForm(text)
  const shown = shownOf(lines)
  const lower = folded(shown)
  const bytes = Buffer.from(lines)
  return {
    field,
    folded: Buffer.from(lower),
    shown: () => bytes,
    isAligned: isAligned(lower, shown),
  }
}

function isAligned(lower: string, shown: string): boolean {
  if (lower.length !== shown.length) return false
  for (let at = 0; at < lower.length; at++) {
    const [a, b] = [lower.charCodeAt(at), shown.charCodeAt(at)]
    if (a !== b && bytesOf(a) !== bytesOf(b)) return false
  }
  return true
}

/** Of half of a surrogate pair it is no true number, but the same for each half. */
function bytesOf(codeUnit: number): number {
  return codeUnit < 0x80 ? 1 : codeUnit < 0x800 ? 2 : 3
}

/** Of a unit, and of each field its name, its bytes in either form, and 1 where they are aligned. */
type UnitRow = [unit: number, isItem: 0 | 1, fields: [string, number, number, 0 | 1][]]
/** Parts of the second half: bytes as they are stored, and what is in them. */
type Layout = [stored: number, units: UnitRow[]][]

export function encodePack(units: readonly UnitCopy[], level: number): StoredPack {
  const parts = inParts(units).map(part => ({ part, stored: encodePart(part, level) }))
  const layout: Layout = parts.map(({ part, stored }) => [stored.length, part.map(rowOf)])
  const head = Buffer.from(JSON.stringify(layout))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(head.length)
  const first = Buffer.concat([length, head, foldedOf(units)])
  return {
    folded: zstdCompressSync(first, zstdOptions(first.length, level, true)),
    foldedBytes: first.length,
    shown: Buffer.concat(parts.map(({ stored }) => stored)),
  }
}

function inParts(units: readonly UnitCopy[]): UnitCopy[][] {
  const parts: UnitCopy[][] = []
  let room = 0
  for (const unit of units) {
    if (room <= 0) {
      parts.push([])
      room = PART_BYTES
    }
    parts.at(-1)?.push(unit)
    for (const { folded } of unit.fields) room -= folded.length
  }
  return parts
}

function encodePart(units: readonly UnitCopy[], level: number): Buffer {
  const shown = Buffer.concat(units.flatMap(({ fields }) => fields.map(field => field.shown())))
  return zstdCompressSync(shown, {
    ...zstdOptions(shown.length, level, true),
    ...dictionaryOf(foldedOf(units)),
  })
}

/** Text in UTF-8 never begins as a trained dictionary does (bytes 37 A4 30 EC). */
function dictionaryOf(text: Buffer): { dictionary?: Buffer } {
  return text.length === 0 ? {} : { dictionary: text }
}

function foldedOf(units: readonly UnitCopy[]): Buffer {
  return Buffer.concat(units.flatMap(({ fields }) => fields.map(({ folded }) => folded)))
}

function rowOf({ unit, isItem, fields }: UnitCopy): UnitRow {
  return [
    unit,
    isItem ? 1 : 0,
    fields.map(({ field, folded, shown, isAligned }) => [
      field,
      folded.length,
      shown().length,
      isAligned ? 1 : 0,
    ]),
  ]
}

/** Every unit of it. Throws PackDamaged. */
export function decodePack(pack: StoredPack): UnitCopy[] {
  const { units, copy } = openPack(pack)
  return units.flatMap(unit => copy(unit) ?? [])
}

export interface OpenPack {
  units: readonly number[]
  /** Undefined: it lies in another. */
  copy(unit: number): UnitCopy | undefined
  /** Decoded by now; where units lie in it is not counted. */
  heldBytes(): number
  /** Of the second half, which is decoded anew where it is asked for; answers how many bytes that were. */
  letGoShown(): number
}

/** For who wants few of its units. A part of the second half is decoded when one of it is asked for. Throws PackDamaged, then too. */
export function openPack(pack: StoredPack): OpenPack {
  const first = decoded(() => zstdDecompressSync(pack.folded, roomFor(pack.foldedBytes)))
  const places = placesIn(first)
  const open = new Map<ShownPart, Buffer>()
  let openBytes = 0
  const shown = (part: ShownPart) => {
    const known = open.get(part)
    if (known !== undefined) return known
    const found = decodePart(part, pack.shown)
    open.set(part, found)
    openBytes += found.length
    return found
  }
  return {
    units: [...places.keys()],
    copy(unit) {
      const place = places.get(unit)
      if (place !== undefined) place.copy ??= copyAt(place, first, shown)
      return place?.copy
    },
    heldBytes: () => first.length + openBytes,
    letGoShown() {
      const bytes = openBytes
      open.clear()
      openBytes = 0
      return bytes
    },
  }
}

/** Of the second half. */
interface ShownPart {
  /** Where it is stored. */
  from: number
  to: number
  bytes: number
  /** The same texts in normal form. */
  folded: Buffer
}

/** Of a unit in the two halves. */
interface Place {
  row: UnitRow
  at: number
  part: ShownPart
  shownAt: number
  /** Once it was asked for: who searches again asks for the same. */
  copy?: UnitCopy
}

function placesIn(first: Buffer): ReadonlyMap<number, Place> {
  const head = first.readUInt32LE()
  const layout: Layout = JSON.parse(first.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + head))
  const places = new Map<number, Place>()
  let [at, from] = [LENGTH_BYTES + head, 0]
  for (const [stored, rows] of layout) {
    const fields = rows.flatMap(row => row[2])
    const foldedBytes = fields.reduce((sum, field) => sum + field[1], 0)
    const bytes = fields.reduce((sum, field) => sum + field[2], 0)
    const part = { from, to: from + stored, bytes, folded: first.subarray(at, at + foldedBytes) }
    from = part.to
    let shownAt = 0
    for (const row of rows) {
      places.set(row[0], { row, at, part, shownAt })
      for (const [, folded, shown] of row[2]) {
        at += folded
        shownAt += shown
      }
    }
  }
  return places
}

function decodePart({ from, to, bytes, folded }: ShownPart, stored: Buffer): Buffer {
  return decoded(() =>
    zstdDecompressSync(stored.subarray(from, to), { ...roomFor(bytes), ...dictionaryOf(folded) }),
  )
}

function copyAt(
  { row: [unit, isItem, fields], part, ...from }: Place,
  first: Buffer,
  shown: (part: ShownPart) => Buffer,
): UnitCopy {
  let { at, shownAt } = from
  const copies = fields.map(([field, bytes, shownBytes, aligned]): FieldCopy => {
    const start = shownAt
    const folded = first.subarray(at, at + bytes)
    at += bytes
    shownAt += shownBytes
    return {
      field,
      folded,
      isAligned: aligned === 1,
      shown: () => shown(part).subarray(start, start + shownBytes),
    }
  })
  return { unit, isItem: isItem === 1, fields: copies }
}

function decoded(decode: () => Buffer): Buffer {
  try {
    return decode()
  } catch (error) {
    throw new PackDamaged('copies of texts cannot be decompressed', { cause: error })
  }
}
