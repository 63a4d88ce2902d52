import { expect, test } from 'vitest'
import { listed, startWithSite } from './site-start.ts'

test('the newest service records what changed something, by whom, newest first', async () => {
  const { call, site, spaces, make, organization } = await startWithSite(1, { profile: 'current' })
  const events = async (query = '') =>
    (await call('GET', `/v1/orgs/${organization}/audit-events${query}`)).json
  const item = await make('/site-spaces', { spaceId: spaces[0] })
  await call('GET', `${site}/sections`)
  await call('PATCH', `${site}/site-spaces/none`, { body: {} })
  await call('PATCH', `/v1/spaces/${spaces[0]}`, { body: { title: 'T' } })
  await call('DELETE', `${site}/site-spaces/${item.id}`)
  expect(await events()).toMatchObject({
    count: 4,
    items: [
      { object: 'audit-event', action: 'deleteSiteSpaceById', target: { type: 'site-space', id: item.id } },
      {
        action: 'updateSpaceById',
        target: { type: 'space', id: spaces[0] },
        actor: { type: 'user', id: expect.any(String), label: 'Ada Brandt' },
        occurredAt: expect.any(String),
        source: 'api',
      },
      { action: 'addSpaceToSite', target: { type: 'site-space', id: item.id } },
      { action: 'createSite' },
    ],
  })
  expect(await events('?action=addSpaceToSite')).toMatchObject({ count: 1 })
  expect(await events(`?target=${spaces[0]}`)).toMatchObject({ count: 1 })
  expect(await events('?to=2020-01-01T00:00:00Z')).toMatchObject({ count: 0 })
  expect(await events('?from=2020-01-01T00:00:00Z&limit=1')).toMatchObject({
    count: 4,
    next: { page: expect.any(String) },
  })
  for (const bad of ['?limit=101', '?from=yesterday'])
    expect(await events(bad)).toMatchObject({ error: { code: 400 } })
})

test('an event is read with its payload, and all actions are named', async () => {
  const { call, organization } = await startWithSite(1, { profile: 'current' })
  const { json } = await call('GET', `/v1/orgs/${organization}/audit-events`)
  const id = listed.parse(json).items[0]?.id
  const one = await call('GET', `/v1/orgs/${organization}/audit-events/${id}`)
  expect(one).toMatchObject({
    status: 200,
    json: { id, schemaVersion: 1, payload: { organizationId: organization } },
  })
  expect((await call('GET', `/v1/orgs/${organization}/audit-events/none`)).status).toBe(404)
  const actions = (await call('GET', `/v1/orgs/${organization}/audit-event-actions`)).text
  expect(actions).toContain('"id":"createSite"')
  expect(actions).not.toContain('"getSiteById"')
})

test('other services have no audit events', async () => {
  const { get, organization } = await startWithSite(1)
  expect((await get(`/orgs/${organization}/audit-events`)).status).toBe(404)
})
