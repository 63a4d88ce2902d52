import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, isSameDocument } from '../../../src/restore/content/compare-page.ts'

const { json } = fc.letrec<{ json: unknown }>(tie => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -0, 1, '', 'a', 'key'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'key', 'meta', 'schemaVersion', '__proto__', '1'), tie('json'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}))
/** As a vault gives them. */
const document = json.map(value => JSON.parse(JSON.stringify(value)))

test('two documents are the same exactly where their canonical forms are', () => {
  fc.assert(
    fc.property(document, document, (left, right) => {
      expect(isSameDocument(left, right)).toBe(canonical(left) === canonical(right))
    }),
    { numRuns: 5000, endOnFailure: true },
  )
})
