import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBundle } from '../../src/bundle/read.ts'
import type { BundleSource, WriteReport } from '../../src/bundle/source.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { makeFolder, makeTemporary, readTree, shapeOf } from './folders.ts'
import { makeFile, makePage, makeSpace, readBytes, toSource } from './sources.ts'

async function write(
  space: Partial<BundleSource>,
): Promise<{ report: WriteReport; tree: Record<string, string>; folder: string }> {
  const folder = join(makeTemporary(), 'out')
  const report = await writeBundle({ folder }, makeSpace(space))
  return { report, tree: readTree(folder), folder }
}

test('pages without a path get the modern one, from group, parents and slug', async () => {
  const child = makePage('Child', { entries: [makePage('Leaf')] })
  const { tree } = await write({
    entries: [
      {
        type: 'group',
        title: 'Start',
        slug: 'start',
        entries: [makePage('Home', { entries: [makePage('Below')] })],
      },
      {
        type: 'group',
        title: '入门',
        slug: 'intro',
        entries: [makePage('Parent', { slug: 'p', entries: [child] })],
      },
    ],
  })
  expect(Object.keys(tree)).toEqual([
    'README.md',
    'SUMMARY.md',
    'intro/p/README.md',
    'intro/p/child/README.md',
    'intro/p/child/leaf.md',
    'start/readme/below.md',
  ])
  expect(tree['SUMMARY.md']).toBe(
    [
      '# Table of contents\n\n## Start\n\n* [Home](README.md)\n  * [Below](start/readme/below.md)\n\n',
      '## 入门 <a href="#intro" id="intro"></a>\n\n* [Parent](intro/p/README.md)\n',
      '  * [Child](intro/p/child/README.md)\n    * [Leaf](intro/p/child/leaf.md)\n',
    ].join(''),
  )
})

test('generated paths never collide, also where case or Unicode form is ignored', async () => {
  const { tree } = await write({
    entries: [
      makePage('Home', { path: 'home.md' }),
      makePage('K', { path: 'Page.md' }),
      makePage('page'),
      makePage('PAGE'),
      makePage('Caf\u00e9'),
      makePage('Cafe\u0301'),
      makePage('summary'),
    ],
  })
  const paths = Object.keys(tree).map(path => path.normalize('NFC').toLowerCase())
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toHaveLength(9)
})

test('a page that says everything already is not altered by a byte', async () => {
  const meta = { description: 'D', hidden: true, layout: { title: false } }
  const { tree, report } = await write({
    entries: [
      makePage('A', { ...meta, path: 'a.md' }, '\uFEFF---\r\ndescription: other\r\n---\r\n# A'),
      makePage(
        'B',
        { path: 'b.md', layout: { title: true, width: 'default' }, hidden: false },
        '# B\r\n\r\n',
      ),
    ],
  })
  expect(tree['a.md']).toBe('\uFEFF---\r\ndescription: other\r\n---\r\n# A')
  expect(tree['b.md']).toBe('# B\r\n\r\n')
  expect(report.skipped).toEqual(['the front matter of a.md does not say: hidden, layout'])
})

test('metadata goes into front matter where the Markdown has none', async () => {
  const image = makeFile('c.png', 'png')
  const { folder } = await write({
    files: [image],
    entries: [
      makePage('Home'),
      makePage(
        'B',
        {
          path: 'x/b.md',
          description: 'Say: "#this"',
          icon: 'rocket',
          emoji: '1f600',
          hidden: true,
          noIndex: true,
          noRobotsIndex: true,
          cover: { image: { file: image.id }, dark: { url: 'https://x.org/d.png' }, y: -3 },
          layout: { title: false, coverSize: 'hero', cover: true },
          variables: { v: 1, w: 'x' },
        },
        '\uFEFFbody',
      ),
    ],
  })
  const bundle = await readBundle(folder)
  expect(bundle.problems).toEqual([])
  expect(bundle.entries[1]).toMatchObject({
    frontMatter: {
      description: 'Say: "#this"',
      icon: 'rocket',
      emoji: '1f600',
      hidden: true,
      noIndex: true,
      noRobotsIndex: true,
      cover: '../.gitbook/assets/c.png',
      coverDark: 'https://x.org/d.png',
      coverY: -3,
      layout: { title: { visible: false }, cover: { visible: true, size: 'hero' } },
    },
    variables: { v: 1, w: 'x' },
    references: [{ resolved: '.gitbook/assets/c.png' }],
  })
  expect(readTree(folder)['x/b.md']).toMatch(/^\uFEFF---\n[\s\S]*\n---\n\nbody$/)
})

test('an empty page with a path needs no file, and one without gets its title', async () => {
  const { tree, report } = await write({
    entries: [
      makePage('E', { path: 'e.md' }, null),
      makePage('F *x*', {}, null),
      makePage('G', { path: 'g.md', icon: 'i' }, null),
    ],
  })
  expect(Object.keys(tree)).toEqual(['.gitbook.yaml', 'SUMMARY.md', 'f-x.md', 'g.md'])
  expect(tree['f-x.md']).toBe('# F \\*x\\*\n')
  expect(tree['g.md']).toBe('---\nicon: i\n---\n\n# G\n')
  expect(tree['SUMMARY.md']).toContain('* [E](e.md)')
  expect(report.pages).toBe(3)
})

