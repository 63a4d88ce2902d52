import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Running, start } from './start.ts'

const member = z.looseObject({
  id: z.string(),
  role: z.string().nullable(),
  user: z.looseObject({ email: z.string() }),
  sso: z.boolean(),
  spaces: z.number(),
  teams: z.number(),
})
const team = z.looseObject({ id: z.string(), title: z.string(), members: z.number(), spaces: z.number() })
const teamMember = z.looseObject({ organization: member, team: z.object({ role: z.string() }) })

async function startCompany() {
  const running = await start(undefined, { members: 8, teams: 2 })
  const base = `/orgs/${running.emulator.organization}`
  const members = await running.list(`${base}/members`, member)
  const caller = (await running.read('/user', z.looseObject({ id: z.string() }))).id
  const others = members.filter(one => one.id !== caller)
  return { ...running, base, caller, others }
}

const roles = async ({ list }: Running, path: string) =>
  Object.fromEntries(
    (await list(`${path}/members`, teamMember)).map(one => [one.organization.id, one.team.role]),
  )

test('a role is changed, to guest and back', async () => {
  const { call, read, base, others } = await startCompany()
  const path = `${base}/members/${others[0]?.id}`
  for (const role of ['admin', null, 'review']) {
    const reply = await call('PATCH', `/v1${path}`, { body: { role } })
    expect(reply).toMatchObject({ status: 200, json: { object: 'member', role } })
    expect(await read(path, member)).toEqual(reply.json)
  }
  for (const role of ['guest', 3, 'owner']) {
    expect(await call('PATCH', `/v1${path}`, { body: { role } })).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining('role') } },
    })
  }
  expect((await call('PATCH', `/v1${base}/members/none`, { body: {} })).status).toBe(404)
})

test('who is removed leaves every team and keeps no access', async () => {
  const { call, get, list, base, others, emulator } = await startCompany()
  const id = others.find(one => one.teams > 0)?.id ?? ''
  expect((await call('DELETE', `/v1${base}/members/${id}`)).status).toBe(204)
  expect((await call('DELETE', `/v1${base}/members/${id}`)).status).toBe(204)
  expect((await call('DELETE', `/v1/orgs/none/members/${id}`)).status).toBe(404)
  expect((await get(`${base}/members/${id}`)).status).toBe(404)
  for (const one of await list(`${base}/teams`, team))
    expect(await list(`${base}/teams/${one.id}/members`, teamMember)).toHaveLength(one.members)
  const { organizations, collections, spaces } = z
    .looseObject({ organizations: z.unknown(), collections: z.unknown(), spaces: z.unknown() })
    .parse(emulator.state())
  expect(JSON.stringify([organizations, collections, spaces])).not.toContain(id)
  expect((await get(`/users/${id}`)).json).toMatchObject({ object: 'user', id })
  expect((await get('/users/none')).status).toBe(404)
})

test('a ping says that the caller was seen, and answers claims', async () => {
  const { call, read, base, caller, emulator } = await startCompany()
  await call('POST', '/_emulator/clock', { body: { now: '2031-05-06T07:08:09Z' } })
  const reply = await call('POST', `/v1${base}/ping`)
  expect(reply).toMatchObject({ status: 200, json: { gitbookVisitorClaims: expect.any(String) } })
  const seen = z.looseObject({ lastSeenAt: z.string() })
  expect((await read(`${base}/members/${caller}`, seen)).lastSeenAt).toMatch(/^2031-05-06T07:08/)
  const active = z.looseObject({ items: z.array(member) })
  const [first] = (await read(`${base}/members?sort=lastSeenAt`, active)).items
  expect(first?.id).toBe(caller)
  expect((await call('POST', '/v1/orgs/none/ping')).status).toBe(404)
  expect(emulator.requests().operations).toMatchObject({ updateOrganizationMemberLastSeenAt: 2 })
})

test('a member is marked for single sign-on', async () => {
  const { call, read, base, others } = await startCompany()
  const path = `${base}/members/${others[0]?.id}`
  expect(await call('POST', `/v1${path}/sso`)).toMatchObject({ status: 200, json: { sso: true } })
  expect(await read(path, member)).toMatchObject({ sso: true })
  expect((await call('POST', `/v1${base}/members/none/sso`)).status).toBe(404)
})

