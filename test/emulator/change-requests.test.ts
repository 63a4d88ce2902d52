import { expect, test } from 'vitest'
import { z } from 'zod'
import { flatten, pageSchema, pageTitled, type Running, SMALL, start, writeBundle } from './start.ts'

const changeRequestSchema = z.looseObject({
  object: z.literal('change-request'),
  id: z.string(),
  number: z.number(),
  status: z.string(),
  subject: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: z.string(),
  revisionInitial: z.string(),
  comments: z.number(),
  outdated: z.boolean(),
})
const treeSchema = z.looseObject({ id: z.string(), type: z.string(), pages: z.array(pageSchema) })
const resultSchema = z.object({ revision: z.string(), result: z.string() })

async function create(running: Running, body: object = {}) {
  const reply = await running.call('POST', `/v1/spaces/${running.space}/change-requests`, { body })
  expect(reply.status).toBe(201)
  const made = changeRequestSchema.parse(reply.json)
  const path = `/spaces/${running.space}/change-requests/${made.id}`
  expect(reply.headers.location).toBe(`${running.emulator.url}${path}`)
  return { made, path, again: () => running.read(path, changeRequestSchema) }
}

/** Puts a page into a draft by the batch operation. */
async function edit(running: Running, path: string, changes: object[]) {
  const reply = await running.call('POST', `/v1${path}/content?compat=false`, { body: { changes } })
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

const CURRENT = { profile: 'current' } as const

test('a new change request is a draft of the current revision and counts in the space', async () => {
  const running = await start()
  const { made, path } = await create(running)
  const content = await running.content()
  expect(made).toMatchObject({ number: 1, status: 'draft', subject: '', outdated: false, comments: 0 })
  expect([made.revision, made.revisionInitial]).toEqual([content.id, content.id])
  expect((await running.get(`/spaces/${running.space}`)).json).toMatchObject({
    changeRequests: 1,
    changeRequestsOpen: 0,
    changeRequestsDraft: 1,
  })
  expect(await running.read(`/spaces/${running.space}/change-requests/1`, changeRequestSchema)).toEqual(made)
  expect(await running.list(`/spaces/${running.space}/change-requests`, changeRequestSchema)).toEqual([])
  expect((await running.call('PATCH', `/v1${path}`, { body: { status: 'open' } })).status).toBe(200)
  expect(await running.list(`/spaces/${running.space}/change-requests`, changeRequestSchema)).toHaveLength(1)
})

test('a draft is edited without the main content, and merged into it', async () => {
  const running = await start(SMALL, CURRENT)
  const { path, again } = await create(running, { subject: 'More' })
  const before = await running.content()
  await edit(running, path, [
    { operation: 'insert_page', ref: 'new', title: 'Extra', document: { markdown: 'Words' } },
  ])
  expect((await running.content()).id).toBe(before.id)
  const draft = await running.read(`${path}/content`, treeSchema)
  expect(draft.pages.map(page => page.title)).toEqual(['Home', 'Guide', 'Extra'])
  const { revision, result } = resultSchema.parse((await running.call('POST', `/v1${path}/merge`)).json)
  expect(result).toBe('merge')
  expect(await again()).toMatchObject({ status: 'merged', revisionMerged: revision, outdated: false })
  const after = await running.content()
  expect(after.id).toBe(revision)
  expect(after).toMatchObject({ type: 'merge', mergedFrom: { id: (await again()).id } })
  expect(after.parents).toEqual([before.id, draft.id])
  expect(flatten(after.pages).map(page => page.title)).toEqual(['Home', 'Guide', 'Setup', 'Extra'])
  expect((await running.call('POST', `/v1${path}/merge`)).status).toBe(409)
  expect((await running.call('PATCH', `/v1${path}`, { body: { status: 'open' } })).status).toBe(409)
})

test('main moves on: the draft is outdated, an update pulls, nothing of either side is lost', async () => {
  const running = await start(SMALL, CURRENT)
  const { path, again } = await create(running)
  const guide = pageTitled((await running.content()).pages, 'Guide')
  await edit(running, path, [
    { operation: 'update_page', page: guide.id, document: { markdown: 'Draft words' } },
  ])
  await running.emulator.load(
    'Docs',
    await writeBundle({ ...SMALL, 'guide/setup.md': '# Setup\n\nNew run.\n' }),
  )
  expect(await again()).toMatchObject({ outdated: true })
  const reply = await running.call('POST', `/v1${path}/update`)
  expect(reply.json).toMatchObject({ result: 'update' })
  expect(await again()).toMatchObject({
    outdated: false,
    revisionMergedAncestor: (await running.content()).id,
  })
  const tree = await running.read(`${path}/content`, treeSchema)
  expect(tree.type).toBe('update')
  const read = (title: string) =>
    running.read(`${path}/content/page/${pageTitled(tree.pages, title).id}?format=markdown`, pageSchema)
  expect((await read('Guide')).markdown).toBe('Draft words')
  expect((await read('Setup')).markdown).toContain('New run')
  expect((await running.call('POST', `/v1${path}/merge`)).json).toMatchObject({ result: 'merge' })
})

test('the same page changed on both sides is a conflict, and the merge is applied', async () => {
  const running = await start(SMALL, CURRENT)
  const { path, again } = await create(running)
  const guide = pageTitled((await running.content()).pages, 'Guide')
  await edit(running, path, [
    { operation: 'update_page', page: guide.id, document: { markdown: 'Draft words' } },
  ])
  await running.emulator.load('Docs', await writeBundle({ ...SMALL, 'guide.md': '# Guide\n\nMain words.\n' }))
  expect((await running.call('POST', `/v1${path}/merge`)).json).toMatchObject({ result: 'conflicts' })
  expect(await again()).toMatchObject({ status: 'merged' })
})

test('limits and unknown things are refused and change nothing', async () => {
  const running = await start()
  const { path, again } = await create(running)
  const before = await again()
  const patch = (body: unknown) => running.call('PATCH', `/v1${path}`, { body })
  expect((await patch({ subject: 'x'.repeat(101) })).json).toMatchObject({
    error: { code: 400, message: expect.stringContaining('subject') },
  })
  expect((await patch({ status: 'merged' })).status).toBe(400)
  expect((await running.get(`/spaces/${running.space}/change-requests?status=all`)).status).toBe(400)
  expect((await running.get(`/spaces/${running.space}/change-requests/99`)).status).toBe(404)
  expect((await running.get(`${path}/content/page/none`)).status).toBe(404)
  expect(await again()).toEqual(before)
  expect((await patch({ subject: 'x'.repeat(100) })).status).toBe(200)
})

test('a locked space refuses merges and edits of drafts, and says why', async () => {
  const running = await start(SMALL, CURRENT)
  const { path } = await create(running)
  running.emulator.patch('space', running.space, { editMode: 'locked' })
  const replies = [
    await running.call('POST', `/v1${path}/merge`),
    await running.call('POST', `/v1${path}/content`, {
      body: { changes: [{ operation: 'insert_page', title: 'No', document: { markdown: '' } }] },
    }),
  ]
  expect(replies.map(reply => reply.status)).toEqual([403, 403])
  expect(replies[0]?.text).toContain('locked')
})

test('the list of an organization has the change requests of all its spaces', async () => {
  const running = await start()
  const { path, made } = await create(running)
  await running.call('PATCH', `/v1${path}`, { body: { status: 'open' } })
  const found = await running.list(
    `/orgs/${running.emulator.organization}/change-requests`,
    changeRequestSchema,
  )
  expect(found.map(one => one.id)).toEqual([made.id])
  const reply = await running.get(`${path}/pdf`)
  expect(reply.json).toEqual({ url: expect.stringMatching(/^https?:/) })
})
