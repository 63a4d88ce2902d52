import { expect, test } from 'vitest'
import { z } from 'zod'
import { listed, startWithSite, withDefaultSite } from './site-start.ts'
import { start } from './start.ts'

const linkUrls = z.object({ published: z.url() })
const COLOR = { light: '#123456', dark: '#abcdef' }

test('the visibility of a space follows from the sites it is published on', async () => {
  const { call, site, spaces, make, get } = await startWithSite()
  await make('/site-spaces', { spaceId: spaces[0] })
  const visibility = async () => (await get(`/spaces/${spaces[0]}`)).json
  expect(await visibility()).toMatchObject({ visibility: 'private' })
  expect((await call('POST', `${site}/publish`)).json).toMatchObject({ object: 'site', published: true })
  expect(await visibility()).toMatchObject({ visibility: 'public', urls: { published: expect.any(String) } })
  await call('PATCH', site, { body: { visibility: 'visitor-auth' } })
  expect(await visibility()).toMatchObject({ visibility: 'visitor-auth', visitorAuth: { backend: 'custom' } })
  await call('POST', `${site}/unpublish`)
  expect(await visibility()).toMatchObject({ visibility: 'private' })
})

test('a share link opens the published URLs of its site until it is switched off', async () => {
  const { call, site, spaces, make, items } = await startWithSite()
  await make('/site-spaces', { spaceId: spaces[0] })
  await call('PATCH', site, { body: { visibility: 'share-link' } })
  await call('POST', `${site}/publish`)
  const link = await make('/share-links', { name: 'Reviewers' })
  expect(link).toMatchObject({
    object: 'share-link',
    active: true,
    name: 'Reviewers',
    createdAt: expect.any(String),
  })
  expect(link).not.toHaveProperty('key')
  const key = new URL(linkUrls.parse(link.urls).published).pathname.split('/').at(-2)
  const urls = async (query: string) => (await call('GET', `${site}/site-spaces${query}`)).json
  expect(await urls('')).toMatchObject({ items: [{ urls: {} }] })
  expect(await urls(`?shareKey=${key}`)).toMatchObject({
    items: [{ urls: { published: expect.any(String) } }],
  })
  expect(await urls('?shareKey=null')).toMatchObject({ items: [{ urls: {} }] })
  const off = await call('PATCH', `${site}/share-links/${link.id}`, { body: { active: false } })
  expect(off).toMatchObject({ status: 200, json: { active: false } })
  expect((await items('/share-links'))[0]).toMatchObject({ active: false })
  expect(JSON.stringify(await urls(`?shareKey=${key}`))).not.toContain('published":"')
  for (const name of ['x'.repeat(51), 5, null])
    expect((await call('POST', `${site}/share-links`, { body: { name } })).status).toBe(400)
  expect((await call('POST', `${site}/share-links`)).status).toBe(400)
  expect(await items('/share-links')).toHaveLength(1)
})

test('sites are listed with filters, changed, and gone with the default content they were', async () => {
  const { call, site, spaces, make, organization, emulator } = await startWithSite(2, { sites: 4 })
  const all = `/v1/orgs/${organization}/sites`
  expect((await call('GET', all)).json).toMatchObject({ count: 5 })
  expect((await call('GET', `${all}?published=false`)).json).toMatchObject({ count: 2 })
  expect((await call('GET', `${all}?title=DOCS&type=basic`)).json).toMatchObject({ count: 3 })
  expect((await call('GET', `${all}?type=huge`)).status).toBe(400)
  await make('/site-spaces', { spaceId: spaces[1] })
  const changes = {
    title: 'New',
    basename: 'new',
    agentsContext: 'excluded',
    adaptiveContent: { enabled: true },
  }
  expect((await call('PATCH', site, { body: changes })).json).toMatchObject({ ...changes, siteSpaces: 1 })
  expect((await call('PATCH', site, { body: { title: 'x' } })).status).toBe(400)
  const defaultContent = { type: 'site', site: site.split('/').at(-1) }
  emulator.patch('organization', organization, { defaultContent })
  expect((await call('DELETE', site)).status).toBe(205)
  expect((await call('DELETE', site)).status).toBe(204)
  expect((await call('GET', `/v1/orgs/${organization}`)).json).not.toHaveProperty('defaultContent')
})

