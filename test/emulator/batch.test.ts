import { expect, test } from 'vitest'
import { z } from 'zod'
import { flatten, pageSchema, pageTitled, type Running, SMALL, start } from './start.ts'

const shown = z.object({ object: z.literal('page'), id: z.string(), urls: z.object({ location: z.url() }) })
const updateSchema = z.strictObject({
  changeRequest: z.looseObject({ revision: z.string() }),
  changes: z.array(
    z.discriminatedUnion('object', [
      z.strictObject({ object: z.literal('created_page'), ref: z.string().optional(), page: shown }),
      z.strictObject({ object: z.literal('updated_page'), page: shown }),
      z.strictObject({ object: z.literal('deleted_page'), page: z.string() }),
    ]),
  ),
  insertedFiles: z.array(z.looseObject({ id: z.string() })).optional(),
})

async function withDraft() {
  const running = await start(SMALL, { profile: 'current' })
  await running.call('POST', `/v1/spaces/${running.space}/change-requests`, { body: { subject: 'Batch' } })
  return { running, path: `/spaces/${running.space}/change-requests/1/content` }
}

function send(running: Running, path: string, changes: readonly object[], compat = false) {
  return running.call('POST', `/v1${path}?compat=${compat}`, { body: { changes } })
}

async function tree(running: Running, path: string) {
  const { pages } = await running.read(`${path}/pages`, z.object({ pages: z.array(pageSchema) }))
  return pages
}

test('a batch inserts, updates, moves and deletes in order and lists what it made', async () => {
  const { running, path } = await withDraft()
  const before = await tree(running, path)
  const [guide, setup] = [pageTitled(before, 'Guide'), pageTitled(before, 'Setup')]
  const reply = await send(running, path, [
    {
      operation: 'insert_files',
      files: [{ ref: 'pic', name: 'a.txt', base64: Buffer.from('hi').toString('base64') }],
    },
    {
      operation: 'insert_page',
      ref: 'top',
      title: 'Top',
      at: 0,
      emoji: '1f600',
      document: { markdown: '![](pic)' },
    },
    { operation: 'insert_page', into: 'top', title: 'Below', document: { markdown: '[up](/pages/top)' } },
    { operation: 'update_page', page: setup.id, into: null, at: 0, title: 'First steps', hidden: true },
    { operation: 'delete_page', page: guide.id },
  ])
  expect(reply.status, reply.text).toBe(200)
  const made = updateSchema.parse(reply.json)
  const created = made.changes.flatMap(one => (one.object === 'created_page' ? [one] : []))
  expect(created.map(one => one.ref)).toEqual(['top', undefined])
  expect(made.changes.slice(created.length)).toMatchObject([
    { object: 'updated_page', page: { id: setup.id } },
    { object: 'deleted_page', page: guide.id },
  ])
  const after = await tree(running, path)
  expect(flatten(after).map(page => page.title)).toEqual(['First steps', 'Top', 'Below', 'Home'])
  const bodies = await Promise.all(
    created.map(({ page }) => running.get(`${path}/page/${page.id}?format=document`)),
  )
  expect(bodies[0]?.text).toContain(`"file":"${made.insertedFiles?.[0]?.id}"`)
  expect(bodies[1]?.text).toContain(`"page":"${created[0]?.page.id}"`)
})

test('a document is kept exactly, and old revisions come back exactly', async () => {
  const { running, path } = await withDraft()
  const guide = pageTitled(await tree(running, path), 'Guide')
  const read = (format: string) => running.read(`${path}/page/${guide.id}?format=${format}`, pageSchema)
  const before = await read('document')
  const paragraph = {
    object: 'block',
    type: 'paragraph',
    key: 'k1',
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Kept', marks: [] }] }],
  }
  const document = { object: 'document', data: { schemaVersion: 8 }, nodes: [paragraph] }
  const change = { operation: 'update_page', page: guide.id, document: { document } }
  expect((await send(running, path, [change])).status).toBe(200)
  expect((await read('document')).document).toEqual(document)
  expect((await read('markdown')).markdown).toBe('Kept\n')
  const revert = await send(running, path, [{ operation: 'revert_page', page: guide.id }], true)
  expect(revert.json).toMatchObject({ object: 'change-request', number: 1 })
  expect(await read('document')).toEqual(before)
})

test('one bad change refuses the whole batch', async () => {
  const { running, path } = await withDraft()
  const before = await tree(running, path)
  const guide = pageTitled(before, 'Guide')
  const setup = pageTitled(before, 'Setup')
  const good = { operation: 'delete_page', page: guide.id }
  const bad: [object[], number, string][] = [
    [[good, { operation: 'delete_page', page: 'none' }], 404, 'none'],
    [[good, good], 404, guide.id],
    [[{ operation: 'paint_page', page: guide.id }], 400, 'operation'],
    [[{ operation: 'update_page', page: guide.id, emoji: null }], 400, 'emoji'],
    [[{ operation: 'insert_page', title: 'No document' }], 400, 'document'],
    [[], 400, 'changes'],
    [Array.from({ length: 51 }, () => good), 400, 'changes'],
    [[{ operation: 'insert_page' }], 400, 'title'],
    [[{ operation: 'update_page', page: guide.id, into: setup.id }], 400, 'into'],
    [[{ operation: 'insert_files', files: [{ name: 'x', url: 'http://example.com/x' }] }], 400, 'loopback'],
    [[{ operation: 'revert_page', page: guide.id, revision: 'none' }], 404, 'revision'],
  ]
  for (const [changes, status, word] of bad) {
    const reply = await send(running, path, changes)
    expect([reply.status, reply.text], JSON.stringify(changes)).toEqual([
      status,
      expect.stringContaining(word),
    ])
  }
  expect(await tree(running, path)).toEqual(before)
})

test('what a draft changes is told by name', async () => {
  const { running, path } = await withDraft()
  const guide = pageTitled(await tree(running, path), 'Guide')
  await send(running, path, [
    { operation: 'insert_page', title: 'New', document: {} },
    { operation: 'update_page', page: guide.id, title: 'Manual' },
  ])
  const base = path.replace(/\/content$/, '')
  expect((await running.get(`${base}/changes`)).json).toEqual({
    changes: [
      expect.objectContaining({
        type: 'page_edited',
        attributes: { title: { before: 'Guide', after: 'Manual' } },
      }),
      expect.objectContaining({ type: 'page_created' }),
    ],
  })
  expect((await running.get(`${base}/changes?limit=1`)).json).toMatchObject({ more: 1 })
  const revision = (await running.content()).id
  expect((await running.get(`/spaces/${running.space}/revisions/${revision}/changes`)).json).toMatchObject({
    changes: Array.from({ length: 3 }, () => ({ type: 'page_created' })),
  })
})

test('other services have no batch', async () => {
  const running = await start()
  await running.call('POST', `/v1/spaces/${running.space}/change-requests`, { body: {} })
  const path = `/spaces/${running.space}/change-requests/1/content`
  expect((await send(running, path, [{ operation: 'insert_page', title: 'New', document: {} }])).status).toBe(
    404,
  )
})
