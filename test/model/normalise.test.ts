import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, digestOf, digestOfPieces, writeCanonical } from '../../src/model/digest.ts'
import { type Normalisation, normalise, writeNormalised } from '../../src/model/normalise.ts'

const rules: Normalisation = {
  volatile: ['**.urls', 'updatedAt', 'user.photoURL', 'reactions.*.count'],
  unordered: ['emailDomains', 'reactions'],
  embedded: ['postedBy'],
  defaults: { hidden: false, 'cover.yPos': 0 },
}

const digest = (value: unknown) => digestOf(canonicalJson(normalise(value, rules)))
const json = fc.jsonValue({ maxDepth: 4 })
const object = fc.dictionary(fc.constantFrom('id', 'title', 'a', 'b', 'urls', 'hidden', 'nested'), json)

describe('normalisation', () => {
  test('noise never changes the digest', () => {
    fc.assert(
      fc.property(object, json, fc.array(fc.string()), (value, noise, domains) => {
        const before = { ...value, title: 'x', user: { id: 'u' }, emailDomains: domains }
        const after = {
          emailDomains: domains.toReversed(),
          user: { photoURL: noise, id: 'u' },
          updatedAt: noise,
          absent: null,
          ...Object.fromEntries(Object.entries({ ...value, title: 'x', urls: noise }).toReversed()),
        }
        expect(digest(after)).toBe(digest(before))
      }),
    )
  })

  test('meaning always does', () => {
    const key = fc.constantFrom('title', 'role', 'a', 'order')
    fc.assert(
      fc.property(object, key, fc.string(), fc.string(), (value, name, one, other) => {
        fc.pre(one !== other)
        expect(digest({ ...value, [name]: one })).not.toBe(digest({ ...value, [name]: other }))
        expect(digest({ ...value, [name]: one })).not.toBe(digest({ ...value, [name]: null }))
      }),
    )
  })

  test('the order of an ordered array is meaning', () => {
    expect(digest({ pages: ['a', 'b'] })).not.toBe(digest({ pages: ['b', 'a'] }))
  })

  test('an embedded object counts by its id', () => {
    expect(digest({ postedBy: { id: 'u1', displayName: 'Ada' } })).toBe(
      digest({ postedBy: { id: 'u1', displayName: 'A. L.' } }),
    )
    expect(digest({ postedBy: { id: 'u1' } })).not.toBe(digest({ postedBy: { id: 'u2' } }))
  })

  test('a default value equals an absent one, another value does not', () => {
    expect(digest({ hidden: false, cover: { yPos: 0 } })).toBe(digest({ cover: {} }))
    expect(digest({ hidden: true })).not.toBe(digest({}))
  })

  test('normalising twice is normalising once', () => {
    fc.assert(
      fc.property(object, value => {
        const once = normalise(value, rules)
        expect(normalise(once, rules)).toEqual(once)
      }),
    )
  })

  test('written piece by piece, it is the same text as when it is built', () => {
    const key = fc.oneof(fc.constantFrom('id', 'urls', 'hidden', '__proto__', '10', '9', '-'), fc.string())
    const { tree } = fc.letrec<{ tree: unknown }>(tie => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null)),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map(entries => Object.fromEntries(entries)),
      ),
    }))
    const name = fc.constantFrom('id', 'urls', 'hidden', '*')
    const path = fc.tuple(fc.constantFrom('', '**.'), fc.array(name, { minLength: 1, maxLength: 3 }))
    const steps = path.map(([depth, names]) => depth + names.join('.'))
    const paths = fc.array(steps, { maxLength: 3 })
    const defaults = fc.dictionary(fc.constantFrom('hidden', 'id', 'id.*'), tree)
    const someRules = fc.record({
      volatile: paths,
      unordered: paths,
      embedded: paths,
      addresses: paths,
      defaults,
    })
    fc.assert(
      fc.property(tree, someRules, (value, given) => {
        const built = canonicalJson(normalise(value, given))
        expect(digestOfPieces(write => writeNormalised(value, given, write))).toBe(digestOf(built))
        expect(digestOfPieces(write => writeCanonical(value, write))).toBe(digestOf(canonicalJson(value)))
      }),
      { numRuns: 500 },
    )
  })

  test('pieces of any length make the digest of the whole', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 5 })
    fc.assert(
      fc.property(lengths, found => {
        const pieces = found.map((length, index) => String(index).repeat(length))
        expect(digestOfPieces(write => pieces.forEach(write))).toBe(digestOf(pieces.join('')))
      }),
    )
  })

  test('canonical JSON does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), value => {
        const turned = Object.fromEntries(Object.entries(value).toReversed())
        expect(canonicalJson(turned)).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
