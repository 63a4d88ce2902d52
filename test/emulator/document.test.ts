import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertDocument } from '../../src/emulator/content/document.ts'
import type { DocumentNode } from '../../src/emulator/content/nodes.ts'
import { makeResolver } from '../../src/emulator/content/targets.ts'

const resolve = makeResolver({
  pages: new Map([
    ['README.md', 'home'],
    ['a/b.md', 'b'],
    ['a/README.md', 'a'],
  ]),
  files: new Map([['.gitbook/assets/x y.png', 'image']]),
  includes: new Map([['.gitbook/includes/n.md', 'note']]),
})

function convert(markdown: string): DocumentNode {
  return convertDocument(markdown, { title: 'Title', file: 'a/b.md', resolve })
}

function blocks(markdown: string): readonly DocumentNode[] {
  return convert(markdown).nodes ?? []
}

/** All text of the leaves, blocks apart. */
function textOf(node: DocumentNode): string {
  const leaves = (node.leaves ?? []).map(leaf => leaf.text).join('')
  const below = [...(node.nodes ?? []), ...(node.fragments ?? [])].map(textOf).join('')
  return `${leaves}${below}${node.object === 'block' ? '\n' : ''}`
}

function types(markdown: string): (string | undefined)[] {
  return blocks(markdown).map(node => node.type)
}

test('conversion never throws, whatever the Markdown', () => {
  const pieces = fc.constantFrom(
    '{% hint style="info" %}',
    '{% endhint %}',
    '{% tabs %}',
    '{% tab title="a" %}',
    '{% endtab %}',
    '{% endtabs %}',
    '{% code %}',
    '{% if x %}',
    '{% unknown %}',
    '{% embed url="x" %}',
    '{%',
    '%}',
    '<details>',
    '</details>',
    '<table>',
    '<tr><td>',
    '</table>',
    '<T>',
    '<a href="#x">',
    '</a>',
    '```',
    '~~~',
    '* ',
    '1. ',
    '> ',
    '# ',
    '|a|b|',
    '|-|-|',
    '$$',
    '![x](y)',
    '[x](y)',
    '[^1]:',
    '---',
    '\n',
    '\n\n',
    '    ',
    '\t',
    '&amp;',
    '\\',
    '\u0000',
    '\uFEFF',
    '👩‍🚀',
    'word',
  )
  const anything = fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 8 }))
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 60 }), parts => {
      expect(convert(parts.join('')).object).toBe('document')
    }),
    { numRuns: 1500 },
  )
})

test('no word of a plain paragraph is lost', () => {
  const word = fc.stringMatching(/^[\p{L}\p{N}]{1,12}$/u)
  const paragraph = fc.array(word, { minLength: 1, maxLength: 12 }).map(words => `w ${words.join(' ')}`)
  const container = fc.constantFrom('', '> ', '* ')
  fc.assert(
    fc.property(fc.array(fc.tuple(container, paragraph), { maxLength: 6 }), parts => {
      const markdown = parts.map(([prefix, text]) => prefix + text).join('\n\n')
      const words = (text: string) => text.split(/\s+/).filter(Boolean)
      expect(words(textOf(convert(markdown)))).toEqual(words(parts.map(([, text]) => text).join(' ')))
    }),
    { numRuns: 300 },
  )
})

test('the title is not repeated in the body, any other first heading stays', () => {
  expect(types('# Title\n\nText')).toEqual(['paragraph'])
  expect(types('# Another\n\n## Part\n\n### Sub\n\n#### Deep')).toEqual([
    'heading-1',
    'heading-1',
    'heading-2',
    'heading-3',
  ])
})

test('headings have ids: written ones, made ones, no two the same', () => {
  const ids = blocks('## A b\n\n## A b\n\n## X <a href="#x-y" id="x-y"></a>').map(node => node.data?.id)
  expect(ids).toEqual(['a-b', 'a-b-1', 'x-y'])
})

test('blocks of the platform become its nodes', () => {
  const markdown = [
    '{% hint style="warning" %}\nCare\n{% endhint %}',
    '{% tabs %}\n{% tab title="One" %}\n1\n{% endtab %}\n{% tab title="Two" %}\n2\n{% endtab %}\n{% endtabs %}',
    '{% code title="x.js" lineNumbers="true" %}\n```js\na()\nb()\n```\n{% endcode %}',
    '{% stepper %}\n{% step %}\n### S\n{% endstep %}\n{% endstepper %}',
    '{% content-ref url="README.md" %}\n[README.md](README.md)\n{% endcontent-ref %}',
    '{% embed url="https://example.com" %}\nA caption\n{% endembed %}',
    '{% file src="../.gitbook/assets/x y.png" %}',
    '{% swagger src="../.gitbook/assets/x%20y.png" path="/p" method="get" %}\n[x](x)\n{% endswagger %}',
    '{% openapi-operation spec="s" path="/p" method="post" %}\n{% endopenapi-operation %}',
    '{% include "../.gitbook/includes/n.md" %}',
    '<details>\n\n<summary>More</summary>\n\nHidden\n\n</details>',
    '$$\na^2\n$$',
    '- [x] done\n- [ ] open',
  ].join('\n\n')
  const all = blocks(markdown)
  expect(all.map(node => node.type)).toEqual([
    'hint',
    'tabs',
    'code',
    'stepper',
    'content-ref',
    'embed',
    'paragraph',
    'file',
    'swagger',
    'openapi-operation',
    'reusable-content',
    'expandable',
    'math',
    'list-tasks',
  ])
  expect(all[0]).toMatchObject({ data: { style: 'warning' } })
  expect(all[1]).toMatchObject({ nodes: [{ data: { title: 'One' } }, { data: { title: 'Two' } }] })
  expect(all[2]).toMatchObject({
    data: { title: 'x.js', syntax: 'js', lineNumbers: true },
    nodes: { length: 2 },
  })
  expect(all[4]).toMatchObject({ data: { ref: { kind: 'page', page: 'a' } } })
  expect(all[7]).toMatchObject({ data: { ref: { kind: 'file', file: 'image' } } })
  expect(all[10]).toMatchObject({ data: { ref: { kind: 'reusable-content', reusableContent: 'note' } } })
  expect(all[12]).toMatchObject({ data: { formula: 'a^2' } })
  expect(all[13]).toMatchObject({ nodes: [{ data: { checked: true } }, { data: { checked: false } }] })
})

