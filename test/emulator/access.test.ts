import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Running, SMALL, start, writeBundle } from './start.ts'

const identified = z.looseObject({ id: z.string() })
const grant = z.looseObject({
  permission: z.string(),
  user: identified.optional(),
  team: identified.optional(),
})
const access = z.looseObject({ permission: z.string(), space: z.looseObject({ title: z.string() }) })

/** Spaces A and B, B in the inner of two collections; nobody but the administrator and two new people. */
async function startBare() {
  const load = await Promise.all(['A', 'B'].map(async title => ({ title, folder: await writeBundle(SMALL) })))
  const running = await start(null, { load, members: 1, teams: 0 })
  const base = `/orgs/${running.emulator.organization}`
  const [a, b] = await running.list(`${base}/spaces`, identified)
  const [outer, inner] = await running.list(`${base}/collections`, identified)
  const person = (role: string | null) =>
    running.emulator.create('member', { displayName: 'P', email: `${role}@acme.example`, role })
  const ids = { a: a?.id ?? '', b: b?.id ?? '', outer: outer?.id ?? '', inner: inner?.id ?? '' }
  return { ...running, ...ids, base, reader: person('read'), guest: person(null) }
}

async function reach({ list }: Running, base: string, user: string) {
  const spaces = await list(`${base}/members/${user}/spaces`, access)
  return Object.fromEntries(spaces.map(one => [one.space.title, one.permission]))
}

test('default levels are inherited from collections, then from the organization', async () => {
  const running = await startBare()
  const { call, base, a, b, inner, outer, reader, guest, emulator } = running
  const level = (path: string, defaultLevel: string | null) =>
    call('PATCH', `/v1/${path}`, { body: { defaultLevel } })
  await level(`spaces/${a}`, null)
  await level(`spaces/${b}`, 'inherit')
  await level(`collections/${inner}`, 'inherit')
  await level(`collections/${outer}`, 'comment')
  expect(await reach(running, base, reader)).toEqual({ B: 'comment' })
  await level(`collections/${outer}`, 'inherit')
  expect(await reach(running, base, reader)).toEqual({ B: 'read' })
  await call('PATCH', `/v1/orgs/${emulator.organization}`, { body: { defaultRole: null } })
  expect(await reach(running, base, reader)).toEqual({})
  expect(await reach(running, base, guest)).toEqual({})
})

test('grants to people and teams count on the thing and on what is above it; the strongest wins', async () => {
  const running = await startBare()
  const { call, base, a, outer, guest, list } = running
  const created = await call('PUT', `/v1${base}/teams`, { body: { title: 'T', members: [guest] } })
  const team = identified.parse(created.json).id
  const share = (path: string, body: object) => call('POST', `/v1/${path}/permissions`, { body })
  expect((await share(`spaces/${a}`, { users: [guest], role: 'comment' })).status).toBe(204)
  await share(`collections/${outer}`, { teams: [team], role: 'edit' })
  expect(await reach(running, base, guest)).toEqual({ A: 'comment', B: 'edit' })
  await share(`spaces/${a}`, { teams: [team], role: 'review' })
  expect(await reach(running, base, guest)).toEqual({ A: 'review', B: 'edit' })
  expect(await list(`/spaces/${a}/permissions/users`, grant)).toMatchObject([
    { permission: 'comment', user: { id: guest } },
  ])
  expect(await list(`/spaces/${a}/permissions/teams`, grant)).toMatchObject([
    { permission: 'review', team: { id: team, spaces: 1 } },
  ])
  const everybody = await list(`/collections/${outer}/permissions/aggregate`, grant)
  expect(everybody.find(one => one.user?.id === guest)?.permission).toBe('edit')
  expect(everybody).toHaveLength(3)
})

test('a grant is changed and revoked', async () => {
  const running = await startBare()
  const { call, base, inner, guest } = running
  const path = `/v1/collections/${inner}/permissions`
  await call('POST', path, { body: { users: [guest], role: 'read' } })
  expect((await call('PATCH', `${path}/users/${guest}`, { body: { role: 'create' } })).status).toBe(204)
  expect(await reach(running, base, guest)).toEqual({ B: 'create' })
  expect((await call('DELETE', `${path}/users/${guest}`)).status).toBe(205)
  expect((await call('DELETE', `${path}/users/${guest}`)).status).toBe(204)
  expect((await call('PATCH', `${path}/users/${guest}`, { body: { role: 'create' } })).status).toBe(404)
  for (const body of [
    { role: 'read' },
    { users: [guest] },
    { users: [], role: 'read' },
    { users: [guest], role: 'x' },
  ])
    expect((await call('POST', path, { body })).status, JSON.stringify(body)).toBe(400)
  expect((await call('POST', path, { body: { users: ['none'], role: 'read' } })).status).toBe(404)
  expect((await call('POST', path, { body: { users: [guest], teams: ['none'], role: 'read' } })).status).toBe(
    404,
  )
  expect(await reach(running, base, guest)).toEqual({})
})

