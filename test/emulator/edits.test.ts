import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { flatten, type Page, pageSchema, pageTitled, SMALL, start, writeBundle } from './start.ts'

const identity = ({ id, documentId }: Page) => ({ id, documentId })
const spaceSchema = z.looseObject({ revision: z.string(), updatedAt: z.string() })

test('an edit makes a new revision and a new document id for the edited page only', async () => {
  const { emulator, content, read, space } = await start(SMALL, { now: ticking() })
  const before = await content()
  const spaceBefore = await read(`/spaces/${space}`, spaceSchema)
  await emulator.load('Docs', await writeBundle({ ...SMALL, 'guide.md': '# Guide\n\nOther steps.\n' }))
  const after = await content()
  const spaceAfter = await read(`/spaces/${space}`, spaceSchema)
  expect(after.parents).toEqual([before.id])
  expect(spaceAfter.revision).toBe(after.id)
  expect(spaceAfter.updatedAt > spaceBefore.updatedAt).toBe(true)
  const [guideBefore, guideAfter] = [before, after].map(({ pages }) => pageTitled(pages, 'Guide'))
  expect(guideAfter?.id).toBe(guideBefore?.id)
  expect(guideAfter?.documentId).not.toBe(guideBefore?.documentId)
  for (const title of ['Home', 'Setup']) {
    expect(pageTitled(after.pages, title)).toEqual(pageTitled(before.pages, title))
  }
})

test('loading the same content again makes no new revision', async () => {
  const { emulator, content, space } = await start()
  const before = await content()
  expect(await emulator.load(space, await writeBundle(SMALL))).toMatchObject({
    changed: false,
    revision: before.id,
  })
  expect((await content()).id).toBe(before.id)
})

test('undoing an edit makes a third revision, never the first id again', async () => {
  const { emulator, content } = await start()
  const first = await content()
  await emulator.load('Docs', await writeBundle({ ...SMALL, 'guide.md': 'x' }))
  await emulator.load('Docs', await writeBundle(SMALL))
  const third = await content()
  expect(third.id).not.toBe(first.id)
  expect(pageTitled(third.pages, 'Guide').id).toBe(pageTitled(first.pages, 'Guide').id)
})

test('a moved page keeps its id and its document id', async () => {
  const { emulator, content } = await start()
  const before = await content()
  const { 'guide/setup.md': setup, ...rest } = SMALL
  await emulator.load(
    'Docs',
    await writeBundle({
      ...rest,
      'SUMMARY.md': '* [Home](README.md)\n* [Setup](install/setup.md)\n* [Guide](guide.md)\n',
      'install/setup.md': setup ?? '',
    }),
  )
  const after = await content()
  expect(after.id).not.toBe(before.id)
  const [was, is] = [pageTitled(before.pages, 'Setup'), pageTitled(after.pages, 'Setup')]
  expect(identity(is)).toEqual(identity(was))
  expect([was.path, is.path]).toEqual(['guide/setup', 'install/setup'])
})

test('a page whose title changes keeps its id, and its document id as long as the file is the same', async () => {
  const { emulator, content } = await start()
  const before = pageTitled((await content()).pages, 'Guide')
  const renamed = `${SMALL['SUMMARY.md']}`.replace('[Guide]', '[Manual]')
  await emulator.load('Docs', await writeBundle({ ...SMALL, 'SUMMARY.md': renamed }))
  expect(identity(pageTitled((await content()).pages, 'Manual'))).toEqual(identity(before))
})

test('a removed page is gone and a new one has an id of its own', async () => {
  const { emulator, content, get, space } = await start()
  const before = await content()
  const setup = pageTitled(before.pages, 'Setup')
  await emulator.load(
    'Docs',
    await writeBundle({
      ...SMALL,
      'SUMMARY.md': '* [Home](README.md)\n* [New](new.md)\n',
      'new.md': 'New words',
    }),
  )
  const after = await content()
  expect(flatten(after.pages).map(page => page.title)).toEqual(['Home', 'New'])
  expect(flatten(before.pages).map(page => page.id)).not.toContain(pageTitled(after.pages, 'New').id)
  expect((await get(`/spaces/${space}/content/page/${setup.id}?format=document`)).status).toBe(404)
})