test('unknown and unbalanced tags lose no text', () => {
  const text = textOf(
    convert('{% strange a="b" %}\ninner\n{% endstrange %}\n\n{% hint %}\nopen end\n\n{% endtab %} tail'),
  )
  for (const word of ['strange', 'inner', 'open end', 'tail']) expect(text).toContain(word)
  expect(textOf(convert('A List<T> of <b>bold</b> and `{% raw %}`'))).toBe(
    'A List<T> of bold and {% raw %}\n',
  )
  expect(textOf(convert('See[^1]\n\n[^1]: Word'))).toContain('[^1]: Word')
})

test('code keeps its tags and its lines', () => {
  expect(textOf(convert('```\n{% hint %}\n  x\n\n{% endhint %}\n```'))).toBe(
    '{% hint %}\n  x\n\n{% endhint %}\n\n',
  )
})

test('links say what they point to', () => {
  const targets = [
    'README.md',
    './b.md#Part',
    '#here',
    '../.gitbook/assets/x%20y.png',
    'https://x.example/',
    'gone.md',
  ]
  const refs = blocks(targets.map(target => `[x](${target})`).join('\n\n')).map(
    node => node.nodes?.[0]?.data?.ref,
  )
  expect(refs).toEqual([
    { kind: 'page', page: 'a' },
    { kind: 'anchor', anchor: 'Part', page: 'b' },
    { kind: 'anchor', anchor: 'here' },
    { kind: 'file', file: 'image' },
    { kind: 'url', url: 'https://x.example/' },
    { kind: 'url', url: 'gone.md' },
  ])
})

test('a figure is an image with caption, a dark variant and its text', () => {
  const markdown =
    '<figure><picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="../.gitbook/assets/x y.png" alt="An x" width="300"></picture><figcaption><p>Seen</p></figcaption></figure>'
  expect(blocks(markdown)).toMatchObject([
    {
      type: 'images',
      nodes: [
        {
          type: 'image',
          data: {
            ref: { kind: 'file', file: 'image' },
            refDark: { kind: 'url', url: 'dark.png' },
            alt: 'An x',
            width: 300,
          },
          fragments: [{ fragment: 'caption', nodes: [{ type: 'paragraph' }] }],
        },
      ],
    },
  ])
})

test('tables of Markdown and of HTML keep every cell', () => {
  const [grid] = blocks('| A | B |\n|---|:-:|\n| one **two** | `x` |')
  expect(grid).toMatchObject({
    type: 'table',
    data: {
      view: { type: 'grid', columns: ['c1', 'c2'] },
      definition: { c1: { title: 'A' }, c2: { title: 'B', textAlignment: 'center' } },
      records: { r1: { values: { c1: 'r1-c1', c2: 'r1-c2' } } },
    },
  })
  expect(grid === undefined ? '' : textOf(grid)).toBe('one two\nx\n\n')
  const [wide] = blocks('| A |\n|---|\n| `x || y` |\n| z |')
  expect(wide === undefined ? '' : textOf(wide)).toMatch(/^`x\n\s*y`\n\s*z\s*$/)
  const [cards] = blocks(
    '<table data-view="cards"><thead><tr><th>T</th><th data-hidden data-card-target data-type="content-ref">R</th><th data-type="checkbox">C</th></tr></thead><tbody><tr><td>One</td><td><a href="README.md">x</a></td><td>true</td></tr></tbody></table>',
  )
  expect(cards).toMatchObject({
    data: {
      view: { type: 'cards', cardSize: 'medium', columns: ['c1', 'c3'], targetDefinition: 'c2' },
      records: { r1: { values: { c1: 'r1-c1', c2: { kind: 'page', page: 'a' }, c3: true } } },
    },
  })
})

test('marks and inline nodes', () => {
  const [paragraph] = blocks(
    '**b** *i* `c` ~~s~~ $$x$$ <mark style="color:red;">m</mark> [@](README.md "mention") ![i](x.png)',
  )
  const marks = (paragraph?.nodes ?? []).flatMap(node =>
    (node.leaves ?? []).flatMap(leaf => leaf.marks.map(mark => mark.type)),
  )
  expect(marks).toEqual(['bold', 'italic', 'code', 'strikethrough', 'color'])
  const inlines = (paragraph?.nodes ?? []).filter(node => node.object === 'inline').map(node => node.type)
  expect(inlines).toEqual(['inline-math', 'mention', 'inline-image'])
})
