import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLinks } from '../../src/dialect/links/find-links.ts'
import { maskCode } from '../../src/dialect/links/mask-code.ts'

function targets(markdown: string): string[] {
  return findLinks(markdown).map(link => link.target)
}

test.each([
  ['[a](b.md)', 'b.md'],
  ['![a](<../x y (1).png>)', '../x y (1).png'],
  ['[a](b_\\(1\\).md)', 'b_(1).md'],
  ['[a](b(1).md "title")', 'b(1).md'],
  ['[a](b.md "mention")', 'b.md'],
  ['[a](with space.md)', 'with space.md'],
  ['[a](sunbird\\_courses.png)', 'sunbird_courses.png'],
  ['[ref]: <a b.md> "t"', 'a b.md'],
  ['<img src="a.png" alt="x > y">', 'a.png'],
  ["<a data-mention href='a.md'>", 'a.md'],
  ['<img alt="" src="a&amp;b.png">', 'a&b.png'],
  ['<source media="(prefers-color-scheme: dark)" srcset="../a (1).png">', '../a (1).png'],
  ['{% file src="a.pdf" %}', 'a.pdf'],
  ['{% embed url="https://x.org" caption="[no](no.md)" %}', 'https://x.org'],
  ['{% swagger src="a.yaml" path="/pets" method="get" %}', 'a.yaml'],
  ['{% openapi src="../a.json" path="/p" method="get" %}', '../a.json'],
  ['{% content-ref url="a.md" %}', 'a.md'],
  ['{% page-ref page="a.md" %}', 'a.md'],
  ['{% include "../.gitbook/includes/x.md" %}', '../.gitbook/includes/x.md'],
  ['<td><a href="../cover.png">cover.png</a></td>', '../cover.png'],
])('%s names its target', (markdown, target) => {
  expect(targets(markdown)).toContain(target)
})

test('an image in a link gives both, in the order they stand', () => {
  expect(targets('[![x](a.png)](b.md) and [c](c.md)')).toEqual(['a.png', 'b.md', 'c.md'])
})

test.each([
  ['a fenced block', '```\n[a](b.md)\n```'],
  ['a fence in a list', '* item\n\n  ~~~md\n  [a](b.md)\n  ~~~'],
  ['a longer fence around a fence', '````\n```\n[a](b.md)\n```\n[a](b.md)\n````'],
  ['inline code', 'see `[a](b.md)` and ``[`](c.md)``'],
  ['a comment', '<!-- [a](b.md) -->'],
  ['a formula', '$$f[x](y)$$'],
  ['an escaped bracket', 'array\\[0\\](b.md)'],
  ['a footnote', '[^1]: text'],
])('what stands in %s is no link', (_, markdown) => {
  expect(targets(markdown)).toEqual([])
})

test('a fence that nobody closed hides no more than its list item', () => {
  expect(targets('1. Back up:\n   ```bash\n   docker run [a](a.md)\n\n2. Then [b](b.md)\n')).toEqual(['b.md'])
})

test('a stray backtick hides nothing beyond its paragraph', () => {
  expect(targets('a ` stray\n\n[a](b.md) and `code`')).toEqual(['b.md'])
})

test('masking keeps the length and the line ends of any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('`', '```', '\n', '\r\n', '<!--', '-->', '$$', '\\'),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const text = pieces.join('')
      const masked = maskCode(text)
      expect(masked).toHaveLength(text.length)
      expect(masked.split('\n')).toHaveLength(text.split('\n').length)
    }),
  )
})

test.each([
  '](',
  '[](',
  '[](a (',
  '[](a "',
  '[](<',
  '[](a b',
  '[a](b',
  '{%',
  '<a href="',
  '`',
  '\\`',
  '``` `` ` ',
  '<!--',
  '<a ',
  '[a]: ',
])('a megabyte of %s is read before the time of a test is over, which a square of it is not', piece => {
  expect(Array.isArray(findLinks(piece.repeat(Math.ceil(1_000_000 / piece.length))))).toBe(true)
})
