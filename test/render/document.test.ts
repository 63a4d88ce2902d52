import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../src/emulator/content/document.ts'
import { makeResolver } from '../../src/emulator/content/targets.ts'
import { renderDocument } from '../../src/render/document/render-document.ts'
import { FIXTURES } from '../bundle/document-fixtures.ts'
import { anyJson, block, generatedDocument, inline, paragraph, text } from '../bundle/generated-documents.ts'
import { bodyTextOf, problemsOf, wholeTextOf } from '../helpers/rendered-html.ts'
import { night } from './context.ts'
import { oracleText, squeezed } from './document-oracle.ts'
import { withUnknownTypes } from './unknown-types.ts'

const resolve = makeResolver({
  pages: new Map([['a b (1).md', 'p1']]),
  files: new Map([['.gitbook/assets/x (1).png', 'f1']]),
  includes: new Map([['.gitbook/includes/i.md', 'i1']]),
})
const render = (document: unknown) => renderDocument(document, night)
const body = (...nodes: unknown[]) => render({ object: 'document', data: {}, nodes })

function expectWhole(document: unknown): void {
  const html = render(document)
  expect(problemsOf(html), html).toEqual([])
  expect(squeezed(bodyTextOf(html)), html).toBe(squeezed(oracleText(document)))
}

describe('the text of a rendering is the text of the document', () => {
  test.each(Object.entries(FIXTURES))('%s', (_name, markdown) => {
    expectWhole(convertDocument(markdown, { title: 'Title', file: 'page.md', resolve }))
  })

  test('for any document', () => {
    fc.assert(fc.property(generatedDocument, expectWhole), { numRuns: 500 })
  })
})

describe('whatever it is given', () => {
  test('any JSON gives allowed HTML that reads back as it was built', () => {
    fc.assert(
      fc.property(anyJson, json => {
        for (const document of [json, { object: 'document', nodes: [json] }]) {
          const html = render(document)
          expect(problemsOf(html), html).toEqual([])
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('nesting that no editor makes is shown without its form', () => {
    let node: unknown = text('deep')
    for (let depth = 0; depth < 5000; depth++) node = { object: 'block', type: 'hint', nodes: [node] }
    const html = body(node)
    expect(problemsOf(html)).toEqual([])
    expect(wholeTextOf(html)).toContain('deep')
  })
})

describe('what nobody knows is seen', () => {
  test('a block, with its data and its text', () => {
    const html = body(block('hologram', [paragraph(text('inside'))], { depth: 3 }))
    expect(wholeTextOf(html)).toMatch(/not known here: hologram[\s\S]*"depth": 3[\s\S]*inside/)
  })

  test('a block, with the text and the note that stand in it only once', () => {
    const note = { object: 'fragment', fragment: 'annotation-body', nodes: [paragraph(text('a note'))] }
    const annotation = { ...inline('annotation', {}, [text('marked')]), fragments: [note] }
    const nodes = [block('hologram', [text('inside')]), block('hologram', [annotation, text('behind')])]
    expectWhole({ object: 'document', data: {}, nodes })
  })

  test.each(Object.entries(FIXTURES))(
    'each third type of a document, without loss: %s',
    (_name, markdown) => {
      const document = convertDocument(markdown, { title: 'Title', file: 'page.md', resolve })
      const { document: odd, count } = withUnknownTypes(document, 3)
      expectWhole(odd)
      expect(wholeTextOf(render(odd)).match(/not known here: [\w-]+-to-come/g) ?? []).toHaveLength(count)
    },
  )

  test('a tab with its title, in a block that is none of tabs', () => {
    const tab = block('tabs-item', [paragraph(text('inside'))], { title: 'Input' })
    expectWhole({ object: 'document', data: {}, nodes: [block('hologram', [tab])] })
  })

  test('an inline and a mark', () => {
    const html = wholeTextOf(body(paragraph(inline('sparkle', { size: 2 }, [text('in it', 'glow')]))))
    expect(html).toContain('[not known here: sparkle {"size":2}] in it [mark not known here: glow]')
  })

  test('text where a known block has none', () => {
    const odd = { object: 'block', type: 'divider', nodes: [paragraph(text('behind the line'))] }
    expect(bodyTextOf(body(odd))).toContain('behind the line')
  })

  test('cells that no row names', () => {
    const fragments = [{ object: 'fragment', fragment: 'gone', nodes: [paragraph(text('deleted cell'))] }]
    expect(bodyTextOf(body({ ...block('table', []), fragments }))).toContain('deleted cell')
  })
})

describe('addresses', () => {
  const picture = (ref: unknown) => body({ ...block('image', [], { ref, alt: 'A cat' }), fragments: [] })

  test('a file of that night is loaded from where the context says', () => {
    expect(picture({ kind: 'file', file: 'f1' })).toContain('<img src="/night/file/f1" alt="A cat"')
  })

  test('a picture of the web is never loaded, and said to be elsewhere', () => {
    const html = picture({ kind: 'url', url: 'https://x.test/cat.png' })
    expect(html).not.toContain('<img')
    expect(wholeTextOf(html)).toContain('picture at https://x.test/cat.png, not kept A cat')
  })

  test.each(['url', 'file', 'anchor', 'page'])('a picture in a link is no link in it: %s', kind => {
    const ref = { kind, url: 'https://x.test/cat.png', file: 'f1', page: 'p1', anchor: 'a' }
    const image = inline('inline-image', { ref, alt: 'A cat', caption: 'asleep' })
    const link = inline('link', { ref: { kind: 'url', url: 'https://x.test/' } }, [image, text('read on')])
    const document = { object: 'document', data: {}, nodes: [paragraph(link)] }
    expectWhole(document)
    expect(render(document).match(/<a /g)).toHaveLength(1)
  })

  test('a context that leads out of the origin is not followed', () => {
    for (const path of [
      '//evil.test/x',
      '/\\evil.test',
      'https://evil.test/',
      'javascript:alert(1)',
      'x/y',
    ]) {
      const context = { ...night, pageHref: () => path }
      const link = paragraph(inline('link', { ref: { kind: 'page', page: 'p' } }, [text('x')]))
      expect(renderDocument([link], context)).not.toContain('href')
    }
  })

  test('what is not kept says what it was', () => {
    const context = { ...night, pageHref: () => null }
    const link = paragraph(inline('link', { ref: { kind: 'page', page: 'p9' } }, [text('read on')]))
    expect(wholeTextOf(renderDocument([link], context))).toContain(
      'read on (leads nowhere that is kept: page p9)',
    )
  })

  test('links out are told not to know where they come from', () => {
    const link = paragraph(inline('link', { ref: { kind: 'url', url: 'https://x.test/a b' } }, [text('x')]))
    expect(body(link)).toContain(
      '<a href="https://x.test/a%20b" target="_blank" rel="noreferrer noopener">x</a>',
    )
  })
})

describe('reusable content', () => {
  const use = (id: string) =>
    block('reusable-content', [], { ref: { kind: 'reusable-content', reusableContent: id } })

  test('is shown where it is used', () => {
    const context = { ...night, reusableContent: () => ({ nodes: [paragraph(text('shared words'))] }) }
    expect(bodyTextOf(renderDocument([use('a')], context))).toContain('shared words')
  })

  test('that holds itself ends', () => {
    const context = { ...night, reusableContent: (id: string) => [use(id), use(`${id}x`), use(`${id}y`)] }
    expect(wholeTextOf(renderDocument([use('a')], context))).toContain('not shown here')
  })
})
