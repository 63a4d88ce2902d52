import { expect, test } from 'vitest'
import { z } from 'zod'
import { flatten, type Running, SMALL, start, writeBundle } from './start.ts'

const DAY_MS = 86_400_000
const titled = z.looseObject({ id: z.string(), title: z.string() })
const space = z.looseObject({
  object: z.literal('space'),
  id: z.string(),
  title: z.string(),
  revision: z.string(),
  organization: z.string(),
  parent: z.string().optional(),
})

const titles = async ({ list, emulator }: Running) =>
  (await list(`/orgs/${emulator.organization}/spaces`, titled)).map(one => one.title)

/** Spaces A, B and C in this order, C in the nested collection. */
async function startThree() {
  const load = await Promise.all(
    ['A', 'B', 'C'].map(async title => ({ title, folder: await writeBundle(SMALL) })),
  )
  const running = await start(null, { load, organizations: 1 })
  const spaces = await running.list(`/orgs/${running.emulator.organization}/spaces`, space)
  const collections = await running.list(`/orgs/${running.emulator.organization}/collections`, titled)
  const [a = '', b = '', c = ''] = spaces.map(one => one.id)
  const [outer = '', inner = ''] = collections.map(one => one.id)
  return { ...running, a, b, c, outer, inner }
}

test('a deleted space is in no list, can be read, and comes back where it was', async () => {
  const running = await startThree()
  const { call, get, read, list, c, inner, emulator } = running
  const base = `/orgs/${emulator.organization}`
  expect((await call('DELETE', `/v1/spaces/${c}`)).status).toBe(205)
  expect((await call('DELETE', `/v1/spaces/${c}`)).status).toBe(204)
  expect(await read(`/spaces/${c}`, space)).toMatchObject({ deletedAt: expect.any(String) })
  expect(await titles(running)).toEqual(['A', 'B'])
  expect(await list(`/collections/${inner}/spaces`, space)).toEqual([])
  const { id } = await read('/user', z.looseObject({ id: z.string() }))
  expect(await list(`${base}/members/${id}/spaces`, z.unknown())).toHaveLength(2)
  expect(await call('PATCH', `/v1/spaces/${c}`, { body: { title: 'X' } })).toMatchObject({
    status: 409,
    json: { error: { code: 409, message: expect.stringContaining(c) } },
  })
  const restored = await call('POST', `/v1/spaces/${c}/restore`)
  expect(restored).toMatchObject({ status: 200, json: { id: c, parent: inner } })
  expect(restored.json).not.toHaveProperty('deletedAt')
  expect(await titles(running)).toEqual(['A', 'B', 'C'])
  expect((await call('POST', `/v1/spaces/${c}/restore`)).status).toBe(409)
  expect((await get('/spaces/none')).status).toBe(404)
})

test('seven days of the clock after its deletion a space is gone for good', async () => {
  const { call, get, a, emulator } = await startThree()
  await call('DELETE', `/v1/spaces/${a}`)
  const now = Date.parse(z.looseObject({ now: z.string() }).parse(emulator.state()).now)
  await call('POST', '/_emulator/clock', { body: { now: now + 7 * DAY_MS - 60_000 } })
  expect((await get(`/spaces/${a}`)).status).toBe(200)
  await call('POST', '/_emulator/clock', { body: { now: now + 7 * DAY_MS + 60_000 } })
  expect((await get(`/spaces/${a}`)).status).toBe(404)
  expect((await call('POST', `/v1/spaces/${a}/restore`)).status).toBe(404)
  expect((await call('DELETE', `/v1/spaces/${a}`)).status).toBe(204)
  // Only who deleted it is remembered.
  expect(JSON.stringify({ ...emulator.state(), events: null })).not.toContain(a)
})

test('settings of a space are changed, and what is not sent stays', async () => {
  const { call, get, space } = await start()
  const path = `/v1/spaces/${space}`
  const body = { title: 'x'.repeat(50), emoji: '🚀', editMode: 'locked', defaultLevel: null, language: 'ja' }
  expect(await call('PATCH', path, { body })).toMatchObject({ status: 200, json: body })
  const inherit = await call('PATCH', path, { body: { defaultLevel: 'inherit', editMode: 'live' } })
  expect(inherit.json).toMatchObject({ ...body, defaultLevel: 'inherit', editMode: 'live' })
  const icon = 'https://example.com/icon.svg'
  const withIcon = await call('PATCH', path, { body: { icon, emoji: null } })
  expect(withIcon.json).toMatchObject({ urls: { icon }, emoji: expect.any(String) })
  const plain = (await call('PATCH', path, { body: { emoji: '🚀' } })).json
  expect(plain).not.toHaveProperty('urls.icon')
  expect((await call('PATCH', path)).json).toMatchObject({ emoji: '🚀' })
  expect((await get(`/spaces/${space}?shareKey=none`)).status).toBe(200)
})

