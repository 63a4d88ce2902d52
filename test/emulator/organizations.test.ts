import { expect, test } from 'vitest'
import { z } from 'zod'
import { SMALL, start, writeBundle } from './start.ts'

const identified = z.looseObject({ id: z.string() })

test('settings of an organization are changed within their limits', async () => {
  const { call, read, emulator } = await start(null)
  const path = `/v1/orgs/${emulator.organization}`
  const logo = 'https://example.com/logo.svg'
  const settings = {
    title: 'xx',
    emailDomains: ['acme.example', 'example.org'],
    hostname: 'a-1',
    defaultRole: null,
    sso: true,
    ai: false,
    inviteLinks: false,
  }
  const reply = await call('PATCH', path, { body: { ...settings, defaultContent: null, logo } })
  expect(reply).toMatchObject({ status: 200, json: { ...settings, urls: { logo } } })
  expect(reply.json).not.toHaveProperty('defaultContent')
  expect(await read(`/orgs/${emulator.organization}`, identified)).toEqual(reply.json)
  expect((await call('PATCH', path, { body: { logo: null } })).json).not.toHaveProperty('urls.logo')
  expect(await call('PATCH', path)).toMatchObject({ status: 200, json: settings })
  const longest = { title: 'x'.repeat(255), hostname: 'h'.repeat(32) }
  expect((await call('PATCH', path, { body: longest })).json).toMatchObject(longest)
})

test('bad settings of an organization are refused with the name of the field, and change nothing', async () => {
  const { call, read, emulator } = await start(null, { organizations: 1 })
  const path = `/orgs/${emulator.organization}`
  const before = await read(path, identified)
  const bad = [
    { title: 'x' },
    { title: 'x'.repeat(256) },
    { hostname: 'ab' },
    { hostname: 'h'.repeat(33) },
    { hostname: 'Upper' },
    { hostname: 'acme-docs-2' },
    { emailDomains: 'acme.example' },
    { emailDomains: ['not a domain'] },
    { defaultRole: 'boss' },
    { defaultContent: { type: 'site', site: 'none' } },
    { logo: `https://example.com/${'x'.repeat(2048)}` },
    { sso: 'yes' },
    { ai: 1 },
    { inviteLinks: null },
  ]
  for (const body of bad) {
    const [field = ''] = Object.keys(body)
    const json = { error: { code: 400, message: expect.stringContaining(field) } }
    expect(await call('PATCH', `/v1${path}`, { body }), field).toMatchObject({ status: 400, json })
  }
  expect(await read(path, identified)).toEqual(before)
  expect((await call('PATCH', '/v1/orgs/none', { body: {} })).status).toBe(404)
})

test('organizations are found by e-mail domain and by hostname', async () => {
  const { read, get, emulator } = await start(null)
  const found = z.strictObject({ organizations: z.array(identified) })
  expect(await read('/email-domains/ACME.example/orgs', found)).toMatchObject({
    organizations: [{ id: emulator.organization }],
  })
  expect(await read('/email-domains/other.example/orgs', found)).toEqual({ organizations: [] })
  expect(await read('/subdomains/acme-docs', z.looseObject({}))).toEqual({
    object: 'subdomain',
    subdomain: 'acme-docs',
    target: { type: 'organization', organization: emulator.organization },
    isActive: true,
  })
  expect((await get('/subdomains/nobody')).status).toBe(404)
})

test('a search of the organization answers spaces with the pages that were found', async () => {
  const load = [
    { title: 'A', folder: await writeBundle(SMALL) },
    { title: 'B', folder: await writeBundle({ ...SMALL, 'guide.md': '# Guide\n\nA walrus.\n' }) },
  ]
  const { read, get, emulator } = await start(null, { load })
  const path = `/orgs/${emulator.organization}/search`
  const items = z.looseObject({ count: z.number(), items: z.array(z.looseObject({ title: z.string() })) })
  expect((await read(`${path}?query=setup`, items)).items.map(one => one.title)).toEqual(['A', 'B'])
  expect(await read(`${path}?query=walrus`, items)).toMatchObject({
    count: 1,
    items: [{ title: 'B', pages: [{ title: 'Guide', path: 'guide' }] }],
  })
  expect((await get(path)).status).toBe(400)
  expect((await get(`${path}?query=${'x'.repeat(513)}`)).status).toBe(400)
  expect((await get(`${path}?query=${'x'.repeat(512)}`)).status).toBe(200)
  expect((await get('/orgs/none/search?query=x')).status).toBe(404)
})

test('the newest service makes organizations, which belong to the caller', async () => {
  const { call, list, emulator } = await start(null, { profile: 'current' })
  const reply = await call('POST', '/v1/orgs', { body: { title: 'Übungen', emailDomains: ['x.example'] } })
  const { id } = identified.parse(reply.json)
  expect(reply).toMatchObject({ status: 201, json: { object: 'organization', emailDomains: ['x.example'] } })
  expect((await list('/orgs', identified)).map(one => one.id)).toEqual([emulator.organization, id])
  expect(await list(`/orgs/${id}/members`, z.looseObject({}))).toMatchObject([{ role: 'admin' }])
  expect((await call('POST', '/v1/orgs', { body: { title: 'x' } })).status).toBe(400)
  const full = await start(null)
  expect((await full.call('POST', '/v1/orgs', { body: { title: 'xx' } })).status).toBe(404)
})
