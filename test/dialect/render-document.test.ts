import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderDocument } from '../../src/dialect/render/render-document.ts'
import type { LinkNames } from '../../src/dialect/render/targets.ts'
import { convertDocument } from '../../src/emulator/content/document.ts'
import { makeResolver } from '../../src/emulator/content/targets.ts'
import { DocvaultError } from '../../src/model/errors.ts'
import { FIXTURES } from '../bundle/document-fixtures.ts'
import {
  anyJson,
  block,
  generatedDocument,
  inline,
  type Node,
  paragraph,
  text,
} from '../bundle/generated-documents.ts'

const resolve = makeResolver({
  pages: new Map([['a b (1).md', 'p1']]),
  files: new Map([['.gitbook/assets/x (1).png', 'f1']]),
  includes: new Map([['.gitbook/includes/i.md', 'i1']]),
})
const links: LinkNames = {
  page: (id, anchor) => (id === 'p1' ? `a b (1).md${anchor === undefined ? '' : `#${anchor}`}` : null),
  file: id => (id === 'f1' ? '.gitbook/assets/x (1).png' : null),
  reusableContent: id => (id === 'i1' ? '.gitbook/includes/i.md' : null),
  other: () => null,
}

const read = (markdown: string) => convertDocument(markdown, { title: 'Title', file: 'page.md', resolve })
const render = (document: unknown) => renderDocument(document, links)
const body = (...nodes: unknown[]) => render({ object: 'document', data: {}, nodes })
const fragment = (name: string, ...nodes: unknown[]) => ({ object: 'fragment', fragment: name, nodes })
const link = (ref: Node) => paragraph(inline('link', { ref }, [text('x')]))

describe('what is read, rendered and read again', () => {
  test.each(Object.entries(FIXTURES))('is equal: %s', (_name, markdown) => {
    const document = read(markdown)
    const rendered = render(document)
    expect(read(rendered), rendered).toEqual(document)
  })

  test('is equal with everything in one page, in a tab and in a list', () => {
    const all = Object.values(FIXTURES).join('\n\nand\n\n')
    const item = `* first\n\n  ${all.replace(/\n(?=[^\n])/g, '\n  ')}`
    const document = read(`{% tabs %}\n{% tab title="A" %}\n${all}\n\n{% endtab %}\n{% endtabs %}\n\n${item}`)
    expect(read(render(document))).toEqual(document)
  })

  test('is equal for any document', () => {
    fc.assert(
      fc.property(generatedDocument, document => {
        const rendered = render(document)
        expect(read(rendered), rendered).toEqual(document)
      }),
      { numRuns: 500 },
    )
  })
})

describe('rendering', () => {
  test('accepts any JSON, and ends with exactly one line break unless there is nothing', () => {
    fc.assert(
      fc.property(anyJson, json => {
        expect(render(json)).toMatch(/^$|[^\n]\n$/)
      }),
      { numRuns: 500 },
    )
  })

  test('does not trust the names of members', () => {
    const evil: unknown = JSON.parse('{"toString": 1, "valueOf": 1, "__proto__": {"type": "x"}}')
    const records = { r: { orderIndex: evil, values: evil }, s: { orderIndex: evil } }
    const table = block('table', [], { view: evil, records, definition: { toString: evil, constructor: {} } })
    expect(
      body(table, block('toString', [paragraph(text('a'))]), block('if', [], { expression: evil })),
    ).toContain('a')
  })

  test('of an empty document is the empty text', () => {
    for (const empty of [null, {}, [], 'x', { nodes: [] }, { nodes: [paragraph(text(''))] }]) {
      expect(render(empty)).toBe('')
    }
  })

  test('refuses nesting that no editor makes, with a code', () => {
    const nested = (depth: number) => {
      let node = paragraph(text('x'))
      for (let level = 0; level < depth; level++) node = block('blockquote', [node])
      return { nodes: [node] }
    }
    expect(render(nested(150))).toMatch(/^(?:> ){150}x\n$/)
    expect(() => render(nested(10_000))).toThrow(DocvaultError)
    expect(() => render(nested(10_000))).toThrow(expect.objectContaining({ code: 'document-nesting' }))
  })

  test('ends before the time of a test is over on what a square of its length would not', () => {
    const hard = '*[`<![{%$$\\'.repeat(20_000)
    const leaves = Array.from({ length: 20_000 }, (_, at) => text('a*', at % 2 === 0 ? 'bold' : 'italic'))
    const rendered = body(
      paragraph(text(hard)),
      paragraph(...leaves),
      block('code', [block('code-line', [text('`'.repeat(2e5))])]),
    )
    expect(rendered.length).toBeGreaterThan(hard.length)
  })

  test('keeps the text of nodes it does not know and says their type', () => {
    const unknown = block('prompt', [paragraph(text('a'), inline('sparkle', {}, [text('b')]))])
    const hidden = { ...block('x--><b>', []), fragments: [fragment('body', paragraph(text('c')))] }
    const rendered = '<!-- block: prompt -->\n\nab<!-- inline: sparkle -->\n\n<!-- block: x-b -->\n\nc\n'
    expect(body(unknown, hidden)).toBe(rendered)
  })

  test('keeps text where a known block has none so far', () => {
    const image = { ...block('image', [], {}), fragments: [fragment('credit', paragraph(text('a')))] }
    const divider = block('divider', [paragraph(text('b'))])
    expect(body(image, divider)).toContain('</figure>\n\na\n\n***\n\nb\n')
    const cell = { ...block('table', [], { definition: { c: {} }, records: { r: { values: { c: 'f' } } } }) }
    expect(body({ ...cell, fragments: [fragment('f', divider, image)] })).toContain(
      '<td><hr><p>b</p><figure>',
    )
  })

  test('never writes the token of a reusable content', () => {
    const ref = { kind: 'reusable-content', reusableContent: 'i1' }
    const node = { ...block('reusable-content', [], { ref }), meta: { token: 'secret' } }
    expect(body(node)).toBe('{% include ".gitbook/includes/i.md" %}\n')
  })

  test('keeps the order of rows and columns that the view gives, not that of the maps', () => {
    const records = {
      z: { orderIndex: 'a', values: { b: '1', a: '2' } },
      y: { orderIndex: 'b', values: { a: '4' } },
    }
    const definition = { a: { id: 'a', type: 'text', title: 'A' }, b: { id: 'b', type: 'text', title: 'B' } }
    const table = block('table', [], { view: { type: 'grid', columns: ['b', 'a'] }, records, definition })
    expect(body(table)).toBe('| B | A |\n| --- | --- |\n| 1 | 2 |\n|  | 4 |\n')
  })
})

describe('a lost target', () => {
  test.each([
    [{ kind: 'page', page: 'gone' }, '/broken/pages/gone'],
    [{ kind: 'anchor', page: 'gone', anchor: 'a' }, '/broken/pages/gone#a'],
    [{ kind: 'space', space: 's1' }, '/broken/spaces/s1'],
    [{ kind: 'file', file: 'gone' }, '/broken/files/gone'],
    [{ kind: 'user', user: 'u1' }, 'broken-reference'],
    [{ kind: 'unheard-of' }, 'broken-reference'],
    [{}, 'broken-reference'],
  ])('keeps its id: %j is %s', (ref, target) => {
    expect(body(link(ref))).toBe(`[x](${target})\n`)
  })

  test('of another space is asked for as a whole before the page is looked for here', () => {
    const ref = { kind: 'page', page: 'p1', space: 's2' }
    const other = { ...links, other: () => 'https://app.test/s/s2/p1' }
    expect(renderDocument([link(ref)], other)).toBe('[x](https://app.test/s/s2/p1)\n')
    expect(renderDocument([link(ref)], links)).toBe('[x](<a b (1).md>)\n')
  })
})

describe('what only a document can say', () => {
  test('a note in a line that stands among blocks is written once', () => {
    const annotation = {
      ...inline('annotation', {}, [text('marked')]),
      fragments: [fragment('annotation-body', paragraph(text('a note')))],
    }
    expect(body(annotation, text(' behind'))).toBe('marked[^1] behind\n\n[^1]: a note\n')
  })

  test('an annotation becomes a footnote, and so does one inside it', () => {
    const annotation = (value: string, ...nodes: unknown[]) => ({
      ...inline('annotation', {}, [text(value)]),
      fragments: [fragment('annotation-body', ...nodes)],
    })
    const inner = paragraph(annotation('b', paragraph(text('c'))))
    const rendered = 'a[^1] d\n\n[^1]: b[^2]\n\n    e\n\n[^2]: c\n'
    expect(body(paragraph(annotation('a', inner, paragraph(text('e'))), text(' d')))).toBe(rendered)
  })

  test('highlighted lines and links in code need preformatted HTML', () => {
    const lines = [
      block('code-line', [text('a < b')], { highlighted: true }),
      block('code-line', [text('[^1] '), inline('link', { ref: { kind: 'url', url: 'u' } }, [text('c')])]),
    ]
    expect(body(block('code', lines, { syntax: 'js', title: 't' }))).toBe(
      '<pre class="language-js" data-title="t"><code class="lang-js"><strong>a &lt; b</strong>&#10;' +
        '&#91;^1] <a href="u">c</a></code></pre>\n',
    )
  })

  test('an empty paragraph between others is a line break, at the end it is nothing', () => {
    const empty = paragraph(text(''))
    expect(body(paragraph(text('a')), empty, paragraph(text('b')), empty)).toBe('a\n\n<br>\n\nb\n')
  })

  test('white space at the ends of a paragraph stays', () => {
    expect(body(paragraph(text(' a \n b\t\n')))).toBe('&#x20;a \\\n&#x20;b\t<br>\n')
  })

  test('several images of one block stand in one gallery with their captions', () => {
    const image = (url: string) => ({
      ...block('image', [], { ref: { kind: 'url', url } }),
      fragments: [fragment('caption', paragraph(text(`<${url}`)))],
    })
    const figure = (url: string) =>
      `<figure><img src="${url}" alt=""><figcaption><p>&lt;${url}</p></figcaption></figure>`
    expect(body(block('images', [image('a'), image('b')]))).toBe(`<div>${figure('a')} ${figure('b')}</div>\n`)
  })

  test('a block of an integration keeps its properties', () => {
    const data = {
      integration: 'mermaid',
      block: 'diagram',
      props: { content: 'a "b" %} c', n: 1 },
      url: 'u',
    }
    expect(body(block('integration', [], data))).toBe(
      '{% @mermaid/diagram content="a \\"b\\" % } c" n="1" url="u" %}\n',
    )
  })
})
