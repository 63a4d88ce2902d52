import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readBundle, readBundleIn } from '../../src/bundle/read.ts'
import { treeOfArchive } from '../../src/emulator/import/unzip.ts'
import { makeFolder } from '../bundle/folders.ts'

const FILES = {
  '.gitbook.yaml': 'root: ./docs/\nredirects: {old: a.md}\n',
  'docs/SUMMARY.md':
    '* [Home](README.md)\n* [Caf\u00e9](cafe\u0301.md)\n  * [Deep](x/y/deep.md)\n* [None](no.md)\n',
  'docs/README.md':
    '---\ndescription: Home\n---\n# Home\n[deep](x/y/deep.md) [none](gone.md) [out](../../out.md)',
  'docs/caf\u00e9.md': '![x](.gitbook/assets/x.png) {% include ".gitbook/includes/i.md" %}',
  'docs/x/y/README.md': '# Y',
  'docs/x/y/deep.md': '[up](..) [same](.) [y](../y/)',
  'docs/.gitbook/assets/x.png': 'x',
  'docs/.gitbook/includes/i.md': '---\ntitle: Include\n---\n\ntext',
  'docs/.gitbook/vars.yaml': 'name: value\n',
}

test('an archive is the bundle that the folder is', async () => {
  const onDisk = await readBundle(makeFolder(FILES))
  const inMemory = readBundleIn(treeOfArchive(zipped(FILES)))
  expect(inMemory).toEqual({
    ...onDisk,
    files: onDisk.files.map(file => ({ ...file, absolutePath: `docs/${file.path}` })),
  })
  expect(onDisk.files.map(file => file.path)).toEqual(['.gitbook/assets/x.png', 'x/y/README.md'])
})

test('one folder around everything is no part of the paths', () => {
  const around = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`book-main/${path}`, text]))
  expect(readBundleIn(treeOfArchive(zipped(around)))).toEqual(readBundleIn(treeOfArchive(zipped(FILES))))
})

test('a lone README is the only page, also in an archive', () => {
  const { entries, problems } = readBundleIn(treeOfArchive(zipped({ 'README.md': '# Alone', 'x/y.png': '' })))
  expect(entries).toMatchObject([{ title: 'Alone', path: '' }])
  expect(problems).toMatchObject([{ kind: 'no-summary' }])
})

test('an archive that has a file where another path has a folder is refused', () => {
  const archive = zipped({ 'SUMMARY.md': '* [A](a.md)', 'a.md': 'a', 'a.md/b.md': 'b' })
  expect(() => treeOfArchive(archive)).toThrow('a.md is a file and a folder')
})

function zipped(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])))
}
