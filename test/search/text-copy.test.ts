import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesForm, normalForm } from '../../src/model/normal-form.ts'
import { copyOf, decodePack, encodePack, PackDamaged } from '../../src/search/index/text-copy.ts'
import { excerptOf } from '../../src/search/query/excerpt.ts'
import { makeJudgeCopies } from '../../src/search/query/judge-copies.ts'
import { makeTerm, searchedText } from '../../src/search/query/term.ts'

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

test('a pack has the texts that it was made of, in both forms', () => {
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 6 }), units => {
      const copies = units.map(({ isItem, fields }, at) => ({
        unit: at + 1,
        isItem,
        fields: fields.map(copyOf),
      }))
      const read = decodePack(encodePack(copies, 3)).map(copy => ({
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
    }),
  )
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
