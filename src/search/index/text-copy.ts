/**
 * Copies of the texts that an index is of, packed: in normal form, as they are searched, and beside it as people see them.
 * A search reads them instead of the vault. Each half of a pack has a checksum: bytes that are not what was written are no
 * text.
 *
 * Decoded, the first half is the length of a layout (four bytes, little-endian), the layout (JSON) and the texts in normal
 * form, one after the other; the second the same texts as people see them, compressed against the first. All is UTF-8.
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
  shownBytes: number
}

/** What is stored is not what was written. */
export class PackDamaged extends Error {}

const LENGTH_BYTES = 4

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
type Layout = [unit: number, isItem: 0 | 1, fields: [string, number, number, 0 | 1][]][]

export function encodePack(units: readonly UnitCopy[], level: number): StoredPack {
  const fields = units.flatMap(unit => unit.fields)
  const layout: Layout = units.map(({ unit, isItem, fields }) => [
    unit,
    isItem ? 1 : 0,
    fields.map(({ field, folded, shown, isAligned }) => [
      field,
      folded.length,
      shown().length,
      isAligned ? 1 : 0,
    ]),
  ])
  const head = Buffer.from(JSON.stringify(layout))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(head.length)
  const first = Buffer.concat([length, head, ...fields.map(({ folded }) => folded)])
  const second = Buffer.concat(fields.map(({ shown }) => shown()))
  return {
    folded: zstdCompressSync(first, zstdOptions(first.length, level, true)),
    foldedBytes: first.length,
    shown: zstdCompressSync(second, { ...zstdOptions(second.length, level, true), dictionary: first }),
    shownBytes: second.length,
  }
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

/** For who wants few of its units. The second half is decoded when the first of it is asked for. Throws PackDamaged, then too. */
export function openPack(pack: StoredPack): OpenPack {
  const first = decoded(() => zstdDecompressSync(pack.folded, roomFor(pack.foldedBytes)))
  let second: Buffer | undefined
  const shown = () => {
    const room = { ...roomFor(pack.shownBytes), dictionary: first }
    second ??= decoded(() => zstdDecompressSync(pack.shown, room))
    return second
  }
  const length = first.readUInt32LE()
  const layout: Layout = JSON.parse(first.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + length))
  const places = new Map<number, Place>()
  let [at, shownAt] = [LENGTH_BYTES + length, 0]
  for (const row of layout) {
    places.set(row[0], { row, at, shownAt })
    for (const [, bytes, shownBytes] of row[2]) {
      at += bytes
      shownAt += shownBytes
    }
  }
  return {
    units: layout.map(([unit]) => unit),
    copy(unit) {
      const place = places.get(unit)
      if (place !== undefined) place.copy ??= copyAt(place, first, shown)
      return place?.copy
    },
    heldBytes: () => first.length + (second?.length ?? 0),
    letGoShown() {
      const bytes = second?.length ?? 0
      second = undefined
      return bytes
    },
  }
}

/** Of a unit in the two halves. */
interface Place {
  row: Layout[number]
  at: number
  shownAt: number
  /** Once it was asked for: who searches again asks for the same. */
  copy?: UnitCopy
}

function copyAt(
  { row: [unit, isItem, fields], ...from }: Place,
  first: Buffer,
  shown: () => Buffer,
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
      shown: () => shown().subarray(start, start + shownBytes),
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