test('a team is created with members, renamed and deleted', async () => {
  const { call, get, read, base, others } = await startCompany()
  const ids = others.slice(0, 2).map(one => one.id)
  const reply = await call('PUT', `/v1${base}/teams`, { body: { title: 'x'.repeat(64), members: ids } })
  const { id } = team.parse(reply.json)
  expect(reply).toMatchObject({ status: 201, json: { object: 'team', members: 2, spaces: 0 } })
  const path = `${base}/teams/${id}`
  expect((await call('PATCH', `/v1${path}`, { body: { title: 'New' } })).json).toMatchObject({ title: 'New' })
  for (const body of [{}, { title: '' }, { title: 'x'.repeat(65) }, { title: null }])
    for (const [method, where] of [
      ['PATCH', path],
      ['PUT', `${base}/teams`],
    ] as const)
      expect(await call(method, `/v1${where}`, { body })).toMatchObject({
        status: 400,
        json: { error: { message: expect.stringContaining('title') } },
      })
  const strange = { title: 'Strange', members: ['none'] }
  expect((await call('PUT', `/v1${base}/teams`, { body: strange })).status).toBe(404)
  expect((await read(`${base}/teams`, z.looseObject({ count: z.number() }))).count).toBe(3)
  expect((await call('DELETE', `/v1${path}`)).status).toBe(204)
  expect((await call('DELETE', `/v1${path}`)).status).toBe(204)
  expect((await get(path)).status).toBe(404)
})

test('in a team, removing wins over adding, by id or address', async () => {
  const running = await startCompany()
  const { call, base, others } = running
  const created = await call('PUT', `/v1${base}/teams`, { body: { title: 'T' } })
  const path = `${base}/teams/${team.parse(created.json).id}`
  const [a = { id: '', user: { email: '' } }, b = a, c = a] = others
  const update = (body: object) => call('PUT', `/v1${path}/members`, { body })
  const body = { add: [a.id, b.user.email.toUpperCase(), c.id], remove: [c.user.email] }
  expect(await update(body)).toMatchObject({ status: 204, text: '' })
  expect(await roles(running, path)).toEqual({ [a.id]: 'member', [b.id]: 'member' })
  await update({
    memberships: { [a.id]: { role: 'owner' }, [c.user.email]: { role: 'owner' } },
    remove: [c.id],
  })
  expect(await roles(running, path)).toEqual({ [a.id]: 'owner', [b.id]: 'member' })
  expect((await update({ add: [c.id], remove: ['none'] })).status).toBe(404)
  expect((await update({ add: [c.id], memberships: { [a.id]: { role: 'boss' } } })).status).toBe(400)
  expect((await update({ add: c.id })).status).toBe(400)
  expect(await roles(running, path)).toEqual({ [a.id]: 'owner', [b.id]: 'member' })
})

test('one member of a team is added, changed and removed', async () => {
  const running = await startCompany()
  const { call, base, others } = running
  const created = await call('PUT', `/v1${base}/teams`, { body: { title: 'T' } })
  const path = `${base}/teams/${team.parse(created.json).id}`
  const id = others[0]?.id ?? ''
  const one = `/v1${path}/members/${id}`
  expect((await call('PUT', one)).status).toBe(204)
  expect(await roles(running, path)).toEqual({ [id]: 'member' })
  expect((await call('PUT', one, { body: { role: 'owner' } })).status).toBe(204)
  expect((await call('PUT', one, { body: { role: 'boss' } })).status).toBe(400)
  expect((await call('PUT', one)).status).toBe(204)
  expect(await roles(running, path)).toEqual({ [id]: 'owner' })
  expect((await call('PUT', `/v1${path}/members/none`)).status).toBe(404)
  for (let round = 0; round < 2; round++) expect((await call('DELETE', one)).status).toBe(204)
  expect(await roles(running, path)).toEqual({})
  expect((await call('DELETE', `/v1${base}/teams/none/members/${id}`)).status).toBe(404)
})
