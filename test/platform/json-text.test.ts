import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonText } from '../../src/platform/json-text.ts'

describe('JSON written ahead of its request', () => {
  test('a list of values, some of them written before, is the list that would have been written at once', () => {
    const parts = fc.array(fc.tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean()))
    fc.assert(
      fc.property(fc.string(), parts, (field, values) => {
        const ahead = values.map(([value, before]) => (before ? JsonText.of(value) : value))
        const plain = JSON.stringify({ [field]: values.map(([value]) => value) })
        expect(JsonText.listIn(field, ahead).text).toBe(plain)
      }),
    )
  })

  test('stands for its value wherever it is written again', () => {
    const written = JsonText.of({ operation: 'update_page', page: 'p' })
    expect(JSON.stringify({ changes: [written] })).toBe(
      '{"changes":[{"operation":"update_page","page":"p"}]}',
    )
    expect(JsonText.of(written)).toBe(written)
  })
})
