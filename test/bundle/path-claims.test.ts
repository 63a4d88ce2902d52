import { linkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePathClaims } from '../../src/bundle/path-claims.ts'
import { planPaths } from '../../src/bundle/plan-paths.ts'
import { isSafePath } from '../../src/bundle/safe-path.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { uniqueName } from '../../src/export/export.ts'
import { makeTemporary, readTree } from './folders.ts'
import { makeFile, makePage, makeSpace } from './sources.ts'

const name = fc.oneof(
  fc.constantFrom(
    'a',
    'A',
    'Docs',
    'docs',
    'é',
    'e\u0301',
    'É',
    'ß',
    'ẞ',
    'ss',
    'con',
    'x.',
    'x',
    'x ',
    'ı',
    'İ',
  ),
  fc.constantFrom(
    'SUMMARY',
    'summary',
    'README',
    'Readme',
    '.gitbook',
    '.git',
    '.g\u200cit',
    'git~1',
    'K',
    'K',
  ),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)
const path = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .chain(names => fc.constantFrom('.md', '.MD', '').map(ending => names.join('/') + ending))

/** As a file system that ignores both may see it, folders included. */
const folded = (one: string) => one.normalize('NFC').toLowerCase().normalize('NFC')

test('whatever paths Git has, no two things of a bundle share one where case and Unicode form are ignored', () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), fc.array(path, { maxLength: 6 }), (pages, files) => {
      const unique = [...new Set(files)].filter(one => !pages.includes(one))
      const space = makeSpace({
        entries: pages.map(one => makePage(one, { path: one })),
        files: unique.map(one => makeFile(one, one, one)),
      })
      const plan = planPaths(space)
      const all = [...plan.pages.values(), ...plan.files.values()]
      const seen = all.map(folded)
      expect(new Set(seen).size).toBe(all.length)
      expect(all).toHaveLength(pages.length + unique.length)
      expect(all.filter(one => !isSafePath(one))).toEqual([])
      expect(seen.filter(one => seen.some(other => other.startsWith(`${one}/`)))).toEqual([])
      const again = planPaths(space)
      expect([...again.pages.values(), ...again.files.values()]).toEqual(all)
    }),
    { numRuns: 300 },
  )
})

test('of two known paths that differ in case the first keeps its name, and nothing is reserved for the other', () => {
  const claims = makePathClaims()
  expect(
    ['A.md', 'a.md', 'A.md', 'A.MD/x.md', 'Docs/x.md', 'docs/y.md', 'docs/X.md'].map(claims.reserve),
  ).toEqual([true, false, true, false, true, true, false])
})

test('A.md and a.md are both written, links and the table of contents follow, and the report says so', async () => {
  const folder = join(makeTemporary(), 'out')
  const links = [
    '---\ncover: img/LOGO.png\n---\n# Home\n',
    '[big](A.md) [small](a.md#part "t") [both](<./a.md>) `[code](a.md)` <a href="/a.md">x</a>\n',
    '![](img/LOGO.png)\n{% include ".gitbook/includes/NOTE.md" %}\n\n[ref]: a.md\n',
  ].join('')
  const report = await writeBundle(
    { folder },
    makeSpace({
      entries: [
        makePage('Home', { path: 'README.md' }, links),
        makePage('Big', { path: 'A.md' }, 'big'),
        makePage('Small', { path: 'a.md' }, 'small, [home](README.md), [me](a.md)'),
        makePage('X', { path: 'Docs/x.md' }, 'x'),
        makePage('Y', { path: 'docs/y.md' }, 'y'),
        makePage('Device', { path: 'aux/con.md' }, 'device'),
        makePage('Trailing', { path: 'dir./t.md' }, '[x](../a.md)'),
      ],
      files: [makeFile('l', 'small logo', 'img/logo.png'), makeFile('L', 'big logo', 'img/LOGO.png')],
      includes: [
        { title: 'n', path: '.gitbook/includes/note.md', markdown: () => Buffer.from('n') },
        {
          title: 'N',
          path: '.gitbook/includes/NOTE.md',
          markdown: () => Buffer.from('---\ntitle: N\n---\nN'),
        },
      ],
    }),
  )
  const tree = readTree(folder)
  expect(tree).toMatchObject({
    'A.md': 'big',
    'a-1.md': 'small, [home](README.md), [me](a-1.md)',
    'Docs/x.md': 'x',
    'docs/y.md': 'y',
    '_aux/_con.md': 'device',
    'dir/t.md': '[x](../a-1.md)',
    'img/logo.png': 'small logo',
    'img/LOGO (1).png': 'big logo',
    '.gitbook/includes/note.md': 'n',
    '.gitbook/includes/NOTE-1.md': '---\ntitle: N\n---\nN',
  })
  expect(tree['README.md']).toBe(
    [
      '---\ncover: img/LOGO%20%281%29.png\n---\n# Home\n',
      '[big](A.md) [small](a-1.md#part "t") [both](<a-1.md>) `[code](a.md)` <a href="/a-1.md">x</a>\n',
      '![](img/LOGO%20%281%29.png)\n{% include ".gitbook/includes/NOTE-1.md" %}\n\n[ref]: a-1.md\n',
    ].join(''),
  )
  expect(tree['SUMMARY.md']).toContain('* [Big](A.md)\n* [Small](a-1.md)\n')
  expect(report.renamed.map(({ from, to }) => `${from} → ${to}`)).toContain('a.md → a-1.md')
  expect(report.skipped).toEqual([])
})

test('a link that cannot follow is told', async () => {
  const folder = join(makeTemporary(), 'out')
  const pages = [
    makePage('Big', { path: 'A_b.md' }, 'big'),
    makePage('Small', { path: 'a_b.md' }, '[x](a\\_b.md)'),
  ]
  const report = await writeBundle({ folder }, makeSpace({ entries: pages }))
  expect(report.skipped).toEqual(['a link of a_b-1.md still names a_b.md, which has another path'])
})

test('spaces whose titles differ in case, or look like the name made for another, all get a name of their own', () => {
  const taken = new Set<string>()
  const titles = ['Docs', 'docs (c)', 'docs', 'Docs', 'Cafe\u0301', 'CAF\u00c9']
  const names = titles.map((title, n) => uniqueName(title, 'abcdef'[n] ?? '', taken))
  expect(new Set(names.map(folded)).size).toBe(titles.length)
  expect(names[0]).toBe('Docs')
})

test('a file spelled otherwise than before is not removed as stale where both names are one file', async () => {
  const folder = join(makeTemporary(), 'out')
  const spaceWith = (path: string) => makeSpace({ entries: [makePage('P', { path }, path)] })
  await writeBundle({ folder }, spaceWith('Page.md'))
  // What a file system that ignores case shows under the other name.
  linkSync(join(folder, 'Page.md'), join(folder, 'page.md'))
  const report = await writeBundle({ folder, replace: true }, spaceWith('page.md'))
  expect(report.renamed).toEqual([])
  expect(readTree(folder)).toMatchObject({ 'page.md': 'page.md' })
  expect(Object.keys(readTree(folder))).not.toContain('Page.md')
})
