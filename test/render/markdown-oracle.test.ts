import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../../src/render/markdown/render-markdown.ts'
import { FIXTURES } from '../bundle/document-fixtures.ts'
import { bodyTextOf } from '../helpers/rendered-html.ts'
import { night } from './context.ts'
import { lostText } from './markdown-oracle.ts'

const PAGE = [
  '---\ndescription: hidden\n---\n\n# Title\n\n1. first **item** 7\n2. second [link](https://x.test/a_(b))',
  '> ```ts\n> if (a < b && c > d) return list[0]\n> ```\n\n`{% hint %}` &amp; `<b>bold</b>`',
  '| a | b |\n| --- | --- |\n| one | two | three |\n\n![alt](a.png) <b title="no">last</b> words',
].join('\n\n')

/** Every text between two tags, taken away alone. */
function withoutEachText(html: string): [text: string, rest: string][] {
  return [...html.matchAll(/(?<=>)[^<>]+(?=<)/g)]
    .filter(([text]) => /[\p{L}\p{N}]/u.test(text.replace(/&\w+;/g, '')))
    .map(({ 0: text, index }) => [text, html.slice(0, index) + html.slice(index + text.length)])
}

describe('what judges a rendering of Markdown', () => {
  test('finds each text of a page that is taken away alone', () => {
    const html = renderMarkdown(PAGE, night)
    expect(lostText(PAGE, bodyTextOf(html))).toBe(null)
    const texts = withoutEachText(html)
    expect(texts.length).toBeGreaterThan(12)
    for (const [text, rest] of texts) expect(lostText(PAGE, bodyTextOf(rest)), text).not.toBe(null)
  })

  test('finds text of code that looks like mark-up', () => {
    expect(lostText('```\na < b and c > d\n```', 'a  d')).not.toBe(null)
    expect(lostText('see `<T>` there', 'see  there')).not.toBe(null)
  })

  test('finds a text that comes in another order', () => {
    expect(lostText('one\n\ntwo', 'two\n\none')).not.toBe(null)
  })

  test('takes no word of the program for one of the page', () => {
    const html = renderMarkdown('not kept ![](https://x.test/a.png)', night)
    expect(lostText('not kept', bodyTextOf(html.replace('not kept', '')))).not.toBe(null)
  })

  /** Its patterns take settings of specifications for mark-up, and do not see to which mark a code belongs that has marks in it. */
  const fixtures = Object.entries(FIXTURES).filter(([name]) => name !== 'specifications' && name !== 'code')

  test.each(fixtures)('finds each text that is taken away alone: %s', (_name, markdown) => {
    const html = renderMarkdown(markdown, night)
    const texts = withoutEachText(html).filter(([, rest]) => bodyTextOf(rest) !== bodyTextOf(html))
    expect(texts).not.toEqual([])
    for (const [text, rest] of texts) expect(lostText(markdown, bodyTextOf(rest)), text).not.toBe(null)
  })
})
