import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OutlineEntry, parseSummary } from '../../src/bundle/summary.ts'

function titles(entries: OutlineEntry[]): unknown[] {
  return entries.map(entry => {
    const name = entry.type === 'computed' ? entry.source.type : entry.title
    return entry.items.length > 0 ? [name, ...titles(entry.items)] : name
  })
}

function first(line: string): OutlineEntry | undefined {
  return parseSummary(`# Table of contents\n\n${line}\n`).entries[0]
}

test('items before the first group belong to no group, and a divider ends a group', () => {
  const text = '# Table of contents\n\n* [A](a.md)\n\n## G\n\n* [B](b.md)\n\n***\n\n* [C](c.md)\n'
  expect(titles(parseSummary(text).entries)).toEqual(['A', ['G', 'B'], 'C'])
})

test('a group keeps the slug of its anchor, and gets one from its title without', () => {
  const { entries } = parseSummary(
    '## 入门 <a href="#getting-started" id="getting-started"></a>\n## Second Group\n',
  )
  expect(entries).toMatchObject([
    { type: 'group', title: '入门', slug: 'getting-started' },
    { type: 'group', title: 'Second Group', slug: 'second-group' },
  ])
})

test.each([
  ['two spaces', '* [A](a)\n  * [B](b)\n    * [C](c)\n* [D](d)'],
  ['four spaces', '- [A](a)\n    - [B](b)\n        - [C](c)\n- [D](d)'],
  ['tabs', '+ [A](a)\n\t+ [B](b)\n\t\t+ [C](c)\n+ [D](d)'],
  ['three spaces, then two', '* [A](a)\n   * [B](b)\n     * [C](c)\n* [D](d)'],
  ['blank lines between', '* [A](a)\n\n  * [B](b)\n\n    * [C](c)\n\n* [D](d)'],
  ['Windows line ends and a byte order mark', '\uFEFF* [A](a)\r\n  * [B](b)\r\n    * [C](c)\r\n* [D](d)\r\n'],
])('nesting is read from %s', (_, text) => {
  expect(titles(parseSummary(text).entries)).toEqual([['A', ['B', 'C']], 'D'])
})

test('an item indented by one space is a sibling, as in Markdown lists', () => {
  expect(titles(parseSummary('* [A](a)\n * [B](b)\n   * [C](c)\n').entries)).toEqual(['A', ['B', 'C']])
})

test.each([
  ['* [Set up \\(3.x\\)](a.md)', 'Set up (3.x)', 'a.md'],
  ['* [Use `code` and *emphasis*](a.md)', 'Use code and emphasis', 'a.md'],
  ['* [An [inner] bracket](a.md)', 'An [inner] bracket', 'a.md'],
  ['* [List<String> & snake_case_name](a.md)', 'List<String> & snake_case_name', 'a.md'],
  ['* [A](<README (1).md>)', 'A', 'README (1).md'],
  ['* [A](a%20b.md)', 'A', 'a%20b.md'],
  ['* [A](preface/01\\_intro.md)', 'A', 'preface/01_intro.md'],
  ['* [A](a path with spaces.md)', 'A', 'a path with spaces.md'],
  ['* [A](page.md#x)', 'A', 'page.md#x'],
  ['* [A](https://example.com/a\\_b)', 'A', 'https://example.com/a_b'],
])('%s has the right title and target', (line, title, target) => {
  expect(first(line)).toMatchObject({ type: 'item', title, target })
})

test('a title without a link is an item without a target', () => {
  expect(first('* Only *words*')).toEqual({ type: 'item', title: 'Only words', items: [] })
})

test('a label is kept beside the title', () => {
  expect(first('* [Title](a.md "Short \\"one\\"")')).toMatchObject({ title: 'Title', label: 'Short "one"' })
})

test('fenced YAML is a computed entry, with what stands after it still read', () => {
  const yaml =
    '* ```yaml\n  type: builtin:openapi\n  props:\n    models: true\n  dependencies:\n    spec: {ref: {kind: openapi, spec: s}}\n  ```\n* [A](a.md)'
  expect(parseSummary(yaml).entries).toMatchObject([
    { type: 'computed', source: { type: 'builtin:openapi', props: { models: true } } },
    { type: 'item', title: 'A' },
  ])
})

test('a computed entry that cannot be read still counts, with a remark', () => {
  const { entries, remarks } = parseSummary('* ```yaml\n  : : [\n  ```\n')
  expect(entries).toMatchObject([{ type: 'computed', source: { type: 'unknown' } }])
  expect(remarks).toHaveLength(1)
})

test('front matter and comments are no entries, and stray text is remarked on', () => {
  const text =
    '---\ntitle: x\n---\n# T\n<!-- * [No](no.md)\n* [No](no.md) -->\n* [A](a.md)\n\nstray [B](b.md)\n'
  const { entries, remarks } = parseSummary(text)
  expect(titles(entries)).toEqual(['A'])
  expect(remarks).toMatchObject([{ text: 'stray [B](b.md)' }])
})

test('a title that is wrapped over two lines is one title', () => {
  expect(titles(parseSummary('* [A long\n  title](a.md)\n* [B](b.md)').entries)).toEqual([
    'A long title',
    'B',
  ])
})

test('nesting without end is flattened at a limit, and no item is lost', () => {
  const text = Array.from({ length: 300 }, (_, n) => `${'  '.repeat(n)}* [${n}](${n}.md)`).join('\n')
  expect(titles(parseSummary(text).entries).flat(Infinity)).toHaveLength(300)
})

test('no text whatever makes the parser fail', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('* ', '\n', '[', '](', ')', '```', '  ', '## ', '<!--'),
  )
  fc.assert(fc.property(fc.array(piece), pieces => void parseSummary(pieces.join(''))))
})

test.each(['\u2028', '\u2029'])(
  'an item goes on to the end of its line, past what only looks like one',
  odd => {
    const path = `a${odd}b.md`
    expect(first(`* [A](<${path}>)`)).toMatchObject({ title: 'A', target: path })
    expect(parseSummary(`## G${odd}H\n\n* [A](a.md)\n`).entries).toMatchObject([{ type: 'group' }])
  },
)
