/**
 * Merkle trees as RFC 9162, section 2.1, has them: the root proves every leaf, and a few hashes prove one leaf to
 * somebody who has the root alone.
 */
import { hash } from 'node:crypto'

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

/** 32 bytes. */
export function leafHash(text: string): Buffer {
  return sha256(Buffer.concat([LEAF, Buffer.from(text)]))
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return sha256(Buffer.concat([NODE, left, right]))
}

function sha256(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer')
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
      if (last === undefined) return sha256(Buffer.alloc(0))
      return whole.slice(0, -1).reduceRight((right, { hash: left }) => nodeHash(left, right), last.hash)
    },
  }
}
