import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { BundleSource } from '../../src/bundle/source.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { makeTemporary, readTree } from './folders.ts'
import { makeFile, makePage, makeSpace } from './sources.ts'

function space(): BundleSource {
  return makeSpace({
    entries: [
      makePage('Home'),
      makePage('入门', { path: '入门/a b.md' }),
      makePage('E', { path: 'e.md' }, ''),
    ],
    files: [makeFile('x.png', 'png'), makeFile('x.png', 'other'), makeFile('empty.txt', '')],
    variables: { a: 1 },
  })
}

test('a zip holds exactly what the folder holds, and is the same bytes each time', async () => {
  const parent = makeTemporary()
  const report = await writeBundle({ folder: join(parent, 'out') }, space())
  expect(await writeBundle({ zip: join(parent, 'a.zip') }, space())).toEqual(report)
  await writeBundle({ zip: join(parent, 'b.zip') }, space())
  const bytes = readFileSync(join(parent, 'a.zip'))
  expect(bytes.equals(readFileSync(join(parent, 'b.zip')))).toBe(true)
  const entries = Object.entries(unzipSync(bytes)).map(([path, content]) => [
    path,
    Buffer.from(content).toString(),
  ])
  expect(Object.fromEntries(entries)).toEqual(readTree(join(parent, 'out')))
})

test('a zip that exists is kept unless it may be replaced', async () => {
  const zip = join(makeTemporary(), 'a.zip')
  await writeBundle({ zip }, space())
  await expect(writeBundle({ zip }, space())).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(zip),
  })
  await writeBundle({ zip, replace: true }, makeSpace({ entries: [makePage('Only')] }))
  expect(Object.keys(unzipSync(readFileSync(zip)))).toEqual(['README.md', 'SUMMARY.md'])
})

test('a failure leaves neither a zip nor a part of one', async () => {
  const parent = makeTemporary()
  const failing = { id: 'f', name: 'f', open: () => Readable.from(failingChunks()) }
  await expect(writeBundle({ zip: join(parent, 'a.zip') }, makeSpace({ files: [failing] }))).rejects.toThrow(
    'cut off',
  )
  writeFileSync(join(parent, 'file'), '')
  await expect(writeBundle({ zip: join(parent, 'file/a.zip') }, space())).rejects.toThrow('file')
  expect(readdirSync(parent)).toEqual(['file'])
})

test('a slow reader is waited for, so that memory stays small', async () => {
  let most = 0
  const slow = new Writable({
    highWaterMark: 64 * 1024,
    write(_chunk, _encoding, done) {
      most = Math.max(most, slow.writableLength)
      setImmediate(done)
    },
  })
  const big = { id: 'b', name: 'b.png', open: () => Readable.from(chunks(200)) }
  await writeBundle({ zip: slow }, makeSpace({ files: [big] }))
  expect(most).toBeLessThan(1024 * 1024)
})

test('a reader that goes away ends the writing with an error', async () => {
  const leaving = new Writable({
    write() {
      leaving.destroy()
    },
  })
  const big = { id: 'b', name: 'b.png', open: () => Readable.from(chunks(50)) }
  await expect(writeBundle({ zip: leaving }, makeSpace({ files: [big] }))).rejects.toMatchObject({
    code: 'output-closed',
  })
})

function* chunks(count: number): Generator<Buffer> {
  for (let n = 0; n < count; n++) yield Buffer.alloc(64 * 1024, n)
}

function* failingChunks(): Generator<Buffer> {
  yield Buffer.alloc(100_000)
  throw new Error('cut off')
}