test('two entries that name one path share it when they are equal, and the second is renamed when not', async () => {
  const { tree, report } = await write({
    entries: [
      makePage('Empty', { path: 'a.md' }, null),
      makePage('One', { path: 'a.md' }, 'same'),
      makePage('Two', { path: 'a.md' }, 'same'),
      makePage('Three', { path: 'a.md' }, 'other'),
    ],
    files: [makeFile('x', '1', 'f.txt'), makeFile('y', '1', 'f.txt'), makeFile('z', '2', 'f.txt')],
  })
  expect(tree).toMatchObject({ 'a.md': 'same', 'a-1.md': 'other', 'f.txt': '1', 'f (1).txt': '2' })
  expect(tree['SUMMARY.md']).toContain('* [Empty](a-2.md)\n* [One](a.md)\n* [Two](a.md)\n* [Three](a-1.md)\n')
  expect(report.renamed.map(({ from, to }) => `${from} → ${to}`)).toEqual([
    'f.txt → f (1).txt',
    'a.md → a-1.md',
    'a.md → a-2.md',
  ])
})

test('files of one name are numbered, and a known path is kept however odd', async () => {
  const long = `${'n'.repeat(250)}.png`
  const { tree } = await write({
    files: [
      makeFile('a.png', '1'),
      makeFile('a.png', '2'),
      makeFile('A.png', '3'),
      makeFile('x', '4', `i/${long}`),
      makeFile('x', '5', 'i/Shot\u202fPM .png'),
    ],
  })
  expect(Object.keys(tree).sort()).toEqual(
    [
      '.gitbook/assets/A (2).png',
      '.gitbook/assets/a (1).png',
      '.gitbook/assets/a.png',
      'SUMMARY.md',
      `i/${long}`,
      'i/Shot\u202fPM .png',
    ].sort(),
  )
})

test('settings are written only when a reader needs them', async () => {
  const plain = await write({ entries: [makePage('Home')] })
  expect(Object.keys(plain.tree)).not.toContain('.gitbook.yaml')
  const other = await write({
    entries: [makePage('Home', { path: 'start.md' })],
    redirects: { 'old/x': 'start.md' },
  })
  expect(await readBundle(other.folder)).toMatchObject({
    readme: 'start.md',
    redirects: { 'old/x': 'start.md' },
  })
  const filed = await write({ entries: [makePage('First', { path: 'start.md', slug: 'start' })] })
  expect(Object.keys(filed.tree)).not.toContain('.gitbook.yaml')
  const legacy = await write({
    entries: [makePage('Home')],
    files: [makeFile('b', '{"root": "x"}', 'book.json')],
  })
  expect(shapeOf((await readBundle(legacy.folder)).entries)).toEqual(['Home'])
})

test('includes and variables are read back', async () => {
  const markdown = (): Buffer => Buffer.from('Reused.\n')
  const { folder } = await write({
    entries: [makePage('Home')],
    includes: [
      { title: 'My include', markdown },
      { title: 'T', path: '.gitbook/includes/old.md', markdown },
    ],
    variables: { a: 'x: y', b: 2, c: false },
  })
  const bundle = await readBundle(folder)
  expect(bundle.includes).toMatchObject([
    { path: '.gitbook/includes/my-include.md', title: 'My include' },
    { path: '.gitbook/includes/old.md', title: 'old', markdown: 'Reused.\n' },
  ])
  expect(bundle.variables).toEqual({ a: 'x: y', b: 2, c: false })
})

test('a link without an address is left out and told', async () => {
  const { report, tree } = await write({
    entries: [
      makePage('Home'),
      { type: 'link', title: 'Gone', url: null },
      { type: 'link', title: 'H', url: 'https://x.org/(a)?b&copy;', hidden: true },
    ],
  })
  expect(report.skipped).toEqual([
    'link "Gone" has no address, and is left out',
    'link "H" is hidden, which SUMMARY.md cannot say',
  ])
  expect(tree['SUMMARY.md']).not.toContain('Gone')
})

test('a bundle with every oddity is the same after being written and read', async () => {
  const folder = makeFolder({
    'book.json': '{"root": "docs"}',
    'docs/SUMMARY.md': [
      '* [Home](README.md)\n* [A](a%20b.md "L")\n   * [B](<x (1).md>)\n   * [Again](a%20b.md)\n* [M](missing.md)\n* D\n',
      '## G \\[1] <a href="#g-1" id="g-1"></a>\n* [L](https://x.org/_a_)\n* ```yaml\n  type: builtin:openapi\n  props: {models: true}\n  ```\n',
      '\n***\n\n* [Z](z\\_z.md)\n',
    ].join(''),
    'docs/README.md': '![](<img/a b.png>)',
    'docs/a b.md': '---\nhidden: true\n---\nx',
    'docs/x (1).md': '\uFEFFx\r\n',
    'docs/z_z.md': '',
    'docs/img/a b.png': 'png',
    'docs/.gitbook/assets/u\u202f.bin': 'bin',
  })
  const before = await readBundle(folder)
  const out = join(makeTemporary(), 'out')
  const report = await writeBundle({ folder: out }, toSource(before))
  const after = await readBundle(out)
  expect(report.renamed).toEqual([])
  expect(readBytes(after)).toEqual(readBytes(before))
  // D had neither path nor text, so it becomes a file.
  const plain = (json: string): unknown =>
    JSON.parse(json.replace(/"file":"d.md"(.*?),"markdown":"# D\\n"/, '"file":""$1'))
  expect(plain(JSON.stringify(after.entries))).toEqual(JSON.parse(JSON.stringify(before.entries)))
})
