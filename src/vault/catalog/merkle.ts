/**
 * Merkle trees as RFC 9162, section 2.1, has them: the root proves every leaf, and a few hashes prove one leaf to
 * somebody who has the root alone.
 */
import { hash } from 'node:crypto'

/** 32 bytes, each a character: there are as many as resources, and a Buffer each would have memory of its own. */
export type NodeHash = string

/** The byte before the leaf is 0, as the character is in UTF-8. */
export function leafHash(text: string): NodeHash {
  return hash('sha256', `\0${text}`, 'binary')
}

export const DIGEST_BYTES = 32
/** A byte 1, and two digests. */
const node = Buffer.alloc(1 + 2 * DIGEST_BYTES, 1)

function nodeHash(left: NodeHash, right: NodeHash): NodeHash {
  node.write(left, 1, 'binary')
  node.write(right, 1 + DIGEST_BYTES, 'binary')
  return hash('sha256', node, 'binary')
}

/** Of the node whose children's hashes stand one after the other from a byte of a level on. */
export function hashChildren(level: Buffer, at: number): NodeHash {
  level.copy(node, 1, at, at + 2 * DIGEST_BYTES)
  return hash('sha256', node, 'binary')
}

/** From the leaf up, what it is hashed with (section 2.1.3.1). Of the hashes of all leaves. */
export function inclusionPath(leaves: readonly NodeHash[], index: number): NodeHash[] {
  const path: NodeHash[] = []
  let [from, to] = [0, leaves.length]
  while (to - from > 1) {
    const middle = from + largestPowerBelow(to - from)
    const isLeft = index < middle
    path.push(rootOf(isLeft ? leaves.slice(middle, to) : leaves.slice(from, middle)))
    if (isLeft) to = middle
    else from = middle
  }
  return path.reverse()
}

function largestPowerBelow(count: number): number {
  return 2 ** (Math.ceil(Math.log2(count)) - 1)
}

function rootOf(leaves: readonly NodeHash[]): NodeHash {
  const tree = makeMerkleTree()
  for (const leaf of leaves) tree.add(leaf)
  return tree.root().toString('binary')
}

export interface MerkleTree {
  /** Of the next leaf. */
  add(leaf: NodeHash): void
  root(): Buffer
}

/** Holds one hash for each level, however many leaves there are. */
export function makeMerkleTree(): MerkleTree {
  const whole: { height: number; hash: NodeHash }[] = []
  return {
    add(leaf) {
      let added = { height: 0, hash: leaf }
      for (let left = whole.at(-1); left?.height === added.height; left = whole.at(-1)) {
        whole.pop()
        added = { height: added.height + 1, hash: nodeHash(left.hash, added.hash) }
      }
      whole.push(added)
    },
    root: () => {
      const last = whole.at(-1)
      if (last === undefined) return hash('sha256', '', 'buffer')
      const others = whole.slice(0, -1)
      return Buffer.from(
        others.reduceRight((right, { hash: left }) => nodeHash(left, right), last.hash),
        'binary',
      )
    },
  }
}
