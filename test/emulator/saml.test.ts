import { expect, test } from 'vitest'
import { z } from 'zod'
import { start } from './start.ts'

const dateTime = z.iso.datetime()
const provider = z.strictObject({
  object: z.literal('saml-provider'),
  id: z.string(),
  label: z.string().min(1).max(30),
  ssoURL: z.url().max(2048).optional(),
  entityID: z.string().max(1024).optional(),
  certificate: z.string().max(10_000).optional(),
  defaultTeam: z.looseObject({ object: z.literal('team'), id: z.string() }).optional(),
  defaultRole: z.string().nullable(),
  createdAt: dateTime,
  status: z.enum(['active', 'pending']),
  service: z.strictObject({ acsURL: z.url(), startURL: z.url(), entityID: z.string() }),
  urls: z.strictObject({ location: z.url() }),
})

async function startWithTeam() {
  const running = await start(null)
  const base = `/orgs/${running.emulator.organization}`
  const [team] = await running.list(`${base}/teams`, z.looseObject({ id: z.string() }))
  return { ...running, base, team: team?.id ?? '' }
}

test('the generated company has a provider that works and one that waits', async () => {
  const { list, base } = await startWithTeam()
  const [first, second] = await list(`${base}/saml`, provider, 1)
  expect(first).toMatchObject({ status: 'active', defaultTeam: { object: 'team' } })
  expect(second).toMatchObject({ status: 'pending' })
})

test('a provider is created, read, changed and deleted', async () => {
  const { call, get, read, base, team } = await startWithTeam()
  const label = 'x'.repeat(30)
  const created = await call('POST', `/v1${base}/saml`, { body: { label } })
  const made = provider.parse(created.json)
  expect(created).toMatchObject({ status: 201, json: { status: 'pending', defaultRole: null } })
  expect(created.headers.location).toBe(made.urls.location)
  const path = `${base}/saml/${made.id}`
  expect(await read(path, provider)).toEqual(made)
  const settings = {
    entityID: 'e'.repeat(1024),
    certificate: 'c'.repeat(10_000),
    ssoURL: `https://example.com/${'x'.repeat(2028)}`,
    defaultRole: 'comment',
  }
  const changed = await call('PATCH', `/v1${path}`, { body: { ...settings, defaultTeam: team } })
  expect(changed.json).toMatchObject({ ...settings, label, status: 'active', defaultTeam: { id: team } })
  const logins = z.strictObject({
    items: z.array(z.strictObject({ id: z.string(), label: z.string(), startURL: z.url() })),
  })
  const { items } = await read(`${base}/sso`, logins)
  expect(items).toContainEqual({ id: made.id, label, startURL: made.service.startURL })
  await call('DELETE', `/v1${base}/teams/${team}`)
  expect(await read(path, provider)).not.toHaveProperty('defaultTeam')
  for (let round = 0; round < 2; round++) expect((await call('DELETE', `/v1${path}`)).status).toBe(204)
  expect((await get(path)).status).toBe(404)
  expect((await get('/orgs/none/sso')).status).toBe(404)
})

test('values over the limits are refused with the name of the field, and change nothing', async () => {
  const { call, list, base } = await startWithTeam()
  const before = await list(`${base}/saml`, provider)
  const bad = [
    { label: '' },
    { label: 'x'.repeat(31) },
    { entityID: 'e'.repeat(1025) },
    { certificate: 'c'.repeat(10_001) },
    { ssoURL: `https://example.com/${'x'.repeat(2029)}` },
    { ssoURL: 'nowhere' },
    { defaultRole: 'boss' },
  ]
  for (const body of bad) {
    const [field = ''] = Object.keys(body)
    const refused = { status: 400, json: { error: { code: 400, message: expect.stringContaining(field) } } }
    expect(await call('PATCH', `/v1${base}/saml/${before[0]?.id}`, { body }), field).toMatchObject(refused)
    expect(await call('POST', `/v1${base}/saml`, { body: { label: 'L', ...body } })).toMatchObject(refused)
  }
  expect((await call('POST', `/v1${base}/saml`)).status).toBe(400)
  const strange = { label: 'L', defaultTeam: 'none' }
  expect((await call('POST', `/v1${base}/saml`, { body: strange })).status).toBe(404)
  expect(await list(`${base}/saml`, provider)).toEqual(before)
})