test('bad settings are refused with the name of the field, and change nothing', async () => {
  const { call, emulator, space } = await start()
  const before = JSON.stringify(emulator.state().spaces)
  const bad = [
    { title: 'x'.repeat(51) },
    { title: 7 },
    { title: null },
    { emoji: 'x'.repeat(51) },
    { editMode: 'frozen' },
    { defaultLevel: 'owner' },
    { language: 'tlh' },
    { icon: 'no url' },
    { icon: 'https://example.com/a', emoji: '🚀' },
  ]
  for (const body of bad) {
    const [field = ''] = Object.keys(body)
    const reply = await call('PATCH', `/v1/spaces/${space}`, { body: { ...body } })
    expect(reply, field).toMatchObject({
      status: 400,
      json: { error: { code: 400, message: expect.stringContaining(field) } },
    })
  }
  for (const body of ['text', [1], 3]) {
    expect((await call('PATCH', `/v1/spaces/${space}`, { body })).status).toBe(400)
  }
  expect(JSON.stringify(emulator.state().spaces).replace(/token=[^"]*/g, '')).toBe(
    before.replace(/token=[^"]*/g, ''),
  )
})

test('a duplicate has the same content under new ids, right behind the original', async () => {
  const running = await start({ ...SMALL, '.gitbook/assets/a.txt': 'a' })
  const { call, read, content, space: original } = running
  const reply = await call('POST', `/v1/spaces/${original}/duplicate`)
  const copy = space.parse(reply.json)
  expect(reply.status).toBe(201)
  expect(reply.headers.location).toMatch(new RegExp(`/v1/spaces/${copy.id}$`))
  expect(copy).toMatchObject({ title: 'Copy of Docs', comments: 0, changeRequests: 0 })
  const mine = await content()
  const theirs = await read(`/spaces/${copy.id}/content`, z.looseObject({ pages: z.array(z.any()) }))
  const pages = flatten(theirs.pages)
  expect(pages.map(page => page.path)).toEqual(flatten(mine.pages).map(page => page.path))
  const ids = JSON.stringify(theirs)
  for (const page of flatten(mine.pages)) {
    expect(ids).not.toContain(page.id)
    expect(ids).not.toContain(page.documentId)
  }
  expect(ids).not.toContain(mine.files[0]?.id)
  const home = await read(
    `/spaces/${copy.id}/content/page/${pages[0]?.id}?format=document`,
    z.looseObject({ document: z.unknown() }),
  )
  expect(JSON.stringify(home.document)).toContain(`"page":"${pages[1]?.id}"`)
  expect(await titles(running)).toEqual(['Docs', 'Copy of Docs'])
})

test('spaces are moved beside spaces and collections, and keep the order', async () => {
  const running = await startThree()
  const { call, a, b, c, outer, inner, list } = running
  const move = (id: string, body: object) => call('POST', `/v1/spaces/${id}/move`, { body })
  const before = (space: string) => ({ position: { before: { type: 'space', space } } })
  const after = (space: string) => ({ position: { after: { type: 'space', space } } })
  expect((await move(b, before(a))).status).toBe(200)
  expect(await titles(running)).toEqual(['B', 'A', 'C'])
  await move(b, after(a))
  expect(await titles(running)).toEqual(['A', 'B', 'C'])
  expect((await move(c, { parent: null, ...before(b) })).json).toMatchObject({ visibility: 'private' })
  expect(await titles(running)).toEqual(['A', 'C', 'B'])
  await move(a, { position: { after: { type: 'collection', collection: outer } } })
  expect(await titles(running)).toEqual(['C', 'B', 'A'])
  for (const id of [b, a]) expect((await move(id, { parent: inner })).json).toMatchObject({ parent: inner })
  await move(b, after(a))
  const inside = await list(`/collections/${inner}/spaces`, titled)
  expect(inside.map(one => one.title)).toEqual(['A', 'B'])
})

test('impossible moves are refused and change nothing', async () => {
  const running = await startThree()
  const { call, a, b, c } = running
  const position = (space: string) => ({ before: { type: 'space', space } })
  const bad = [
    [{ parent: 'none' }, 404],
    [{ parent: 5 }, 400],
    [{ position: position('none') }, 404],
    [{ position: position(c) }, 400],
    [{ position: position(a) }, 400],
    [{ position: { ...position(b), after: { type: 'space', space: b } } }, 400],
    [{ position: { before: { type: 'planet' } } }, 400],
  ] as const
  for (const [body, status] of bad) {
    expect((await call('POST', `/v1/spaces/${a}/move`, { body })).status, JSON.stringify(body)).toBe(status)
  }
  expect(await titles(running)).toEqual(['A', 'B', 'C'])
})

test('a space is transferred without what only the old organization knows', async () => {
  const { call, read, list, c, emulator } = await startThree()
  const other = (await list('/orgs', titled)).find(one => one.id !== emulator.organization)?.id ?? ''
  const transfer = (organization: unknown) =>
    call('POST', `/v1/spaces/${c}/transfer`, { body: { organization } })
  expect((await transfer('none')).status).toBe(404)
  expect((await transfer(emulator.organization)).status).toBe(409)
  expect((await transfer(3)).status).toBe(400)
  const moved = await transfer(other)
  expect(moved).toMatchObject({ status: 200, json: { id: c, organization: other, visibility: 'private' } })
  expect(moved.json).not.toHaveProperty('parent')
  expect(await list(`/orgs/${other}/spaces`, space)).toMatchObject([{ id: c }])
  expect(await list(`/spaces/${c}/permissions/teams`, z.unknown())).toEqual([])
  const { id } = await read('/user', z.looseObject({ id: z.string() }))
  await call('PATCH', `/v1/orgs/${emulator.organization}/members/${id}`, { body: { role: 'read' } })
  expect((await transfer(emulator.organization)).status).toBe(412)
})

test('spaces are created where the service offers it', async () => {
  const { call, emulator } = await start(null)
  const path = `/v1/orgs/${emulator.organization}/spaces`
  expect(await call('POST', path)).toMatchObject({ status: 201, json: { object: 'space' } })
  const body = { title: 'New', emoji: '🌱', language: 'de', editMode: 'locked' }
  expect((await call('POST', path, { body })).json).toMatchObject(body)
  expect((await call('POST', path, { body: { parent: 'none' } })).status).toBe(404)
  const plain = await start(null, { profile: 'document' })
  const elsewhere = `/v1/orgs/${plain.emulator.organization}/spaces`
  expect((await plain.call('POST', elsewhere)).status).toBe(404)
})
