/**
 * Merkle trees as RFC 9162, section 2.1, has them: the root proves every leaf, and a few hashes prove one leaf to
 * somebody who has the root alone.
 */
import { hash } from 'node:crypto'

/** 32 bytes. The byte before the leaf is 0, as the character is in UTF-8. */
export function leafHash(text: string): Buffer {
  return hash('sha256', `\0${text}`, 'buffer')
}

export const DIGEST_BYTES = 32
/** A byte 1, and two digests. */
const node = Buffer.alloc(1 + 2 * DIGEST_BYTES, 1)

function nodeHash(left: Buffer, right: Buffer): Buffer {
  left.copy(node, 1)
  right.copy(node, 1 + DIGEST_BYTES)
  return hash('sha256', node, 'buffer')
}

/** Of a node of the tree; both hashes of its children, one after the other. */
export function hashChildren(children: Buffer): Buffer {
  children.copy(node, 1)
  return hash('sha256', node, 'buffer')
}

/** From the leaf up, what it is hashed with (section 2.1.3.1). Of the hashes of all leaves. */
export function inclusionPath(leaves: readonly Buffer[], index: number): Buffer[] {
  const path: Buffer[] = []
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

function rootOf(leaves: readonly Buffer[]): Buffer {
  const tree = makeMerkleTree()
  for (const leaf of leaves) tree.add(leaf)
  return tree.root()
}

export interface MerkleTree {
  /** Of the next leaf. */
  add(leaf: Buffer): void
  root(): Buffer
}

/** Holds one hash for each level, however many leaves there are. */
export function makeMerkleTree(): MerkleTree {
  const whole: { height: number; hash: Buffer }[] = []
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
      return whole.slice(0, -1).reduceRight((right, { hash: left }) => nodeHash(left, right), last.hash)
    },
  }
}
