import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Running, SMALL, start, writeBundle } from './start.ts'

const collection = z.looseObject({
  object: z.literal('collection'),
  id: z.string(),
  title: z.string(),
  organization: z.string(),
  parent: z.string().optional(),
  defaultLevel: z.string().nullable(),
})

const collections = ({ list, emulator }: Running) =>
  list(`/orgs/${emulator.organization}/collections`, collection)

async function create({ call, emulator }: Running, body: object) {
  const reply = await call('POST', `/v1/orgs/${emulator.organization}/collections`, { body })
  return { ...reply, made: collection.parse(reply.json) }
}

async function startTwo() {
  const load = await Promise.all(['A', 'B'].map(async title => ({ title, folder: await writeBundle(SMALL) })))
  const running = await start(null, { load, organizations: 1 })
  const [outer, inner] = await collections(running)
  return { ...running, outer: outer?.id ?? '', inner: inner?.id ?? '' }
}

test('a collection is created, read, changed and deleted', async () => {
  const running = await start(null)
  const { call, get, read } = running
  const { status, headers, made } = await create(running, { title: 'Guides' })
  expect(status).toBe(201)
  expect(headers.location).toMatch(new RegExp(`/v1/collections/${made.id}$`))
  const path = `/collections/${made.id}`
  expect(await read(path, collection)).toEqual(made)
  const body = { title: 'x'.repeat(50), description: 'y'.repeat(100), defaultLevel: null }
  expect(await call('PATCH', `/v1${path}`, { body })).toMatchObject({ status: 200, json: body })
  expect((await call('DELETE', `/v1${path}`)).status).toBe(205)
  expect((await call('DELETE', `/v1${path}`)).status).toBe(204)
  expect((await get(path)).status).toBe(404)
  expect((await get(`${path}/spaces`)).status).toBe(404)
})

test('values over the limits are refused and change nothing', async () => {
  const running = await start(null)
  const { call, emulator } = running
  const { made } = await create(running, {})
  const before = await collections(running)
  const bad = [{ title: 'x'.repeat(51) }, { description: 'y'.repeat(101) }, { defaultLevel: 'boss' }]
  for (const body of bad) {
    const [field = ''] = Object.keys(body)
    const json = { error: { code: 400, message: expect.stringContaining(field) } }
    expect(await call('PATCH', `/v1/collections/${made.id}`, { body })).toMatchObject({ status: 400, json })
  }
  const path = `/v1/orgs/${emulator.organization}/collections`
  expect((await call('POST', path, { body: { title: 'x'.repeat(51) } })).status).toBe(400)
  expect((await call('POST', path, { body: { parent: 'none' } })).status).toBe(404)
  expect((await call('POST', '/v1/orgs/none/collections')).status).toBe(404)
  expect(await collections(running)).toEqual(before)
})

test('what is in a deleted collection moves to the one above', async () => {
  const running = await startTwo()
  const { call, read, outer, inner, emulator, list } = running
  await call('DELETE', `/v1/collections/${inner}`)
  const spaces = z.looseObject({ items: z.array(z.looseObject({ title: z.string(), parent: z.string() })) })
  expect(await read(`/collections/${outer}/spaces`, spaces)).toMatchObject({ items: [{ title: 'B' }] })
  await call('DELETE', `/v1/collections/${outer}`)
  const all = await list(`/orgs/${emulator.organization}/spaces`, z.looseObject({ title: z.string() }))
  expect(all.map(one => one.parent)).toEqual([undefined, undefined])
  expect(all[1]).toMatchObject({ title: 'B', visibility: 'private' })
})

test('collections are moved, but never into themselves', async () => {
  const running = await startTwo()
  const { call, outer, inner } = running
  const move = (id: string, body: object) => call('POST', `/v1/collections/${id}/move`, { body })
  expect((await move(outer, { parent: inner })).status).toBe(409)
  expect((await move(outer, { parent: outer })).status).toBe(409)
  expect((await move(inner, { parent: null })).json).not.toHaveProperty('parent')
  const position = { before: { type: 'collection', collection: outer } }
  expect((await move(inner, { position })).status).toBe(200)
  expect((await collections(running)).map(one => one.id)).toEqual([inner, outer])
  expect((await move(outer, { parent: inner })).json).toMatchObject({ parent: inner })
  expect((await move('none', {})).status).toBe(404)
})

test('a collection takes along what is in it to another organization', async () => {
  const running = await startTwo()
  const { call, list, outer, inner, emulator } = running
  const orgs = await list('/orgs', z.looseObject({ id: z.string() }))
  const other = orgs.find(one => one.id !== emulator.organization)?.id ?? ''
  const transfer = (organization: string) =>
    call('POST', `/v1/collections/${outer}/transfer`, { body: { organization } })
  expect((await transfer('none')).status).toBe(404)
  expect((await transfer(emulator.organization)).status).toBe(409)
  expect(await transfer(other)).toMatchObject({ status: 200, json: { organization: other } })
  expect(await collections(running)).toEqual([])
  const there = await list(`/orgs/${other}/collections`, collection)
  expect(there.map(one => [one.id, one.parent])).toEqual([
    [outer, undefined],
    [inner, outer],
  ])
  expect(await list(`/orgs/${other}/spaces`, z.looseObject({}))).toMatchObject([
    { title: 'B', parent: inner, organization: other },
  ])
})