test('people are invited by address, with roles and single sign-on', async () => {
  const { call, list, base, reader } = await startBare()
  const emails = ['read@acme.example', 'New.One@acme.example', { email: 'two@other.example', role: 'admin' }]
  const invite = (body: object) => call('POST', `/v1${base}/invites`, { body })
  const answer = z.looseObject({ users: z.array(z.string()), invited: z.number() })
  const reply = await invite({ emails, role: 'edit' })
  const { users, invited } = answer.parse(reply.json)
  expect([reply.status, invited, users.length, users[0]]).toEqual([200, 2, 3, reader])
  const members = await list(
    `${base}/members`,
    z.looseObject({ id: z.string(), role: z.string().nullable() }),
  )
  const roleOf = (id: string | undefined) => members.find(one => one.id === id)?.role
  expect(users.map(roleOf)).toEqual(['read', 'edit', 'admin'])
  expect((await invite({ emails: ['x@acme.example', 'y@else.example'], sso: true })).json).toMatchObject({
    invited: 1,
    failedSSOEmails: ['y@else.example'],
  })
  for (const body of [{}, { emails: ['nobody'] }, { emails: 'x@y.example' }, { emails: [], role: 'boss' }])
    expect((await invite(body)).status, JSON.stringify(body)).toBe(400)
  expect((await call('POST', `/v1${base}/join`)).status).toBe(204)
})

test('link invites are made, listed, changed, followed and deleted', async () => {
  const { call, get, list, base, a, inner } = await startBare()
  const path = `${base}/link-invites`
  const make = (body: object) => call('POST', `/v1${path}`, { body })
  const reply = await make({ role: 'edit' })
  expect(reply).toMatchObject({ status: 201, json: { role: 'edit', redundant: false } })
  const { id } = identified.parse(reply.json)
  expect((await make({ role: 'edit' })).json).toMatchObject({ redundant: true })
  const toSpace = identified.parse((await make({ level: 'read', space: a })).json).id
  const toCollection = identified.parse((await make({ level: 'edit', collection: inner })).json).id
  expect((await list(path, identified)).map(one => one.id)).not.toContain(toSpace)
  expect((await get(`${path}/${toSpace}`)).json).toMatchObject({ level: 'read', space: { id: a } })
  const changed = await call('PATCH', `/v1${path}/${toSpace}`, { body: { level: 'edit' } })
  expect(changed).toMatchObject({ status: 200, json: { level: 'edit', space: { id: a } } })
  expect((await call('PATCH', `/v1${path}/${toSpace}`, { body: { role: 'edit' } })).status).toBe(400)
  for (const body of [{}, { role: 'boss' }, { level: 'edit' }, { role: 'edit', space: a }])
    expect((await make(body)).status, JSON.stringify(body)).toBe(400)
  expect((await make({ level: 'edit', space: 'none' })).status).toBe(404)
  expect(await call('POST', `/v1${base}/invites/${toSpace}`)).toMatchObject({ status: 200, json: {} })
  await call('DELETE', `/v1/collections/${inner}`)
  expect((await get(`${path}/${toCollection}`)).status).toBe(404)
  expect((await call('DELETE', `/v1${path}/${id}`)).status).toBe(205)
  expect((await call('DELETE', `/v1${path}/${id}`)).status).toBe(204)
  expect((await call('DELETE', `/v1/orgs/none/link-invites/${id}`)).status).toBe(404)
})

test('the document alone has none of these extensions, but deletes link invites', async () => {
  const { get, call, emulator, space } = await start(undefined, { profile: 'document' })
  const base = `/orgs/${emulator.organization}`
  for (const path of [`/spaces/${space}/permissions/users`, `${base}/link-invites`, '/subdomains/acme-docs'])
    expect((await get(path)).status, path).toBe(404)
  expect((await call('DELETE', `/v1${base}/link-invites/none`)).status).toBe(204)
})
