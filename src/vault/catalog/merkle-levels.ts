/**
 * A Merkle tree (merkle.ts) whose leaves are replaced, put in and taken out: it holds all of its hashes, 64 bytes a leaf, and a
 * root costs the paths of what changed since the one before. The last hash of a level that has no sibling stands in the level
 * above as it is, which makes the tree of RFC 9162, section 2.1.1.
 */
import { hash } from 'node:crypto'
import { DIGEST_BYTES, hashChildren, type NodeHash } from './merkle.ts'

/** Throws RangeError for an index that is not there. */
export interface MerkleLevels {
  readonly size: number
  replace(index: number, leaf: NodeHash): void
  /** `index` is at most the size: then it is the last. */
  insert(index: number, leaf: NodeHash): void
  remove(index: number): void
  root(): Buffer
}

export function makeMerkleLevels(leaves: readonly NodeHash[]): MerkleLevels {
  const levels = [Buffer.from(leaves.join(''), 'binary')]
  let size = leaves.length
  /** Leaves whose paths are to be hashed again: these, and all from one on. */
  const stale = new Set<number>()
  let staleFrom = 0

  function move(from: number, to: number): void {
    const bottom = withRoom(levels, 0, size + 1)
    bottom.copyWithin(to * DIGEST_BYTES, from * DIGEST_BYTES, size * DIGEST_BYTES)
    staleFrom = Math.min(staleFrom, from, to)
  }
  function assertIndex(index: number, end: number): void {
    if (!Number.isInteger(index) || index < 0 || index >= end)
      throw new RangeError(`no leaf ${index} among ${size}`)
  }
  return {
    get size() {
      return size
    },
    replace(index, leaf) {
      assertIndex(index, size)
      put(withRoom(levels, 0, size), index, leaf)
      stale.add(index)
    },
    insert(index, leaf) {
      assertIndex(index, size + 1)
      move(index, index + 1)
      size++
      put(withRoom(levels, 0, size), index, leaf)
    },
    remove(index) {
      assertIndex(index, size)
      move(index + 1, index)
      size--
    },
    root() {
      const height = hashPaths(levels, size, { stale, from: staleFrom })
      stale.clear()
      staleFrom = Number.POSITIVE_INFINITY
      if (size === 0) return hash('sha256', '', 'buffer')
      return Buffer.from(withRoom(levels, height, 1).subarray(0, DIGEST_BYTES))
    },
  }
}

/** Returns the height of the root. */
function hashPaths(
  levels: Buffer[],
  size: number,
  { stale, from }: { stale: Iterable<number>; from: number },
): number {
  let height = 0
  let [indexes, first, count] = [new Set(stale), from, size]
  for (; count > 1; height++) {
    const level = withRoom(levels, height, count)
    const parents = Math.ceil(count / 2)
    const above = withRoom(levels, height + 1, parents)
    first = Math.floor(first / 2)
    indexes = new Set(Array.from(indexes, index => Math.floor(index / 2)))
    for (const index of indexes) if (index < Math.min(first, parents)) hashInto(above, index, level, count)
    for (let index = first; index < parents; index++) hashInto(above, index, level, count)
    count = parents
  }
  return height
}

function hashInto(above: Buffer, index: number, level: Buffer, count: number): void {
  const left = 2 * index
  const [at, to] = [left * DIGEST_BYTES, index * DIGEST_BYTES]
  if (left + 1 < count) put(above, index, hashChildren(level, at))
  else level.copy(above, to, at, at + DIGEST_BYTES)
}

function put(level: Buffer, index: number, hash: NodeHash): void {
  level.write(hash, index * DIGEST_BYTES, 'binary')
}

/** Room grows by half, so that one leaf after the other does not copy the level each time. */
function withRoom(levels: Buffer[], height: number, count: number): Buffer {
  const level = levels[height] ?? Buffer.alloc(0)
  const bytes = count * DIGEST_BYTES
  if (level.length >= bytes && levels[height] !== undefined) return level
  const larger = Buffer.alloc(level.length === 0 ? bytes : Math.ceil(count * 1.5) * DIGEST_BYTES)
  level.copy(larger)
  levels[height] = larger
  return larger
}
