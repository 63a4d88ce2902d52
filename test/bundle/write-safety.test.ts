import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSafePath, numbered, safeName, safePath } from '../../src/bundle/safe-path.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { makeFolder, makeTemporary, readTree } from './folders.ts'
import { makeFile, makePage, makeSpace } from './sources.ts'

const HOSTILE = [
  '../../etc/passwd',
  '/etc/passwd',
  'a/../../x.md',
  '..\\..\\x.md',
  'C:\\x.md',
  'C:/x.md',
  'a\0b.md',
  'a\nb.md',
  '.git/hooks/post-checkout',
  'sub/.GIT/config',
  'CON',
  'nul.txt',
  'trailing. ',
  '.',
  '..',
  '',
  'SUMMARY.md',
  '.gitbook.yaml',
  '.docvault-bundle',
  '.docvault-bundle.tmp',
  '\ud800.md',
  'é'.repeat(200),
  `${'x/'.repeat(2000)}y.md`,
]

test.each(HOSTILE.map(text => [text.slice(0, 30), text]))(
  'neither as a path nor as a name does %j leave the folder',
  async (_, text) => {
    const parent = makeTemporary()
    const space = makeSpace({
      entries: [
        makePage('Home'),
        makePage('P', { path: text }),
        makePage('S', { slug: text, entries: [makePage(text)] }),
      ],
      files: [makeFile(text, 'known', text), makeFile(text, 'named')],
      includes: [{ title: text, path: text, markdown: () => Buffer.from('include') }],
    })
    const report = await writeBundle({ folder: join(parent, 'out') }, space)
    expect(readdirSync(parent)).toEqual(['out'])
    const tree = readTree(join(parent, 'out'))
    expect(Object.values(tree).filter(content => /known$|named$|include$/.test(content))).toHaveLength(3)
    expect(Object.keys(tree).filter(path => /(^|\/)\.git(\/|$)/i.test(path))).toEqual([])
    expect(tree['SUMMARY.md']).toMatch(/^# Table of contents\n/)
    expect(report.files).toBe(2)
  },
)

test('any text becomes a name that can be written, and any path one that is safe', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.integer({ min: 1, max: 9999 }),
      (text, n) => {
        const name = safeName(text, 'file')
        expect(isSafePath(name) && !name.includes('/')).toBe(true)
        expect(safeName(name, 'file')).toBe(name)
        expect(isSafePath(safePath(text, 'file'))).toBe(true)
        expect(isSafePath(numbered(name, n, 'file')) && isSafePath(numbered(name, n, 'page'))).toBe(true)
      },
    ),
  )
})

test('a name that is too long keeps its extension and differs from its neighbour', () => {
  const one = safeName(`${'长'.repeat(200)}1.png`, 'file')
  expect(one).toMatch(/-[0-9a-f]{8}\.png$/)
  expect(one).not.toBe(safeName(`${'长'.repeat(200)}2.png`, 'file'))
})

test('a folder that holds something else is refused by name and not touched', async () => {
  const folder = makeFolder({ 'mine.txt': 'mine' })
  for (const replace of [false, true]) {
    await expect(writeBundle({ folder, replace }, makeSpace({}))).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(folder),
    })
  }
  expect(readdirSync(folder)).toEqual(['mine.txt'])
})

test('a file where the folder should be is refused by name', async () => {
  const file = join(makeFolder({ f: '' }), 'f')
  await expect(writeBundle({ folder: file }, makeSpace({}))).rejects.toMatchObject({ code: 'usage' })
})

