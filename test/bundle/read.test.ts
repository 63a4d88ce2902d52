import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Bundle } from '../../src/bundle/bundle.ts'
import { readBundle } from '../../src/bundle/read.ts'
import { makeFolder, makeTemporary, pagesIn, shapeOf } from './folders.ts'

async function read(files: Record<string, string | Uint8Array>): Promise<Bundle> {
  return readBundle(makeFolder(files))
}

function kinds(bundle: Bundle): string[] {
  return bundle.problems.map(problem => `${problem.kind} ${problem.target ?? ''}`.trim())
}

test('a root that .gitbook.yaml names is where everything is read from', async () => {
  const bundle = await read({
    '.gitbook.yaml':
      'root: ./docs/\nstructure: {readme: HOME.md, summary: TOC.md}\nredirects: {old/path: a.md, bad: 1}\n',
    'docs/TOC.md': '* [Home](HOME.md)\n* [A](a.md)\n',
    'docs/HOME.md': '# Home',
    'docs/a.md': '![x](.gitbook/assets/x.png)',
    'docs/.gitbook/assets/x.png': 'x',
    'SUMMARY.md': '* [Wrong](wrong.md)',
  })
  expect(bundle).toMatchObject({ root: 'docs', readme: 'HOME.md', redirects: { 'old/path': 'a.md' } })
  expect(pagesIn(bundle.entries).map(page => page.path)).toEqual(['', 'a'])
  expect(bundle.files.map(file => file.path)).toEqual(['.gitbook/assets/x.png'])
  expect(kinds(bundle)).toEqual(['settings bad'])
})

test('a legacy book.json names the root, trailing commas and tabs and all', async () => {
  const bundle = await read({
    'book.json': '{\n\t"root": "./tw",\n}',
    'tw/SUMMARY.md': '* [A](a.md)',
    'tw/a.md': 'a',
  })
  expect(bundle.root).toBe('tw')
  expect(pagesIn(bundle.entries)).toMatchObject([{ markdown: 'a' }])
})

test.each(['../', '/etc/..//../x', 'a/../../b'])('a root of %s is refused', async root => {
  await expect(read({ '.gitbook.yaml': `root: ${root}\n`, 'SUMMARY.md': '' })).rejects.toMatchObject({
    code: 'bundle-invalid',
    message: expect.stringContaining(root),
  })
})

test('settings that cannot be read stop the reading, since the root is unknown', async () => {
  await expect(read({ '.gitbook.yaml': 'root: [', 'SUMMARY.md': '' })).rejects.toMatchObject({
    code: 'bundle-invalid',
  })
})

test('a folder without SUMMARY.md is refused by name, with what it needs', async () => {
  const folder = makeFolder({ 'README.md': '', 'other.md': '' })
  await expect(readBundle(folder)).rejects.toMatchObject({
    message: expect.stringContaining(folder),
    hint: expect.stringContaining('SUMMARY.md'),
  })
})

test('a lone README.md is a bundle of one page, and a problem says so', async () => {
  const bundle = await read({ 'README.md': '# Hello `you`\n', 'x.png': '' })
  expect(bundle.entries).toMatchObject([{ type: 'page', title: 'Hello you', file: 'README.md', path: '' }])
  expect(kinds(bundle)).toEqual(['no-summary'])
})

test('a book with LANGS.md is read as a group for each language', async () => {
  const bundle = await read({
    'LANGS.md': '* [English](en/)\n* [中文](zh/)\n',
    'en/SUMMARY.md': '* [A](a.md)\n  * [B](b.md)\n',
    'zh/SUMMARY.md': '* [甲](a.md)\n',
    'en/a.md': '![x](x.png)',
    'en/b.md': '',
    'en/x.png': '',
    'zh/a.md': '',
  })
  expect(shapeOf(bundle.entries)).toEqual([
    ['## English', ['A', 'B']],
    ['## 中文', '甲'],
  ])
  expect(bundle.files.map(file => file.path)).toEqual(['en/x.png'])
  expect(kinds(bundle)).toEqual(['no-summary'])
})

test('every entry counts: a missing file is an empty page, a file named twice is two pages', async () => {
  const bundle = await read({
    'SUMMARY.md': '* [A](a.md)\n* [B](a.md)\n* [C](no.md)\n* D\n',
    'a.md': 'body',
    'unnamed.md': '',
  })
  expect(bundle.entries).toMatchObject([
    { title: 'A', file: 'a.md', path: 'a', markdown: 'body' },
    { title: 'B', file: 'a.md', path: 'a-1', markdown: 'body' },
    { title: 'C', file: 'no.md', path: 'no' },
    { title: 'D', file: '', path: 'd' },
  ])
  expect(pagesIn(bundle.entries).map(page => 'markdown' in page)).toEqual([true, true, false, false])
  expect(kinds(bundle)).toEqual(['missing-page no.md'])
})

