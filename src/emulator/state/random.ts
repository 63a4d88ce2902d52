/**
 * Seeded randomness: the same seed and the same sequence of calls give the same values.
 *
 * Each purpose has a stream of its own, so that a fault with a probability or one more signed URL never shifts
 * the ids that come after it.
 */
import { createHash } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 20
const UUID_PARTS = [8, 4, 4, 4, 12]

export interface Random {
  /** In [0, 1). */
  next(): number
  /** In [0, bound). */
  integer(bound: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  text(length: number): string
  /** 20 characters, as the platform's ids are. */
  id(): string
  /** The same, of the next id and of what it is for. */
  idFor(content: string): string
  /** As the ids of audit events are. */
  uuid(): string
}

export function makeRandom(seed: number, purpose: string): Random {
  const next = mulberry32(createHash('sha256').update(`${purpose}:${seed}`).digest().readUInt32LE(0))
  const integer = (bound: number) => Math.floor(next() * bound)
  const hex = (length: number) => Array.from({ length }, () => integer(16).toString(16)).join('')
  const text = (length: number) => Array.from({ length }, () => BASE62[integer(BASE62.length)]).join('')
  return {
    next,
    integer,
    pick: from => from[integer(from.length)] ?? from[0],
    text,
    id: () => text(ID_LENGTH),
    idFor: content =>
      idFrom(
        createHash('sha256')
          .update(`${text(ID_LENGTH)}:${content}`)
          .digest(),
      ),
    uuid: () => UUID_PARTS.map(length => hex(length)).join('-'),
  }
}

function idFrom(digest: Buffer): string {
  return Array.from(digest.subarray(0, ID_LENGTH), byte => BASE62[byte % BASE62.length]).join('')
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
