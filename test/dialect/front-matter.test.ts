import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugify } from '../../src/dialect/links/slug.ts'
import { parseFrontMatter } from '../../src/dialect/parse/front-matter.ts'

test('front matter is read, folded texts and Windows line ends as well', () => {
  const { data, body } = parseFrontMatter(
    '---\r\ndescription: >-\r\n  two\r\n  lines\r\nhidden: true\r\n---\r\n# T\r\n',
  )
  expect(data).toEqual({ description: 'two lines', hidden: true })
  expect(body).toBe('# T\r\n')
})

test('broken front matter is a problem, and no error', () => {
  expect(parseFrontMatter('---\na: b: c\n---\nx')).toMatchObject({
    data: {},
    body: 'x',
    problem: expect.any(String),
  })
})

test('a page that begins with a divider has no front matter', () => {
  expect(parseFrontMatter('---\n\nwords\n\n---\n')).toEqual({
    data: {},
    body: '---\n\nwords\n\n---\n',
    raw: '',
  })
})

test('an alias bomb is a problem, and no error', () => {
  const lines = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`)
  expect(parseFrontMatter(`---\na0: &a0 x\n${lines.join('\n')}\n---\n`).problem).toEqual(expect.any(String))
})

test('a key named __proto__ stays a key', () => {
  const { data } = parseFrontMatter('---\n__proto__: {polluted: true}\n---\n')
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
  expect('polluted' in {}).toBe(false)
})

test('raw and body together are the input, whatever it is', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('---\n', '---\r\n', '\uFEFF', 'a: b\n', '\n'),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const text = pieces.join('')
      const { raw, body } = parseFrontMatter(text)
      expect(raw + body).toBe(text)
    }),
  )
})

test.each([
  ['Getting Started', 'getting-started'],
  ["What's new? (v2.0)", 'whats-new-v20'],
  ['开始 使用', '开始-使用'],
  ['  Über--uns!  ', 'über-uns'],
  ['???', ''],
])('the slug of %j is %j', (title, slug) => {
  expect(slugify(title)).toBe(slug)
})
