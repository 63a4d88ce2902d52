import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anchorsOf, type Page, pages, root } from './pages.ts'

describe('links of the manual', () => {
  test.each(pages)('every one of $file leads somewhere', page => {
    expect(linksOf(page).filter(link => !leadsSomewhere(page, link))).toEqual([])
  })

  test('the table of contents lists every page', () => {
    const summary = pages.find(one => one.file === 'docs/SUMMARY.md')
    const listed = new Set(
      summary ? linksOf(summary).map(link => posix.join('docs', link.split('#')[0] ?? '')) : [],
    )
    const all = pages
      .map(one => one.file)
      .filter(file => file.startsWith('docs/') && !/SUMMARY|includes/.test(file))
    expect(all.filter(file => !listed.has(file))).toEqual([])
  })

  test.each(pages.filter(one => one.file.startsWith('docs/development/')))(
    'files that $file names are there',
    ({ text }) => {
      const named = [...text.matchAll(/`((?:src|config|jobs|test|scripts|bench)\/[\w/.-]*)`/g)]
      expect(named.flatMap(([, path = '']) => (existsSync(join(root, path)) ? [] : [path]))).toEqual([])
    },
  )

  test('the front page has at most 200 lines', () => {
    const lines = pages.find(one => one.file === 'README.md')?.text.split('\n').length
    expect(lines).toBeLessThanOrEqual(200)
  })
})

/** Markdown and HTML, and what the blocks of the bundle layout name. Addresses with a scheme are not followed. */
function linksOf(page: Page): string[] {
  const prose = page.prose.replaceAll(/`[^`\n]+`/g, '')
  const found = [
    ...prose.matchAll(/\]\(<([^>]+)>/g),
    ...prose.matchAll(/\]\(([^)\s<>]+)/g),
    ...prose.matchAll(/(?:href|src|url)="([^"]+)"/g),
    ...prose.matchAll(/\{% include "([^"]+)"/g),
    ...prose.matchAll(/^cover: (\S+)$/gm),
  ].map(([, link = '']) => link)
  return [...new Set(found)].filter(link => !/^[a-z]+:/.test(link))
}

function leadsSomewhere(page: Page, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file =
    path === '' ? page.file : posix.normalize(posix.join(posix.dirname(page.file), decodeURI(path)))
  if (file.startsWith('..') || !existsSync(join(root, file))) return false
  if (anchor === undefined || page.file === 'docs/SUMMARY.md') return true
  const target = pages.find(one => one.file === file)
  return target !== undefined && anchorsOf(target).has(anchor)
}
