import { describe, expect, test } from 'vitest'
import { renderDocument } from '../../src/render/document/render-document.ts'
import { renderMarkdown } from '../../src/render/markdown/render-markdown.ts'
import { inline, paragraph, text } from '../bundle/generated-documents.ts'
import { hostileAddresses, hostilePayloads } from '../helpers/hostile-payloads.ts'
import { documentsWith, markdownWith } from '../helpers/hostile-places.ts'
import { problemsOf } from '../helpers/rendered-html.ts'
import { night } from './context.ts'

/** Whoever answers what the page says, answers as badly as it can. */
const echo = { ...night, nameOf: (ref: object) => JSON.stringify(ref) }

describe(`${hostilePayloads.length} payloads`, () => {
  test('are more than two hundred, none of them twice', () => {
    expect(new Set(hostilePayloads).size).toBe(hostilePayloads.length)
    expect(hostilePayloads.length).toBeGreaterThan(200)
  })

  test('do nothing anywhere in a document', () => {
    for (const payload of hostilePayloads) {
      for (const document of documentsWith(payload)) {
        expect(problemsOf(renderDocument(document, echo)), payload).toEqual([])
      }
    }
  })

  test('do nothing anywhere in Markdown', () => {
    for (const payload of hostilePayloads) {
      for (const markdown of markdownWith(payload))
        expect(problemsOf(renderMarkdown(markdown, echo)), markdown).toEqual([])
    }
  })

  test('are never followed as addresses', () => {
    for (const address of hostileAddresses) {
      const link = paragraph(inline('link', { ref: { kind: 'url', url: address } }, [text('x')]))
      const [href] = /(?<=href=")[^"]*/.exec(renderDocument([link], night)) ?? []
      if (href !== undefined) expect(href).toMatch(/^https?:\/\//)
    }
  })
})

describe('a page that takes long to read', () => {
  const LONG = 500_000
  const nested = (open: string, close: string) => open.repeat(LONG / 50) + close.repeat(LONG / 50)

  test.each([
    ['brackets', '['.repeat(LONG)],
    ['links', '[a]('.repeat(LONG / 4)],
    ['emphasis', '*_'.repeat(LONG / 2)],
    ['quotes', '>'.repeat(LONG)],
    ['tags', '{% hint %}\n'.repeat(LONG / 11)],
    ['divisions', nested('<div>', '</div>')],
    ['tables', nested('<table><tr><td>', '</td></tr></table>')],
    ['cells', `|a|\n|-|\n${'|b'.repeat(LONG / 2)}`],
    ['attributes', `<a ${'x="y" '.repeat(LONG / 6)}>`],
    ['open tags', '<a href="'.repeat(LONG / 9)],
    ['comments', '<!--'.repeat(LONG / 4)],
    ['entities', '&amp'.repeat(LONG / 4)],
    [
      'code',
      '`'
        .repeat(1000)
        .concat(' ')
        .repeat(LONG / 1001),
    ],
  ])('is read in time: %s', (_name, markdown) => {
    const started = performance.now()
    expect(problemsOf(renderMarkdown(markdown, night))).toEqual([])
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  test('and one that is too large is shown as its source', () => {
    const html = renderMarkdown(`<script>alert(1)</script>${'x'.repeat(600_000)}`, night)
    expect(html).toContain('larger than 512 KiB')
    expect(problemsOf(html)).toEqual([])
  })
})
