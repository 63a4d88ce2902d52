import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { SMALL, start, writeBundle } from './start.ts'

const dateTime = z.iso.datetime()
const role = z.enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])
const booleans = z.record(z.string(), z.boolean())
const user = z.object({
  object: z.literal('user'),
  id: z.string(),
  displayName: z.string().min(1),
  email: z.email(),
  photoURL: z.url(),
  urls: z.object({ location: z.url() }),
})
const member = z.object({
  object: z.literal('member'),
  id: z.string(),
  role: role.nullable(),
  user,
  disabled: z.boolean(),
  joinedAt: dateTime,
  lastSeenAt: dateTime.optional(),
  sso: z.boolean(),
  spaces: z.number(),
  teams: z.number(),
})
const team = z.object({
  object: z.literal('team'),
  id: z.string(),
  title: z.string().min(1).max(64),
  members: z.number(),
  spaces: z.number(),
  createdAt: dateTime,
  permissions: z.object({ admin: z.boolean(), view: z.boolean() }),
})
const space = z.object({
  object: z.literal('space'),
  id: z.string(),
  title: z.string().max(50),
  emoji: z.string().max(50),
  visibility: z.enum(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private']),
  createdAt: dateTime,
  updatedAt: dateTime,
  editMode: z.enum(['live', 'locked']),
  urls: z.looseObject({ location: z.url(), app: z.url() }),
  organization: z.string(),
  parent: z.string().optional(),
  revision: z.string(),
  defaultLevel: role.nullable(),
  comments: z.number(),
  changeRequests: z.number(),
  changeRequestsOpen: z.number(),
  changeRequestsDraft: z.number(),
  permissions: booleans,
})
const collection = z.object({
  object: z.literal('collection'),
  id: z.string(),
  title: z.string().max(50),
  description: z.string().max(100).optional(),
  organization: z.string(),
  parent: z.string().optional(),
  defaultLevel: role.nullable(),
  urls: z.object({ location: z.url(), app: z.url() }),
  permissions: booleans,
})
const organization = z.looseObject({
  object: z.literal('organization'),
  id: z.string(),
  title: z.string().min(2).max(255),
  createdAt: dateTime,
  emailDomains: z.array(z.string()),
  hostname: z.string().min(3).max(32),
  type: z.enum(['business', 'community']),
  inviteLinks: z.boolean(),
  plan: z.string(),
  urls: z.looseObject({ location: z.url(), app: z.url() }),
  permissions: booleans,
})
const spec = z.object({
  object: z.literal('openapi-spec'),
  id: z.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  processingState: z.literal('complete'),
  lastVersion: z.string(),
  lastProcessedAt: dateTime,
  permissions: z.object({ view: z.boolean(), edit: z.boolean() }),
  urls: z.object({ location: z.url(), app: z.url() }),
})
const version = z.object({
  object: z.literal('openapi-spec-version'),
  id: z.string(),
  createdAt: dateTime,
  url: z.url().max(2048),
  urls: z.object({ location: z.url() }),
})
const translation = z.object({
  object: z.literal('translation-settings'),
  id: z.string(),
  title: z.string().min(1).max(100),
  languages: z.array(z.string()),
  createdAt: dateTime,
  updatedAt: dateTime,
  permissions: z.object({ view: z.boolean(), edit: z.boolean() }),
  urls: z.object({ location: z.url() }),
})
const memberSpace = z.object({ permission: role, space })
const teamMember = z.object({
  organization: member,
  team: z.object({ role: z.enum(['owner', 'member']) }),
  permissions: z.object({ view: z.boolean() }),
})
const memberTeam = z.object({ team, member: z.object({ role: z.enum(['owner', 'member']) }) })

const ofOrganization = (id: string) => `/orgs/${id}`

test('every object has the fields that the document requires, with their types', async () => {
  const second = await writeBundle(SMALL)
  const load = [await writeBundle(SMALL), second].map((folder, index) => ({ title: `Docs ${index}`, folder }))
  const { list, read, emulator } = await start(null, {
    profile: 'document',
    load,
    members: 12,
    teams: 3,
    organizations: 2,
  })
  const base = ofOrganization(emulator.organization)
  expect(await list('/orgs', organization)).toHaveLength(3)
  expect(await list(`${base}/members`, member)).toHaveLength(12)
  expect(await list(`${base}/teams`, team)).toHaveLength(3)
  expect(await list(`${base}/collections`, collection)).toHaveLength(2)
  const [settings] = await list(`${base}/translations`, translation)
  expect(await read(`${base}/translations/${settings?.id}`, translation)).toEqual(settings)
  const [{ id }] = z
    .tuple([z.looseObject({ id: z.string() })])
    .rest(z.unknown())
    .parse(await list(`${base}/members`, member))
  expect(await list(`${base}/members/${id}/spaces`, memberSpace)).toHaveLength(2)
})

test('counts equal lists: teams and their members, members and their teams and spaces', async () => {
  const { list, emulator } = await start(undefined, { members: 20, teams: 5 })
  const base = ofOrganization(emulator.organization)
  for (const { id, members } of await list(`${base}/teams`, team)) {
    const roster = await list(`${base}/teams/${id}/members`, teamMember)
    expect(roster).toHaveLength(members)
    expect(roster.filter(one => one.team.role === 'owner')).toHaveLength(1)
    const [first] = roster
    const ofFirst = await list(`${base}/members/${first?.organization.id}/teams`, memberTeam)
    expect(ofFirst.find(one => one.team.id === id)?.member).toEqual(first?.team)
  }
  for (const { id, spaces, teams } of await list(`${base}/members`, member)) {
    expect(await list(`${base}/members/${id}/spaces`, memberSpace)).toHaveLength(spaces)
    expect(await list(`${base}/members/${id}/teams`, memberTeam)).toHaveLength(teams)
  }
})

test('the owner of the token is an administrator and sees every space as one', async () => {
  const load = [1, 2, 3].map(async index => ({ title: `S${index}`, folder: await writeBundle(SMALL) }))
  const { list, read, emulator } = await start(null, { load: await Promise.all(load) })
  const base = ofOrganization(emulator.organization)
  const { id } = await read('/user', user)
  expect(await read(`${base}/members/${id}`, member)).toMatchObject({ role: 'admin' })
  const access = await list(`${base}/members/${id}/spaces`, memberSpace)
  expect(access.map(one => one.permission)).toEqual(['admin', 'admin', 'admin'])
  const spaces = await list(`${base}/spaces`, space)
  expect(access.map(one => one.space.id).sort()).toEqual(spaces.map(one => one.id).sort())
})

test('members are filtered by role, guests included, searched, ordered and sorted', async () => {
  const { list, read, emulator } = await start(null, { members: 30 })
  const path = `${ofOrganization(emulator.organization)}/members`
  const query = (path: string) => read(path, z.object({ items: z.array(member) }))
  const all = await list(path, member)
  expect(all.some(one => one.role === null)).toBe(true)
  const { items } = await query(`${path}?role=guest&limit=100`)
  expect(items).toEqual(all.filter(one => one.role === null))
  expect((await query(`${path}?role=edit&limit=100`)).items.every(one => one.role === 'edit')).toBe(true)
  const joined = (await query(`${path}?order=asc&limit=100`)).items.map(one => one.joinedAt)
  expect(joined).toEqual([...joined].sort())
  expect(all.map(one => one.joinedAt)).toEqual([...joined].reverse())
  const active = (await query(`${path}?sort=lastSeenAt&limit=100`)).items
  expect(active.length).toBeLessThan(all.length)
  expect(active.every(one => one.lastSeenAt !== undefined && !one.disabled)).toBe(true)
  const someone = all[3]
  const found = (await query(`${path}?search=${encodeURIComponent(someone?.user.email.toUpperCase() ?? '')}`))
    .items
  expect(found.map(one => one.id)).toEqual([someone?.id])
})

test('with two spaces the last one is in the nested collection', async () => {
  const load = [1, 2].map(async index => ({ title: `S${index}`, folder: await writeBundle(SMALL) }))
  const { list, read, emulator } = await start(null, { load: await Promise.all(load) })
  const path = `${ofOrganization(emulator.organization)}/collections`
  const [outer, inner] = await list(path, collection)
  expect(outer?.title).toBe('Handbooks')
  expect(inner?.parent).toBe(outer?.id)
  const roots = await read(`${path}?nested=false`, z.object({ items: z.array(collection) }))
  expect(roots.items).toEqual([outer])
  expect(await list(`/collections/${outer?.id}/spaces`, space)).toEqual([])
  const [nested] = await list(`/collections/${inner?.id}/spaces`, space)
  expect(nested).toMatchObject({ title: 'S2', parent: inner?.id, visibility: 'in-collection' })
  expect(await read(`/collections/${inner?.id}`, collection)).toEqual(inner)
})

test('teams are filtered by title and by who owns them', async () => {
  const { read, list, emulator } = await start(null, { members: 9, teams: 6 })
  const path = `${ofOrganization(emulator.organization)}/teams`
  const items = async (query: string) =>
    (await read(`${path}?${query}`, z.object({ items: z.array(team) }))).items
  const teams = await list(path, team)
  expect((await items('title=SUPP')).map(one => one.title)).toEqual(['Support'])
  const { id } = await read('/user', user)
  const owned = await items(`owner=${id}`)
  expect(owned.length).toBeGreaterThan(0)
  expect(owned.length).toBeLessThan(teams.length)
})

test('a specification file is a specification with one version, content and text', async () => {
  const folder = await writeBundle({})
  const file = join(folder, 'Pet Store v2.yaml')
  await writeFile(file, 'openapi: 3.1.0\ninfo:\n  title: Pets\n')
  const { list, read, call, emulator } = await start(null, { specs: [file, file] })
  const path = `${ofOrganization(emulator.organization)}/openapi`
  expect((await list(path, spec)).map(one => one.slug)).toEqual(['pet-store-v2', 'pet-store-v2-2'])
  const { lastVersion } = await read(`${path}/pet-store-v2`, spec)
  const [only] = await list(`${path}/pet-store-v2/versions`, version)
  expect(only?.id).toBe(lastVersion)
  expect(await read(`${path}/pet-store-v2/versions/latest`, version)).toMatchObject({ id: lastVersion })
  expect(await read(`${path}/pet-store-v2/versions/${lastVersion}`, version)).toMatchObject({
    id: lastVersion,
  })
  const content = { filesystem: { 'Pet Store v2.yaml': { openapi: '3.1.0', info: { title: 'Pets' } } } }
  for (const which of ['latest', lastVersion]) {
    const answer = await read(
      `${path}/pet-store-v2/versions/${which}/content`,
      z.looseObject({ url: z.url() }),
    )
    expect(answer).toMatchObject(content)
    const { pathname, search } = new URL(answer.url)
    expect((await call('GET', pathname + search)).text).toBe('openapi: 3.1.0\ninfo:\n  title: Pets\n')
  }
})
