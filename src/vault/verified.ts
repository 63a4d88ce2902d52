/**
 * `verified.json` beside the catalog: when which blocks and snapshots were last read and found sound, so that a check of
 * limited time goes on with what was read longest ago. It is of this catalog on this disk: a copy of it elsewhere counts
 * for nothing. Losing it, or one that is not as it was written, means that everything is read again.
 */
import { readFileSync, statSync } from 'node:fs'
import { canonicalJson, digestOf } from '../model/digest.ts'
import { writeDurably } from '../model/durable-file.ts'
import { type Layout, layoutOf } from './layout.ts'

/** All ids from first to last, those that do not exist any more included. */
export interface Reading {
  first: number
  last: number
  /** Milliseconds since the epoch; 0: never. */
  at: number
}

export interface Verified {
  /** When the first of these readings was. Milliseconds since the epoch. */
  begun: number | null
  /** When the newest check began that found no damage, read everything or not; absent: none is known. Milliseconds since the epoch. */
  soundAt?: number | undefined
  /** In the order of ids, none overlapping. */
  blocks: readonly Reading[]
  snapshots: readonly Reading[]
}

const NOTHING: Verified = { begun: null, blocks: [], snapshots: [] }

export function readVerified(layout: Layout): Verified {
  try {
    const value: unknown = JSON.parse(readFileSync(layout.verified, 'utf8'))
    return isWritten(value) && value.sum === sumOf(layout, value.verified) ? value.verified : NOTHING
  } catch {
    return NOTHING
  }
}

/**
 * The time at which all was sound that was there, as far as checks have come round to it: what a disk has damaged since may not
 * have been found yet. What came since is read by the next check. Null: no check is known that found no damage. Milliseconds since
 * the epoch. Of the notes alone, so that a damaged catalog says it as well.
 */
export function soundSinceAt(path: string): number | null {
  const { soundAt, blocks, snapshots } = readVerified(layoutOf(path))
  if (soundAt === undefined) return null
  const times = [...blocks, ...snapshots].map(({ at }) => at).filter(at => at > 0)
  return Math.min(soundAt, ...times)
}

/** False where it may not be written, as on a medium that is only read. */
export function writeVerified(layout: Layout, verified: Verified): boolean {
  try {
    writeDurably(layout.verified, `${JSON.stringify({ sum: sumOf(layout, verified), verified })}\n`)
    return true
  } catch {
    return false
  }
}

/** Every id from 1 to the highest, what was read longest ago first. */
export function longestAgoFirst(readings: readonly Reading[], highest: number): Reading[] {
  const all: Reading[] = []
  let next = 1
  for (const { first, last, at } of readings) {
    if (first > highest) break
    if (first > next) all.push({ first: next, last: first - 1, at: 0 })
    all.push({ first, last: Math.min(last, highest), at })
    next = last + 1
  }
  if (next <= highest) all.push({ first: next, last: highest, at: 0 })
  return all.sort((a, b) => a.at - b.at || a.first - b.first)
}

/** With a reading that stands in the place of older ones of the same ids. */
export function withReading(readings: readonly Reading[], reading: Reading): Reading[] {
  if (reading.last < reading.first) return [...readings]
  const others = readings.flatMap(other => [
    ...(other.first < reading.first ? [{ ...other, last: Math.min(other.last, reading.first - 1) }] : []),
    ...(other.last > reading.last ? [{ ...other, first: Math.max(other.first, reading.last + 1) }] : []),
  ])
  return merged([...others, reading].sort((a, b) => a.first - b.first))
}

function merged(readings: readonly Reading[]): Reading[] {
  const joined: Reading[] = []
  for (const reading of readings) {
    const before = joined.at(-1)
    if (before !== undefined && before.at === reading.at && before.last + 1 === reading.first)
      before.last = reading.last
    else joined.push({ ...reading })
  }
  return joined
}

/** A file that was copied has another number. */
function sumOf(layout: Layout, verified: unknown): string {
  return digestOf(`${statSync(layout.catalog, { bigint: true }).ino} ${canonicalJson(verified)}`)
}

function isWritten(value: unknown): value is { sum: string; verified: Verified } {
  return typeof value === 'object' && value !== null && 'sum' in value && 'verified' in value
}