test('a path written with an escaped underscore names the file with a plain one', async () => {
  const bundle = await read({ 'SUMMARY.md': '* [A](pre/01\\_intro.md)\n', 'pre/01_intro.md': 'body' })
  expect(bundle.entries).toMatchObject([{ file: 'pre/01_intro.md', markdown: 'body' }])
  expect(bundle.problems).toEqual([])
})

test('an entry that leaves the root is an empty page and is never read', async () => {
  const bundle = await read({ 'SUMMARY.md': '* [A](../../../../etc/hostname)\n* [B](..%2F..%2Fx.md)\n' })
  expect(bundle.entries).toMatchObject([
    { title: 'A', file: '' },
    { title: 'B', file: '' },
  ])
  expect(pagesIn(bundle.entries).some(page => 'markdown' in page)).toBe(false)
  expect(bundle.problems.map(problem => problem.kind)).toEqual(['outside-root', 'outside-root'])
})

test('symbolic links that leave the folder are refused, as pages, assets and folders', async () => {
  const outside = makeFolder({ 'secret.md': 'secret', 'deep/secret.md': 'secret' })
  const folder = makeFolder({
    'SUMMARY.md': '* [A](a.md)\n* [B](dir/secret.md)\n',
    '.gitbook/assets/ok.txt': '',
  })
  symlinkSync(join(outside, 'secret.md'), join(folder, 'a.md'))
  symlinkSync(join(outside, 'deep'), join(folder, 'dir'))
  symlinkSync(join(outside, 'secret.md'), join(folder, '.gitbook/assets/b.md'))
  const bundle = await readBundle(folder)
  expect(JSON.stringify(bundle)).not.toContain('"secret"')
  expect(bundle.files.map(file => file.path)).toEqual(['.gitbook/assets/ok.txt'])
  expect(bundle.problems.map(problem => problem.kind)).toEqual(['symlink', 'symlink', 'symlink'])
})

test('a named pipe is not waited for', async () => {
  const folder = makeFolder({ 'SUMMARY.md': '* [A](a.md)\n' })
  execFileSync('/usr/bin/env', ['mkfifo', join(folder, 'a.md')])
  expect((await readBundle(folder)).problems).toMatchObject([{ kind: 'symlink' }])
})

test('Markdown encodes to the bytes of its file, with its byte order mark', async () => {
  const bytes = Buffer.from('\uFEFF---\r\nvars: {a: 1, b: [2]}\r\n---\r\n# T\r\n')
  const bundle = await read({ 'SUMMARY.md': '* [A](a.md)', 'a.md': bytes })
  const [page] = pagesIn(bundle.entries)
  expect(Buffer.from(page?.markdown ?? '')).toEqual(bytes)
  expect(page?.variables).toEqual({ a: 1 })
  expect(kinds(bundle)).toEqual(['front-matter b'])
})

test('a page that is not UTF-8 is kept as far as it goes, and a problem says so', async () => {
  const bundle = await read({ 'SUMMARY.md': '* [A](a.md)', 'a.md': Buffer.from([0x61, 0xff]) })
  expect(kinds(bundle)).toEqual(['not-utf8'])
})

