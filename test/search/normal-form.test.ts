import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded, linesForm, normalForm, shownForm } from '../../src/model/normal-form.ts'
import { longestLiteral } from '../../src/search/query/literal.ts'
import { isWholeWord } from '../../src/search/query/words.ts'

const text = fc.string({ unit: 'binary', maxLength: 40 })

test('what differs in case, width, composition, white space or what cannot be seen is equal', () => {
  const equal = [
    ['ＬＩＭＩＴ', 'limit'],
    ['cafe\u0301', 'CAFÉ'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁn', 'FIN'],
    ['a\u00ad\u200bb', 'ab'],
    ['a \u00a0\t\r\n b', 'a b'],
    ['ﾊﾟ', 'パ'],
    ['❤\ufe0f', '❤'],
  ] as const
  for (const [a, b] of equal) expect(normalForm(a)).toBe(normalForm(b))
  for (const [a, b] of [
    ['cafe', 'café'],
    ['ß', 'ss'],
    ['a b', 'ab'],
  ])
    expect(normalForm(a ?? '')).not.toBe(normalForm(b ?? ''))
})

test('a form has nothing more to change, no control character, and two spaces nowhere', () => {
  fc.assert(
    fc.property(text, raw => {
      const form = shownForm(raw)
      expect(shownForm(form)).toBe(form)
      expect(form).not.toMatch(/\p{Cc}| {2}/u)
    }),
  )
})

test('a part of a text folds as it does within it', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      const whole = shownForm(before) + shownForm(part) + shownForm(after)
      expect(folded(whole)).toBe(normalForm(before) + normalForm(part) + normalForm(after))
    }),
  )
})

test('whatever a pattern finds has its certain literal', () => {
  const piece = fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9 äßμſΣ資]{1,6}$/),
    fc.constantFrom(
      '.',
      '\\d',
      '[a-f]',
      'x*',
      'x+',
      'x?',
      '(ab)+',
      '(?:ab|cd)',
      'é{2}',
      '\\bab',
      '(?=a)',
      '(k|s)',
      'ab{0,2}',
    ),
  )
  const subject = fc.stringMatching(/^[a-zA-Z0-9 äßμſΣσ資éx]{0,30}$/)
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 4 }),
      subject,
      subject,
      (pieces, before, after) => {
        const pattern = pieces.join('')
        // What a pattern of pieces finds is likeliest in the pieces themselves.
        const raw = `${before}${pieces.map(part => part.replace(/[^\p{L}\p{N} ]/gu, '')).join('')}${after}`
        const literal = longestLiteral(pattern)
        if (literal === null || !new RegExp(pattern, 'imu').test(linesForm(raw))) return
        expect(normalForm(raw)).toContain(literal)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a word ends where no letter, digit or mark follows, and beside every character of scripts without spaces', () => {
  expect(isWholeWord('rate limit.', 5, 10)).toBe(true)
  expect(isWholeWord('rate limits', 5, 10)).toBe(false)
  expect(isWholeWord('資料庫', 1, 2)).toBe(true)
  expect(isWholeWord('a😀b', 1, 3)).toBe(true)
  expect(isWholeWord('𝒶limit', 2, 7)).toBe(false)
})
