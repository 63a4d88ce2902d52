import { expect, test } from 'vitest'
import { z } from 'zod'
import { object } from './site-start.ts'
import { start } from './start.ts'

const named = z.object({ items: z.array(z.looseObject({ name: z.string() })) })
const GOOD = { title: 'Tickets', description: 'Shows tickets', script: 'export default {}' }

test('integrations are filtered by everything that the document names', async () => {
  const { get, emulator } = await start()
  const names = async (query: string) => {
    const { json } = await get(`/integrations${query}`)
    return named.parse(json).items.map(one => one.name)
  }
  expect(await names('')).toEqual(['git-sync', 'chat', 'drawings'])
  expect(await names('?search=CHA')).toEqual(['chat'])
  expect(await names('?category=gitsync')).toEqual(['git-sync'])
  expect(await names('?scope=space:content:read')).toEqual(['drawings'])
  expect(await names('?target=organization')).toEqual(['chat'])
  expect(await names('?blocks=true')).toEqual(['drawings'])
  expect(await names('?blocks=false&contentSources=false')).toEqual(['git-sync', 'chat'])
  expect(await names('?contentSources=true')).toEqual([])
  expect(await names('?blockDomain=drawings.example')).toEqual(['drawings'])
  expect(await names(`?owner=${emulator.organization}&search=null`)).toHaveLength(3)
  expect(await names('?owner=none')).toEqual([])
  for (const bad of [
    '?category=x',
    '?scope=x',
    '?target=x',
    '?blocks=1',
    `?blockDomain=${'x'.repeat(101)}`,
    '?blockDomain=a/b',
  ])
    expect((await get(`/integrations${bad}`)).status, bad).toBe(400)
})

test('publishing makes an integration, publishing again its next version, unpublishing ends it', async () => {
  const { call, get, emulator } = await start()
  const body = { ...GOOD, organization: 'acme-docs', secrets: { key: 'very secret' }, categories: ['other'] }
  const first = await call('POST', '/v1/integrations/tickets', { body })
  expect(first).toMatchObject({
    status: 200,
    json: {
      object: 'integration',
      name: 'tickets',
      version: 1,
      title: 'Tickets',
      target: 'all',
      visibility: 'private',
      owner: { object: 'organization', id: emulator.organization },
      permissions: { admin: true },
    },
  })
  expect(first.text).not.toContain('very secret')
  expect((await call('POST', '/v1/integrations/tickets', { body })).json).toMatchObject({ version: 2 })
  expect((await get('/integrations/tickets')).json).toMatchObject({ version: 2 })
  expect((await call('DELETE', '/v1/integrations/tickets')).status).toBe(204)
  expect((await get('/integrations/tickets')).status).toBe(404)
  expect((await get('/integrations/tickets/installations')).status).toBe(404)
})

test('every limit of publishing: at it good, beyond it 400 that names the field', async () => {
  const { call, emulator } = await start()
  const { organization } = emulator
  const x = (length: number) => 'x'.repeat(length)
  const limits: [string, unknown[], unknown[]][] = [
    ['title', [x(2), x(30)], [x(1), x(31), undefined]],
    ['description', ['', x(100)], [x(101), undefined]],
    ['summary', [x(2048)], [x(2049)]],
    ['previewImages', [['QUJD', 'QUJD', 'QUJD']], [['QUJD', 'QUJD', 'QUJD', 'QUJD'], ['!']]],
    ['runtime', ['v1', 'v2'], ['v3']],
    ['visibility', ['public', 'private', 'unlisted'], ['hidden']],
    ['target', ['all', 'site', 'space', 'organization'], ['page']],
    ['scopes', [['openapi:read']], [['everything']]],
    ['categories', [['marketing']], [['fun']]],
    ['script', [''], [undefined, 4]],
    ['secrets', [{ a: 'b' }], [{ a: 1 }]],
    ['contentSecurityPolicy', ['default-src none', { 'default-src': 'none' }], [5]],
  ]
  for (const [field, good, bad] of limits) {
    for (const value of good)
      expect(
        (await call('POST', '/v1/integrations/x', { body: { ...GOOD, organization, [field]: value } }))
          .status,
        field,
      ).toBe(200)
    for (const value of bad) {
      const reply = await call('POST', '/v1/integrations/x', {
        body: { ...GOOD, organization, [field]: value },
      })
      expect(reply, field).toMatchObject({
        status: 400,
        json: { error: { message: expect.stringContaining(field) } },
      })
    }
  }
  expect((await call('POST', '/v1/integrations/x', { body: { ...GOOD, organization: 'none' } })).status).toBe(
    404,
  )
  expect((await call('POST', `/v1/integrations/${x(101)}`, { body: { ...GOOD, organization } })).status).toBe(
    400,
  )
  expect((await call('POST', '/v1/integrations/a%2Fb', { body: { ...GOOD, organization } })).status).toBe(400)
})

test('installations: of an organization, with configuration, on single spaces', async () => {
  const { call, get, emulator, space } = await start()
  const { organization } = emulator
  const listed = await get(`/orgs/${organization}/installations`)
  expect(listed.json).toMatchObject({
    count: 2,
    items: [
      {
        integration: { name: 'chat' },
        installation: { status: 'active', configuration: { channel: '#docs' }, target: { organization } },
      },
      { integration: { name: 'drawings' }, installation: { spaces: 1 } },
    ],
  })
  const made = await call('POST', '/v1/integrations/git-sync/installations', { body: { organization } })
  expect(made.status).toBe(201)
  expect(
    (await call('POST', '/v1/integrations/git-sync/installations', { body: { organization } })).status,
  ).toBe(400)
  const path = `/v1/integrations/git-sync/installations/${object.parse(made.json).id}`
  const changes = { externalIds: ['a', 'b'], configuration: { repository: 'r' } }
  expect((await call('PATCH', path, { body: changes })).json).toMatchObject(changes)
  expect((await call('PATCH', path, { body: { externalIds: ['1', '2', '3', '4', '5', '6'] } })).status).toBe(
    400,
  )
  expect((await get('/integrations/git-sync/installations?externalId=b')).json).toMatchObject({ count: 1 })
  expect((await get('/integrations/git-sync/installations?externalId=c')).json).toMatchObject({ count: 0 })
  expect(await call('POST', `${path}/spaces`, { body: { space } })).toMatchObject({
    status: 201,
    json: { space, integration: 'git-sync' },
  })
  expect((await call('GET', `${path}/spaces?extended=true`)).json).toMatchObject({
    items: [{ space: { id: space } }],
  })
  expect((await get(`/spaces/${space}/integrations`)).json).toMatchObject({
    items: [{ name: 'git-sync' }, { name: 'drawings' }],
  })
  expect((await call('GET', path)).json).toMatchObject({ spaces: 1 })
  expect((await call('DELETE', `${path}/spaces/${space}`)).status).toBe(205)
  expect((await call('DELETE', path)).status).toBe(205)
  expect((await call('DELETE', path)).status).toBe(204)
})
