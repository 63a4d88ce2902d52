import { networkInterfaces } from 'node:os'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startEmulator } from '../../src/emulator/emulator.ts'
import { pageSchema, SMALL, start, writeBundle } from './start.ts'

const created = z.object({ id: z.string() })

test('a folder is loaded over HTTP into a space named by id or title', async () => {
  const { call, space, content } = await start()
  const folder = await writeBundle({ ...SMALL, 'guide.md': 'x' })
  const reply = await call('POST', '/_emulator/load', { body: { space: 'Docs', folder } })
  expect(reply.json).toEqual({ space, revision: (await content()).id, changed: true })
  const again = await call('POST', '/_emulator/load', { body: { space, folder } })
  expect(again.json).toMatchObject({ changed: false })
})

test('a folder that is no bundle is refused and leaves no space behind', async () => {
  const { call, emulator } = await start()
  const before = JSON.stringify(emulator.state().spaces)
  const reply = await call('POST', '/_emulator/load', { body: { space: 'New', folder: '/nonexistent' } })
  expect(reply).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('/nonexistent') } },
  })
  expect(JSON.stringify(emulator.state().spaces).length).toBe(before.length)
  expect((await call('POST', '/_emulator/load', { body: { space: 'New' } })).status).toBe(400)
})

test('the clock is set with a number or a timestamp', async () => {
  const { call, emulator } = await start(null, { now: () => 0 })
  await call('POST', '/_emulator/clock', { body: { now: '2027-01-02T03:04:05Z' } })
  expect(emulator.state().now).toBe('2027-01-02T03:04:05.000Z')
  await call('POST', '/_emulator/clock', { body: { now: 5000 } })
  expect(emulator.state().now).toBe('1970-01-01T00:00:05.000Z')
  expect((await call('POST', '/_emulator/clock', { body: { now: 'soon' } })).status).toBe(400)
})

test('the state holds the content, its bodies and the company', async () => {
  const { emulator } = await start(undefined, { members: 4, teams: 2 })
  expect(emulator.state()).toMatchObject({
    profile: 'full',
    organizations: [{ members: { length: 4 }, teams: { length: 2 }, translations: { length: 1 } }],
    collections: { length: 2 },
    spaces: [{ title: 'Docs', revisions: { length: 2 }, content: { pages: { length: 2 } } }],
  })
  expect(JSON.stringify(emulator.state())).toContain('Welcome to the [guide](guide.md).')
})

test('raw fields of objects are set, and derived ones can be set wrong', async () => {
  const { call, read, emulator, space } = await start(undefined, { members: 2 })
  const organization = `/orgs/${emulator.organization}`
  const [, second] = await listMembers(read, organization)
  await call('POST', '/_emulator/patch', {
    body: { object: 'member', id: second?.id, set: { role: 'admin', disabled: true } },
  })
  expect(await read(`${organization}/members/${second?.id}`, z.looseObject({}))).toMatchObject({
    role: 'admin',
    disabled: true,
    spaces: 1,
  })
  emulator.patch('space', space, { title: 'Renamed', comments: 9 })
  expect(await read(`/spaces/${space}`, z.looseObject({}))).toMatchObject({ title: 'Renamed', comments: 9 })
  expect(
    (await call('POST', '/_emulator/patch', { body: { object: 'space', id: 'none', set: {} } })).status,
  ).toBe(404)
  expect(
    (await call('POST', '/_emulator/patch', { body: { object: 'planet', id: 'x', set: {} } })).status,
  ).toBe(400)
})

test('patching a page or a file is an edit with a new revision', async () => {
  const { emulator, page, content, read, space } = await start({ ...SMALL, '.gitbook/assets/a.txt': 'a' })
  const [before, guide] = [await content(), await page('Guide')]
  emulator.patch('page', guide.id, { markdown: 'New words', description: 'Short' })
  const after = await content()
  expect(after.parents).toEqual([before.id])
  expect(await page('Guide')).toMatchObject({ id: guide.id, description: 'Short' })
  expect((await page('Guide')).documentId).not.toBe(guide.documentId)
  expect((await read(`/spaces/${space}/content/page/${guide.id}?format=markdown`, pageSchema)).markdown).toBe(
    'New words',
  )
  emulator.patch('file', after.files[0]?.id ?? '', { content: 'abc', name: 'b.txt' })
  expect((await content()).files).toMatchObject([{ id: after.files[0]?.id, name: 'b.txt', size: 3 }])
  expect((await page('Guide', before.id)).documentId).toBe(guide.documentId)
})

test('objects are created and removed', async () => {
  const { call, get, emulator, space, content } = await start()
  const organization = `/orgs/${emulator.organization}`
  const make = async (object: string, set: object) =>
    created.parse((await call('POST', '/_emulator/create', { body: { object, set } })).json).id
  const member = await make('member', { displayName: 'Zed', email: 'zed@acme.example', role: 'edit' })
  const team = await make('team', { title: 'Zs', members: { [member]: 'owner' } })
  expect((await get(`${organization}/teams/${team}`)).json).toMatchObject({ title: 'Zs', members: 1 })
  emulator.remove('member', member)
  expect((await get(`${organization}/members/${member}`)).status).toBe(404)
  expect((await get(`${organization}/teams/${team}/members`)).json).toMatchObject({ count: 0 })
  const page = await make('page', { space, title: 'Late', markdown: 'Late words' })
  expect((await get(`/spaces/${space}/content/page/${page}?format=markdown`)).json).toMatchObject({
    markdown: 'Late words',
  })
  const revision = (await content()).id
  await call('POST', '/_emulator/remove', { body: { object: 'page', id: page } })
  expect((await content()).parents).toEqual([revision])
  expect((await get(`/spaces/${space}/content/page/${page}`)).status).toBe(404)
  emulator.remove('space', space)
  expect((await get(`/spaces/${space}`)).status).toBe(404)
  expect((await call('POST', '/_emulator/create', { body: { object: 'file', set: {} } })).status).toBe(400)
})

test('control answers only to this machine', async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find(one => one?.family === 'IPv4' && !one.internal)
  if (outside === undefined) return
  const emulator = await startEmulator({ host: '0.0.0.0' })
  try {
    const { port } = new URL(emulator.url)
    expect((await request(`http://${outside.address}:${port}/_emulator/state`)).statusCode).toBe(403)
    expect((await request(`http://${outside.address}:${port}/v1/orgs`)).statusCode).toBe(401)
  } finally {
    await emulator.close()
  }
})

test('an unknown control path and options that cannot be served are refused', async () => {
  const { call } = await start(null)
  expect((await call('GET', '/_emulator/nothing')).status).toBe(404)
  await expect(startEmulator({ teams: 1.5, sites: -1, members: 0 })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/teams.*sites.*members/),
  })
})

async function listMembers(read: Awaited<ReturnType<typeof start>>['read'], organization: string) {
  const answer = await read(`${organization}/members?order=asc`, z.object({ items: z.array(created) }))
  return answer.items
}
