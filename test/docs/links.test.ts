import { existsSync, globSync, readFileSync } from 'node:fs'
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

describe('pages that comments cite', () => {
  const sources = globSync('{src,jobs,config,scripts,test,bench}/**/*.ts', { cwd: root }).sort()

  test('are in the repository, by their path from its root, with the heading that is named', () => {
    const cited = sources.flatMap(file => citationsIn(file).map(citation => ({ file, citation })))
    expect(cited.length).toBeGreaterThan(100)
    const astray = cited.filter(({ citation }) => !isThere(citation))
    expect(astray.map(({ file, citation }) => `${file}: ${citation}`)).toEqual([])
  })
})

/** Files that every bundle has: a comment that names one means the bundle's. */
const OF_BUNDLES = ['README.md', 'SUMMARY.md', 'LANGS.md']

/** What a comment has in backticks is an example, unless it begins as a page of the manual does. */
function citationsIn(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/^\s*\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm)]
    .map(([comment]) => comment.replaceAll(/`(?!docs\/)[^`]*`/g, ''))
    .flatMap(prose => [...prose.matchAll(/[\w./-]*\w\.md\b(?:#[\w-]+)?/g)].map(([citation]) => citation))
    .filter(citation => !OF_BUNDLES.includes(citation))
}

function isThere(citation: string): boolean {
  const [file = '', heading] = citation.split('#')
  if (!existsSync(join(root, file))) return false
  const target = pages.find(one => one.file === file)
  return heading === undefined || (target !== undefined && anchorsOf(target).has(heading))
}

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