test('files are the assets and what pages refer to, whatever the path looks like', async () => {
  const page = [
    '![a](<../img/a b (1).png>) [x](../img/100%25.txt?raw=1#top) [y](/root.pdf) {% file src="../img/f.zip" %}',
    '[unlisted](../notes.md) [b](b.md#x) [toc](../SUMMARY.md) [inc](/.gitbook/includes/i.md) `![no](../img/no.png)`',
    '[hash](<../img/a#b.txt>) [web](https://x.org/a.png) [self](#here) [mail](mailto:a@b.c)',
  ]
  const bundle = await read({
    'SUMMARY.md': '* [P](sub/p.md)\n* [B](sub/b.md)\n',
    'sub/p.md': `---\ncover: ../img/cover.png\nicon: rocket\n---\n${page.join('\n')}\n`,
    'sub/b.md': '',
    ...Object.fromEntries(
      ['a b (1).png', '100%.txt', 'f.zip', 'no.png', 'a#b.txt', 'cover.png'].map(name => [
        `img/${name}`,
        name,
      ]),
    ),
    'root.pdf': '',
    'notes.md': '',
    'unused.txt': '',
    '.gitbook/assets/n\u202F.bin': '12345',
    '.gitbook/includes/i.md': '# An *include*\n',
    '.gitbook/vars.yaml': 'version: 3\nname: x\nlist: []\n',
  })
  const images = ['img/100%.txt', 'img/a b (1).png', 'img/a#b.txt', 'img/cover.png', 'img/f.zip']
  expect(bundle.files.map(file => file.path)).toEqual([
    '.gitbook/assets/n\u202F.bin',
    ...images,
    'notes.md',
    'root.pdf',
  ])
  expect(bundle.files[0]?.sizeBytes).toBe(5)
  expect(bundle.includes).toMatchObject([{ path: '.gitbook/includes/i.md', title: 'An include' }])
  expect(bundle.variables).toEqual({ version: 3, name: 'x' })
  expect(kinds(bundle)).toEqual(['settings'])
  const [first] = pagesIn(bundle.entries)
  expect(first?.references.slice(0, 3)).toEqual([
    { target: '../img/cover.png', resolved: 'img/cover.png' },
    { target: '../img/a b (1).png', resolved: 'img/a b (1).png' },
    { target: '../img/100%25.txt?raw=1#top', resolved: 'img/100%.txt' },
  ])
})

test('links that name nothing are told apart, reported once a page and never invented', async () => {
  const bundle = await read({
    'SUMMARY.md': '* [A](a.md)\n',
    'a.md':
      '[x](no.md) [x](no.md) [y](broken-reference) [z](/broken/pages/abc) [o](../../x.md) [f](folder/) [ok](full)',
    'folder/a.txt': '',
    'full/README.md': '',
  })
  expect(kinds(bundle)).toEqual([
    'broken-link no.md',
    'lost-reference broken-reference',
    'lost-reference /broken/pages/abc',
    'outside-root ../../x.md',
    'broken-link folder/',
  ])
  expect(bundle.files.map(file => file.path)).toEqual(['full/README.md'])
})

test('an entry that names another kind of file is an empty page, and the file is kept', async () => {
  const bundle = await read({ 'SUMMARY.md': '* [Spec](api.yaml)\n', 'api.yaml': 'openapi: 3.0.0' })
  expect(bundle.entries).toMatchObject([{ title: 'Spec', file: '', references: [] }])
  expect(bundle.files.map(file => file.path)).toEqual(['api.yaml'])
  expect(kinds(bundle)).toEqual(['not-markdown api.yaml'])
})

test('what stands below a link follows it, since only pages have pages', async () => {
  const bundle = await read({ 'SUMMARY.md': '* [L](https://x.org)\n  * [A](a.md)\n', 'a.md': '' })
  expect(shapeOf(bundle.entries)).toEqual(['https://x.org', 'A'])
  expect(kinds(bundle)).toEqual(['summary-line L'])
})

test('a title that SUMMARY.md leaves out comes from the page', async () => {
  const bundle = await read({
    'SUMMARY.md': '* [](a.md)\n* [](b.md)\n',
    'a.md': '```\n# no\n```\n# Yes\n',
    'b.md': '',
  })
  expect(shapeOf(bundle.entries)).toEqual(['Yes', 'b'])
})

test('published paths follow the files, and titles where there is none', async () => {
  const bundle = await read({
    'SUMMARY.md':
      '* [H](README.md)\n* [G](g/README.md)\n  * No File\n  * [P](other/p.md)\n## Group\n* Alone\n',
  })
  expect(pagesIn(bundle.entries).map(page => page.path)).toEqual([
    '',
    'g',
    'g/no-file',
    'other/p',
    'group/alone',
  ])
})

test('what is not a folder is refused by name', async () => {
  await expect(readBundle(join(makeTemporary(), 'absent'))).rejects.toMatchObject({ code: 'bundle-invalid' })
})

test('a thousand pages are read', async () => {
  const pages = Array.from({ length: 1000 }, (_, n) => `p${n}.md`)
  const body = '# Title\n\nWords with a [link](p0.md) and `code`.\n\n'.repeat(60)
  const folder = makeFolder({
    'SUMMARY.md': pages.map(page => `* [${page}](${page})`).join('\n'),
    ...Object.fromEntries(pages.map(page => [page, body])),
  })
  expect((await readBundle(folder)).entries).toHaveLength(1000)
})
