/** The tree that is changed leaf by leaf against the one that is made of all its leaves, and the proofs of both. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leafHash, makeMerkleTree } from '../../src/vault/catalog/merkle.ts'
import { makeMerkleLevels } from '../../src/vault/catalog/merkle-levels.ts'

type Change = { what: 'replace' | 'insert' | 'remove' | 'root'; at: number; text: string }

const change: fc.Arbitrary<Change> = fc.record({
  what: fc.constantFrom('replace', 'insert', 'remove', 'root'),
  at: fc.nat(40),
  text: fc.string({ maxLength: 3 }),
})

function rootOf(texts: readonly string[]): string {
  const tree = makeMerkleTree()
  for (const text of texts) tree.add(leafHash(text))
  return tree.root().toString('hex')
}

describe('a Merkle tree of levels', () => {
  test('has the root of its leaves, whatever was replaced, put in and taken out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 3 }), { maxLength: 40 }),
        fc.array(change),
        (begun, changes) => {
          const texts = [...begun]
          const levels = makeMerkleLevels(texts.map(leafHash))
          for (const { what, at, text } of changes) {
            const index = at % (texts.length + 1)
            const isThere = index < texts.length
            if (what === 'insert') {
              levels.insert(index, leafHash(text))
              texts.splice(index, 0, text)
            } else if (what === 'root') {
              expect(levels.root().toString('hex')).toBe(rootOf(texts))
            } else if (isThere && what === 'replace') {
              levels.replace(index, leafHash(text))
              texts[index] = text
            } else if (isThere) {
              levels.remove(index)
              texts.splice(index, 1)
            }
            expect(levels.size).toBe(texts.length)
          }
          expect(levels.root().toString('hex')).toBe(rootOf(texts))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('refuses an index that is not there', () => {
    const levels = makeMerkleLevels([leafHash('a')])
    expect(() => levels.replace(1, leafHash('b'))).toThrow(RangeError)
    expect(() => levels.remove(1)).toThrow(RangeError)
    expect(() => levels.insert(2, leafHash('b'))).toThrow(RangeError)
    expect(levels.root().toString('hex')).toBe(rootOf(['a']))
  })
})
