import fc from 'fast-check'
import createMarkdown from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { makeFenceReader } from '../../src/dialect/parse/fences.ts'
import { parseMarkup } from '../../src/dialect/parse/parse-markup.ts'

const commonMark = createMarkdown()

/** The lines that CommonMark's own parser counts to fenced code. */
function fencedByCommonMark(markdown: string): boolean[] {
  const fences = commonMark.parse(markdown, {}).filter(token => token.type === 'fence')
  return markdown.split('\n').map((_, line) => fences.some(({ map }) => isWithin(line, map)))
}

function isWithin(line: number, map: [number, number] | null): boolean {
  return map !== null && line >= map[0] && line < map[1]
}

/** At the top level, where no list or quote decides how far a line is indented. */
const line = fc
  .tuple(
    fc.constantFrom('', ' ', '   '),
    fc.constantFrom('```', '````', '~~~', '~~~~~', '``', 'text', ''),
    fc.constantFrom('', ' ', 'js', ' js ~~~', ' `'),
  )
  .map(parts => parts.join(''))

/** In lists and quotes, none of whose items is empty: what may follow such a one has rules of its own. */
const nested = fc
  .tuple(
    fc.constantFrom('', '- ', '1. ', '2. ', '   10. ', '  ', '   ', '> ', '* - '),
    fc.constantFrom('```', '```js', '~~~', 'text', ''),
  )
  .filter(([before, text]) => text !== '' || !/[-.] $/.test(before))
  .map(parts => parts.join(''))

function expectCommonMark(lines: readonly string[]): void {
  const isFenced = makeFenceReader()
  const fenced = fencedByCommonMark(lines.join('\n'))
  // Blank lines at the end of an open fence are nobody's.
  const differs = (text: string, at: number) => isFenced(text) !== fenced[at] && text.trim() !== ''
  expect(lines.filter(differs)).toEqual([])
}

describe('fenced code', () => {
  test('it begins and ends where CommonMark says', () => {
    fc.assert(fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), expectCommonMark), {
      numRuns: 500,
    })
  })

  test('nobody has to end it: it ends with the list item or the quote that it stands in', () => {
    fc.assert(fc.property(fc.array(nested, { minLength: 1, maxLength: 9 }), expectCommonMark), {
      numRuns: 2000,
    })
  })

  test.each(['- ', '> ', '- > ', '1. '])(
    'a megabyte of %s is read before the time of a test is over, which a square of it is not',
    piece => {
      const isFenced = makeFenceReader()
      expect(isFenced(piece.repeat(Math.ceil(1_000_000 / piece.length)))).toBe(false)
    },
  )

  test('a fence with a word behind it closes none, and what looks like a tag in it is text', () => {
    const [code, hint] = parseMarkup('~~~\n~~~ js\n{% hint %}\n~~~\n\n{% hint %}\nhere\n{% endhint %}\n')
    expect(code).toMatchObject({ name: 'pre', children: ['~~~ js\n{% hint %}\n'] })
    expect(hint).toMatchObject({ name: 'gb:hint' })
  })
})