test('old revisions stay readable as they were', async () => {
  const { emulator, content, read, get, space } = await start()
  const before = await content()
  const guide = pageTitled(before.pages, 'Guide')
  const pinned = `/spaces/${space}/revisions/${before.id}`
  const bodyBefore = await read(`${pinned}/page/${guide.id}?format=markdown`, pageSchema)
  const treeBefore = (await get(`${pinned}/pages`)).json
  await emulator.load('Docs', await writeBundle({ 'SUMMARY.md': '* [Other](other.md)\n', 'other.md': 'x' }))
  expect(await read(`${pinned}/page/${guide.id}?format=markdown`, pageSchema)).toEqual(bodyBefore)
  expect((await get(`${pinned}/pages`)).json).toEqual(treeBefore)
  expect((await content(before.id)).id).toBe(before.id)
  expect((await get(`/spaces/${space}/documents/${guide.documentId}`)).status).toBe(200)
  expect((await get(`/spaces/${space}/revisions/none`)).status).toBe(404)
})

test('one file named by two entries is two pages with one body', async () => {
  const files = { 'SUMMARY.md': '* [One](same.md)\n* [Two](same.md)\n', 'same.md': 'Same words.\n' }
  const { content, read, emulator, space } = await start(files)
  const before = await content()
  const [one, two] = before.pages
  expect(one?.id).not.toBe(two?.id)
  const bodies = await Promise.all(
    before.pages.map(page => read(`/spaces/${space}/content/page/${page.id}?format=markdown`, pageSchema)),
  )
  expect(bodies.map(body => body.markdown)).toEqual(['Same words.\n', 'Same words.\n'])
  expect((await emulator.load(space, await writeBundle(files))).changed).toBe(false)
})

test('a file with other bytes keeps its id; the old revision still has the old bytes', async () => {
  const files = { ...SMALL, '.gitbook/assets/a.txt': 'old' }
  const { content, emulator, call } = await start(files)
  const before = await content()
  await emulator.load('Docs', await writeBundle({ ...files, '.gitbook/assets/a.txt': 'newer' }))
  const after = await content()
  expect(after.files).toMatchObject([{ id: before.files[0]?.id, size: 5 }])
  const pinned = await content(before.id)
  const urls = [after, pinned].map(({ files }) => new URL(files[0]?.downloadURL ?? ''))
  expect(urls[0]?.pathname).not.toBe(urls[1]?.pathname)
  const texts = await Promise.all(urls.map(({ pathname, search }) => call('GET', pathname + search)))
  expect(texts.map(reply => reply.text)).toEqual(['newer', 'old'])
})

test('bytes stay served after the folder is gone', async () => {
  const folder = await writeBundle({ ...SMALL, '.gitbook/assets/a.txt': 'kept' })
  const { content, call } = await start(null, { load: [{ title: 'Docs', folder }] }).then(
    async running => running,
  )
  await writeFile(join(folder, '.gitbook/assets/a.txt'), 'overwritten')
  const { pathname, search } = new URL((await content()).files[0]?.downloadURL ?? '')
  expect((await call('GET', pathname + search)).text).toBe('kept')
})

test('a new title given to load is a new space', async () => {
  const { emulator, read } = await start()
  const { space } = await emulator.load('Second', await writeBundle(SMALL))
  expect(await read(`/spaces/${space}`, z.looseObject({}))).toMatchObject({
    title: 'Second',
    revision: expect.any(String),
  })
})

function ticking(): () => number {
  let now = Date.UTC(2026, 0, 1)
  return () => {
    now += 1000
    return now
  }
}