test('a generated site has everything, and the first one is the default content', async () => {
  const { get, organization } = await startWithSite(4, { sites: 2 })
  const { json } = await get(`/orgs/${organization}`)
  const { site } = withDefaultSite.parse(json).defaultContent
  const base = `/orgs/${organization}/sites/${site}`
  expect((await get(`${base}/published`)).json).toMatchObject({
    site: { id: site },
    structure: {
      type: 'sections',
      structure: [{ object: 'site-section' }, { object: 'site-section-group' }],
    },
    customizations: { site: { title: 'Product Docs' } },
  })
  expect((await get(`${base}/share-links`)).json).toMatchObject({ count: 2 })
  expect((await get(`${base}/redirects`)).json).toMatchObject({ count: 2 })
  expect((await get(`${base}/adaptive-schema`)).json).toMatchObject({ jsonSchema: { type: 'object' } })
})

test('customization is replaced whole, with defaults; a site space overrides single settings', async () => {
  const { call, site, spaces, make } = await startWithSite()
  const path = `${site}/customization`
  await call('PUT', path, {
    body: { title: 'Mine', styling: { primaryColor: COLOR, theme: 'bold' } },
  })
  const written = {
    title: 'Mine',
    styling: { primaryColor: COLOR, theme: 'bold', corners: 'rounded' },
  }
  expect((await call('GET', path)).json).toMatchObject(written)
  const item = await make('/site-spaces', { spaceId: spaces[0] })
  const own = `${site}/site-spaces/${item.id}/customization`
  const patched = await call('PATCH', own, { body: { styling: { theme: 'muted' } } })
  expect(patched.json).toMatchObject({ styling: { theme: 'muted', primaryColor: COLOR } })
  await call('PATCH', own, { body: { styling: { theme: null } } })
  expect((await call('GET', own)).json).toMatchObject({ styling: { theme: 'bold' } })
  expect((await call('DELETE', own)).status).toBe(205)
  expect((await call('DELETE', own)).status).toBe(204)
  expect((await call('GET', own)).json).toMatchObject({ styling: { theme: 'bold' } })
  for (const bad of [
    { styling: { theme: 'x' } },
    { title: 'x' },
    { extra: 1 },
    { styling: { extra: 1 } },
    { styling: { primaryColor: { light: 'red' } } },
  ])
    expect((await call('PUT', path, { body: bad })).status).toBe(400)
  expect((await call('GET', path)).json).toMatchObject(written)
})

test('redirects lead somewhere that is there, and go when it goes', async () => {
  const { call, site, spaces, make, items, status } = await startWithSite()
  const item = await make('/site-spaces', { spaceId: spaces[0] })
  const destination = { kind: 'site-space', siteSpaceId: item.id }
  const redirect = await make('/redirects', { source: '/old', destination })
  expect(await status('POST', '/redirects', { source: '/old', destination })).toBe(400)
  expect(await status('POST', '/redirects', { source: 'x'.repeat(513), destination })).toBe(400)
  const missing = { kind: 'site-page', siteSpaceId: item.id, pageId: 'none' }
  expect(await status('POST', '/redirects', { source: '/new', destination: missing })).toBe(404)
  expect((await call('GET', `${site}/redirect?source=/old`)).json).toMatchObject({
    redirect: { id: redirect.id },
  })
  const patched = await call('PATCH', `${site}/redirects/${redirect.id}`, { body: { source: '/older' } })
  expect(patched.json).toMatchObject({ source: '/older' })
  expect(await status('PUT', '/redirects', { redirects: [] })).toBe(404)
  await status('DELETE', `/site-spaces/${item.id}`)
  expect(await items('/redirects')).toEqual([])
})

test('the newest service takes redirects in bulk, with a result for each', async () => {
  const { call, site, spaces, make } = await startWithSite(1, { profile: 'current' })
  const item = await make('/site-spaces', { spaceId: spaces[0] })
  const destination = { kind: 'site-space', siteSpaceId: item.id }
  const put = (redirects: unknown[]) => call('PUT', `${site}/redirects`, { body: { redirects } })
  const first = await put([
    { source: '/a', destination },
    { source: '/b', destination: { ...destination, siteSpaceId: 'no' } },
  ])
  expect(first.json).toMatchObject({
    results: [{ status: 'created' }, { status: 'error', error: expect.any(String) }],
  })
  const second = await put([
    { source: '/a', destination },
    { source: '/a', destination: null },
  ])
  expect(second.json).toMatchObject({ results: [{ status: 'updated' }, { status: 'deleted' }] })
  expect((await put(Array.from({ length: 501 }, () => ({ source: '/x' })))).status).toBe(400)
})