test('replacing removes what the earlier bundle had and keeps what somebody added', async () => {
  const folder = join(makeTemporary(), 'out')
  const first = makeSpace({
    entries: [makePage('Home'), makePage('Old', { path: 'old/o.md' })],
    files: [makeFile('g', '1', 'guide')],
  })
  await writeBundle({ folder }, first)
  await expect(writeBundle({ folder }, first)).rejects.toMatchObject({
    hint: expect.stringContaining('replace'),
  })
  writeFileSync(join(folder, 'mine.md'), 'mine')
  const second = makeSpace({
    entries: [makePage('Home'), makePage('M', { path: 'mine.md' })],
    files: [makeFile('g', '2', 'guide/g')],
  })
  const report = await writeBundle({ folder, replace: true }, second)
  expect(readTree(folder)).toEqual({
    'README.md': '# Home\n',
    'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [M](mine-1.md)\n',
    'guide/g': '2',
    'mine.md': 'mine',
    'mine-1.md': '# M\n',
  })
  expect(report.renamed).toMatchObject([{ from: 'mine.md', to: 'mine-1.md' }])
  expect(readdirSync(folder)).not.toContain('old')
})

test('a symbolic link in the target is never written through, nor deleted through', async () => {
  const outside = makeFolder({ 'a.md': 'outside', 'b.md': 'outside' })
  const folder = join(makeTemporary(), 'out')
  await writeBundle(
    { folder },
    makeSpace({
      entries: [makePage('Home'), makePage('A', { path: 'dir/a.md' }), makePage('B', { path: 'b.md' })],
    }),
  )
  unlinkSync(join(folder, 'dir/a.md'))
  rmdirSync(join(folder, 'dir'))
  symlinkSync(outside, join(folder, 'dir'))
  unlinkSync(join(folder, 'b.md'))
  symlinkSync(join(outside, 'b.md'), join(folder, 'b.md'))
  const pages = [makePage('Home'), makePage('B', { path: 'b.md' })]
  await writeBundle({ folder, replace: true }, makeSpace({ entries: pages }))
  const through = makeSpace({ entries: [...pages, makePage('A', { path: 'dir/a.md' })] })
  await expect(writeBundle({ folder, replace: true }, through)).rejects.toMatchObject({ code: 'usage' })
  expect(readTree(outside)).toEqual({ 'a.md': 'outside', 'b.md': 'outside' })
})

test('a forged list of earlier files deletes nothing outside the folder', async () => {
  const parent = makeFolder({
    'precious.txt': 'x',
    'out/.docvault-bundle': '{"docvault":"bundle","version":1}\n"../precious.txt"\n"/etc/x"\n"cut',
  })
  await writeBundle(
    { folder: join(parent, 'out'), replace: true },
    makeSpace({ entries: [makePage('Home')] }),
  )
  expect(readFileSync(join(parent, 'precious.txt'), 'utf8')).toBe('x')
})

test('a failure in the middle leaves no half file, and the next run replaces what there is', async () => {
  const folder = join(makeTemporary(), 'out')
  const failing = { id: 'f', name: 'f', path: 'f.bin', open: () => Readable.from(failingChunks()) }
  const good = makeFile('a', 'whole', 'a.bin')
  await expect(writeBundle({ folder }, makeSpace({ files: [good, failing] }))).rejects.toThrow('cut off')
  expect(readTree(folder)).toEqual({ 'a.bin': 'whole' })
  await writeBundle({ folder, replace: true }, makeSpace({ files: [good] }))
  expect(Object.keys(readTree(folder))).toEqual(['SUMMARY.md', 'a.bin'])
})

test('what a killed run left behind is replaced', async () => {
  const folder = makeFolder({
    '.docvault-bundle': '{"docvault":"bundle","version":1}\n"a.md"\n"b.md"\n"c.',
    '.docvault-bundle.tmp': 'half',
    'a.md': 'old',
  })
  mkdirSync(join(folder, 'empty'))
  await writeBundle({ folder, replace: true }, makeSpace({ entries: [makePage('Home')] }))
  expect(Object.keys(readTree(folder))).toEqual(['README.md', 'SUMMARY.md'])
})

function* failingChunks(): Generator<Buffer> {
  yield Buffer.alloc(100_000)
  throw new Error('cut off')
}
