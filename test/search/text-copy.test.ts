import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesForm, normalForm } from '../../src/model/normal-form.ts'
import {
  copyOf,
  decodePack,
  encodePack,
  openPack,
  PackDamaged,
  type StoredPack,
} from '../../src/search/index/text-copy.ts'
import { excerptOf } from '../../src/search/query/excerpt.ts'
import { makeJudgeCopies } from '../../src/search/query/judge-copies.ts'
import { makeTerm, searchedText } from '../../src/search/query/term.ts'
import type { FieldText } from '../../src/search/text/field-text.ts'

/** Letters that fold to more bytes or fewer, or to two of them, beside such that do not. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        'İ',
        'K',
        'ẞ',
        'ΟΔΟΣ',
        'Ⱥ',
        'Limit',
        '資料庫',
        '👩‍👩‍👧',
        '\n',
        ' \n  ',
        'e\u0301',
        '\u00ad',
      ),
    ),
    { maxLength: 40 },
  )
  .map(pieces => pieces.join(''))

const unit = fc.record({
  isItem: fc.boolean(),
  fields: fc.array(fc.record({ field: fc.constantFrom('title', 'text', 'markdown'), text }), {
    maxLength: 4,
  }),
})

interface Texts {
  isItem: boolean
  fields: FieldText[]
}

function packed(units: readonly Texts[]): StoredPack {
  const copies = units.map(({ isItem, fields }, at) => ({ unit: at + 1, isItem, fields: fields.map(copyOf) }))
  return encodePack(copies, 3)
}

function expectTextsOf(units: readonly Texts[]): void {
  const read = decodePack(packed(units)).map(copy => ({
    unit: copy.unit,
    isItem: copy.isItem,
    fields: copy.fields.map(({ field, folded, shown }) => [field, folded.toString(), shown().toString()]),
  }))
  expect(read).toEqual(
    units.map(({ isItem, fields }, at) => ({
      unit: at + 1,
      isItem,
      fields: fields.map(({ field, text }) => [field, normalForm(text), linesForm(text)]),
    })),
  )
}

test('a pack has the texts that it was made of, in both forms', () => {
  fc.assert(fc.property(fc.array(unit, { maxLength: 6 }), expectTextsOf))
})

test('however long they are, and in however many parts', () => {
  const long = fc.tuple(unit, fc.nat(3000)).map(([{ isItem, fields }, times]) => ({
    isItem,
    fields: fields.map(({ field, text }) => ({ field, text: text.repeat(times) })),
  }))
  fc.assert(fc.property(fc.array(long, { maxLength: 8 }), expectTextsOf), { numRuns: 40 })
})

test('to show one text, little beside it is decoded', () => {
  const fields = [{ field: 'text', text: 'Limit 500. '.repeat(900) }]
  const opened = openPack(packed(Array.from({ length: 60 }, () => ({ isItem: false, fields }))))
  const before = opened.heldBytes()
  expect(opened.copy(30)?.fields[0]?.shown().toString()).toBe('Limit 500. '.repeat(900))
  const decoded = opened.heldBytes() - before
  expect(decoded).toBeGreaterThan(0)
  expect(decoded).toBeLessThan(before / 5)
  expect(opened.letGoShown()).toBe(decoded)
  expect(opened.heldBytes()).toBe(before)
})

test('a byte that is another one makes no other text', () => {
  const fields = [copyOf({ field: 'text', text: 'limit 500 '.repeat(50) })]
  const pack = encodePack([{ unit: 1, isItem: true, fields }], 3)
  const readAll = (changed: typeof pack) => {
    try {
      return decodePack(changed).map(copy => copy.fields.map(({ folded, shown }) => [folded, shown()]))
    } catch (error) {
      expect(error).toBeInstanceOf(PackDamaged)
      return 'damaged'
    }
  }
  const whole = readAll(pack)
  let damaged = 0
  for (const half of ['folded', 'shown'] as const)
    for (let at = 0; at < pack[half].length; at++)
      for (const bit of [1, 2, 4, 8, 16, 32, 64, 128]) {
        const bytes = Buffer.from(pack[half])
        bytes[at] = (bytes[at] ?? 0) ^ bit
        const read = readAll({ ...pack, [half]: bytes })
        if (read === 'damaged') damaged++
        else expect(read).toEqual(whole)
      }
  expect(damaged).toBeGreaterThan(0)
})

test('what stands around something is the same by a copy and by the whole text', () => {
  fc.assert(
    fc.property(
      text,
      fc.nat(),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 20 }),
      (raw, at, length, context) => {
        const form = normalForm(raw)
        const start = form.length === 0 ? 0 : at % form.length
        const wanted = form.slice(start, start + length)
        fc.pre(wanted.trim() !== '' && wanted.isWellFormed())
        const term = makeTerm(wanted, {}, () => 0)
        const whole = term.find(searchedText(linesForm(raw)))
        const [find] =
          makeJudgeCopies(
            { wanted: [term], unwanted: [] },
            context,
          )([{ unit: 1, isItem: false, fields: [copyOf({ field: 'text', text: raw })] }]).finds ?? []
        expect(find && excerptOf(find.found(), context)).toBe(
          whole === null ? undefined : excerptOf(whole, context),
        )
      },
    ),
    { numRuns: 3000 },
  )
})