test('visitor authentication, visitor attributes and MCP servers are kept', async () => {
  const { call, site, make, items, status } = await startWithSite()
  const auth = `${site}/publishing/auth`
  const before = (await call('GET', auth)).json
  const set = { backend: 'custom', fallbackURL: 'https://login.example/' }
  expect((await call('PATCH', auth, { body: set })).json).toMatchObject(set)
  expect((await call('POST', `${auth}/regenerate`)).json).not.toEqual(before)
  expect((await call('PATCH', auth, { body: { backend: 'integration', integration: 'none' } })).status).toBe(
    400,
  )
  expect(await status('GET', '/adaptive-schema')).toBe(404)
  const plan = { type: 'string', description: 'What the visitor pays for' }
  const jsonSchema = { type: 'object', properties: { plan }, additionalProperties: false }
  expect(
    await status('PUT', '/adaptive-schema', { jsonSchema: { ...jsonSchema, properties: { plan: {} } } }),
  ).toBe(400)
  expect((await call('PUT', `${site}/adaptive-schema`, { body: { jsonSchema } })).json).toMatchObject({
    jsonSchema,
  })
  const server = await make('/mcp-servers', {
    name: 'Search',
    url: 'https://mcp.example/',
    headers: { a: 'b' },
  })
  expect(await status('PATCH', `/mcp-servers/${server.id}`, { name: '' })).toBe(400)
  expect(
    (await call('PATCH', `${site}/mcp-servers/${server.id}`, { body: { name: 'Find' } })).json,
  ).toMatchObject({ name: 'Find' })
  expect(await items('/mcp-servers')).toMatchObject([{ id: server.id, name: 'Find' }])
  expect(await status('DELETE', `/mcp-servers/${server.id}`)).toBe(205)
})

test('who can reach a site, and whence; the newest service also grants on the site itself', async () => {
  const { call, site, spaces, make, status, organization } = await startWithSite(1, {
    profile: 'current',
    members: 4,
    teams: 1,
  })
  await make('/site-spaces', { spaceId: spaces[0] })
  const aggregate = async () => (await call('GET', `${site}/permissions/aggregate`)).json
  expect(await aggregate()).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ permission: 'admin', origin: { type: 'organization', organization } }),
    ]),
  })
  const { json } = await call('GET', `/v1/orgs/${organization}/members?role=guest`)
  const guest = listed.parse(json).items[0]?.id ?? ''
  expect(await status('POST', '/permissions', { users: [guest], role: 'review' })).toBe(204)
  expect((await call('GET', `${site}/permissions/users`)).json).toMatchObject({
    items: [{ permission: 'review', user: { id: guest } }],
  })
  expect(JSON.stringify(await aggregate())).toContain('"reason":"member"')
  expect(await status('PATCH', `/permissions/users/${guest}`, { role: 'edit' })).toBe(204)
  expect(await status('DELETE', `/permissions/users/${guest}`)).toBe(205)
  expect(await status('DELETE', `/permissions/users/${guest}`)).toBe(204)
  expect(await status('GET', '/permissions/teams')).toBe(200)
})

test('a service of the document alone knows the parts of a site and not the site', async () => {
  const { call, emulator } = await start(undefined, { profile: 'document', sites: 1 })
  const { json } = await call('GET', `/v1/orgs/${emulator.organization}`)
  const { site } = withDefaultSite.parse(json).defaultContent
  const base = `/v1/orgs/${emulator.organization}/sites`
  expect((await call('GET', base)).status).toBe(404)
  expect((await call('GET', `${base}/${site}/structure`)).status).toBe(404)
  for (const part of ['sections', 'section-groups', 'site-spaces', 'share-links'])
    expect((await call('GET', `${base}/${site}/${part}`)).status, part).toBe(200)
})
