import { describe, expect, test } from 'vitest'
import { makeStanding } from '../../src/bundle/places.ts'
import { fitLinks, isSameButPaths, isSameButRevived, revivesLinks } from '../../src/space/fit-links.ts'
import { outlineOf } from '../../src/space/outline.ts'

const paths = {
  ...makeStanding([
    ['home', 'README.md'],
    ['one', 'new place/one.md'],
    ['other', 'two.md'],
    ['picture', '.gitbook/assets/p (1).png'],
  ]),
  file: 'guides/a.md',
}
const linkTo = (ref: object) => ({ object: 'inline', type: 'link', data: { ref } })
const documentOf = (...refs: object[]) => ({ object: 'document', nodes: refs.map(linkTo) })
const page = (id: string) => ({ kind: 'page', page: id })
const dead = (url: string) => ({ kind: 'url', url })
const fitted = (markdown: string, ...refs: object[]) =>
  fitLinks(Buffer.from(markdown), outlineOf(documentOf(...refs)), paths).toString()

describe('links of Markdown', () => {
  test('that lead where the document leads keep their bytes', () => {
    const markdown = '[home](../README.md), [two](/two.md#x), [web](https://a.b/c.md), [dead](nowhere.md)\n'
    expect(fitted(markdown, page('home'), page('other'), dead('https://a.b/c.md'), dead('nowhere.md'))).toBe(
      markdown,
    )
    expect(fitLinks(Buffer.from(markdown), null, paths).toString()).toBe(markdown)
  })

  test('follow what was moved, by its name or by their order, with what follows the path', () => {
    expect(
      fitted('[a](one.md#part) and [b](old.md) ![c](p%20(1).png)', page('one'), page('other'), {
        kind: 'file',
        file: 'picture',
      }),
    ).toBe('[a](../new%20place/one.md#part) and [b](../two.md) ![c](../.gitbook/assets/p%20%281%29.png)')
  })

  test('follow a page that has a folder now', () => {
    const places = {
      ...makeStanding([
        ['setup', 'setup/README.md'],
        ['other', 'other.md'],
      ]),
      file: 'a/README.md',
    }
    const document = outlineOf(documentOf(page('other'), page('setup')))
    expect(fitLinks(Buffer.from('[s](setup.md), [o](other.md)'), document, places).toString()).toBe(
      '[s](../setup/README.md), [o](../other.md)',
    )
  })

  test('to what is gone are written as the platform writes them, never to what has its path now', () => {
    expect(fitted('[a](../two.md)', page('gone'))).toBe('[a](/broken/pages/gone)')
  })

  test('stay where there is no telling which of them led where', () => {
    const markdown = '[a](x.md) [b](y.md) [c](z.md)'
    expect(fitted(markdown, page('one'), page('other'))).toBe(markdown)
  })

  test('that led nowhere and have something at their path now are told, and taken for no other difference', () => {
    const markdown = Buffer.from('[a](../two.md)')
    expect(revivesLinks(markdown, outlineOf(documentOf(dead('../two.md'))), paths)).toBe(true)
    expect(revivesLinks(markdown, outlineOf(documentOf(page('other'))), paths)).toBe(false)
    expect(isSameButRevived(documentOf(dead('../two.md')), documentOf(page('other')))).toBe(true)
    expect(isSameButRevived(documentOf(page('other')), documentOf(page('one')))).toBe(false)
    expect(isSameButRevived(documentOf(page('other')), documentOf(dead('../two.md')))).toBe(false)
    expect(isSameButRevived(documentOf(dead('https://a.b/')), documentOf(page('one')))).toBe(false)
  })

  test('are the same but for their paths where the text around them is', () => {
    const same = (left: string, right: string) => isSameButPaths(Buffer.from(left), Buffer.from(right))
    expect(same('To [a](x.md).', 'To [a](../y.md).')).toBe(true)
    expect(same('To [a](x.md).', 'To [b](../y.md).')).toBe(false)
    expect(same('To [a](https://a/).', 'To [a](https://b/).')).toBe(false)
  })
})
