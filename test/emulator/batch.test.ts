import { expect, test } from 'vitest'
import { z } from 'zod'
import { flatten, pageSchema, pageTitled, type Running, SMALL, start } from './start.ts'

const updateSchema = z.object({
  changeRequest: z.looseObject({ revision: z.string() }),
  created: z.array(z.looseObject({ id: z.string(), ref: z.string().optional() })),
  updated: z.array(z.looseObject({ id: z.string() })),
  deleted: z.array(z.object({ id: z.string() })),
  files: z.array(z.looseObject({ id: z.string(), ref: z.string().optional() })),
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
      type: 'insert_files',
      files: [{ ref: 'pic', name: 'a.txt', base64: Buffer.from('hi').toString('base64') }],
    },
    {
      type: 'insert_page',
      ref: 'top',
      title: 'Top',
      at: 0,
      emoji: '1f600',
      document: { markdown: '![](pic)' },
    },
    { type: 'insert_page', into: 'top', title: 'Below', document: { markdown: '[up](/pages/top)' } },
    { type: 'update_page', page: setup.id, into: null, at: 0, title: 'First steps', hidden: true },
    { type: 'delete_page', page: guide.id },
  ])
  expect(reply.status, reply.text).toBe(200)
  const made = updateSchema.parse(reply.json)
  expect(made.created.map(page => page.ref)).toEqual(['top', undefined])
  expect([made.updated, made.deleted]).toMatchObject([[{ id: setup.id }], [{ id: guide.id }]])
  const after = await tree(running, path)
  expect(flatten(after).map(page => page.title)).toEqual(['First steps', 'Top', 'Below', 'Home'])
  const bodies = await Promise.all(
    made.created.map(page => running.get(`${path}/page/${page.id}?format=document`)),
  )
  expect(bodies[0]?.text).toContain(`"file":"${made.files[0]?.id}"`)
  expect(bodies[1]?.text).toContain(`"page":"${made.created[0]?.id}"`)
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
  const change = { type: 'update_page', page: guide.id, document: { document } }
  expect((await send(running, path, [change])).status).toBe(200)
  expect((await read('document')).document).toEqual(document)
  expect((await read('markdown')).markdown).toBe('Kept\n')
  const revert = await send(running, path, [{ type: 'revert_page', page: guide.id }], true)
  expect(revert.json).toMatchObject({ object: 'change-request', number: 1 })
  expect(await read('document')).toEqual(before)
})

test('one bad change refuses the whole batch', async () => {
  const { running, path } = await withDraft()
  const before = await tree(running, path)
  const guide = pageTitled(before, 'Guide')
  const setup = pageTitled(before, 'Setup')
  const good = { type: 'delete_page', page: guide.id }
  const bad: [object[], number, string][] = [
    [[good, { type: 'delete_page', page: 'none' }], 404, 'none'],
    [[good, good], 404, guide.id],
    [[{ type: 'paint_page', page: guide.id }], 400, 'type'],
    [[], 400, 'changes'],
    [Array.from({ length: 51 }, () => good), 400, 'changes'],
    [[{ type: 'insert_page' }], 400, 'title'],
    [[{ type: 'update_page', page: guide.id, into: setup.id }], 400, 'into'],
    [[{ type: 'insert_files', files: [{ url: 'http://example.com/x' }] }], 400, 'loopback'],
    [[{ type: 'revert_page', page: guide.id, revision: 'none' }], 404, 'revision'],
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
    { type: 'insert_page', title: 'New' },
    { type: 'update_page', page: guide.id, title: 'Manual' },
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
  expect((await send(running, path, [{ type: 'insert_page', title: 'New' }])).status).toBe(404)
})
