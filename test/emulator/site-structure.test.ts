import { expect, test } from 'vitest'
import { ids, startWithSite } from './site-start.ts'

const errorOf = (status: number, field?: string) => ({
  status,
  json: { error: { code: status, message: expect.stringContaining(field ?? '') } },
})

test('a space goes to the root of a site without sections, and the first one is the default', async () => {
  const { call, site, spaces, items } = await startWithSite()
  const reply = await call('POST', `${site}/site-spaces`, { body: { spaceId: spaces[0] } })
  expect(reply).toMatchObject({
    status: 201,
    json: {
      object: 'site-space',
      id: expect.any(String),
      path: 'space-1',
      title: 'Space 1',
      default: true,
      hasAdvancedCustomizationFeature: false,
      space: { object: 'space', id: spaces[0] },
      urls: {},
    },
  })
  const location = `${reply.headers.location}`
  expect(new URL(location).pathname).toMatch(/\/site-spaces\/\w+$/)
  await call('POST', `${site}/site-spaces`, { body: { spaceId: spaces[1] } })
  expect((await items('/site-spaces')).map(one => one.default)).toEqual([true, false])
  const only = await call('GET', `${site}/site-spaces?default=true`)
  expect(only.json).toMatchObject({ count: 1, items: [{ title: 'Space 1' }] })
  expect((await call('GET', `${site}/site-spaces?default=false`)).json).toMatchObject({ count: 1 })
})

test('the first section takes what was at the root into a section before it', async () => {
  const { call, site, spaces, make, items } = await startWithSite()
  const root = await make('/site-spaces', { spaceId: spaces[0] })
  const section = await make('/sections', { spaceId: spaces[1], title: 'Guides', icon: 'book' })
  expect(section).toMatchObject({
    object: 'site-section',
    title: 'Guides',
    path: 'guides',
    icon: 'book',
    default: false,
    siteSpaces: [{ space: { id: spaces[1] }, default: true, section: section.id }],
  })
  const [first, second] = await items('/sections')
  expect(first).toMatchObject({ title: 'Space 1', default: true, siteSpaces: [{ id: root.id }] })
  expect(second?.id).toBe(section.id)
  const added = await make('/site-spaces', { spaceId: spaces[2] })
  expect(added.section).toBe(first?.id)
  expect((await call('GET', `${site}/structure`)).json).toMatchObject({
    type: 'sections',
    structure: [{ id: first?.id }, { id: section.id }],
  })
})

test('a section is changed field by field, null removes, and its default site space can be chosen', async () => {
  const { call, site, spaces, make } = await startWithSite()
  const section = await make('/sections', { spaceId: spaces[0], title: null, icon: null })
  expect(section).toMatchObject({ title: 'Space 1', default: true })
  const second = await make('/site-spaces', { spaceId: spaces[1], sectionId: section.id })
  const path = `${site}/sections/${section.id}`
  const body = { title: 'New', path: 'n', description: 'd', condition: 'visitor.claims.a', icon: 'star' }
  const changed = await call('PATCH', path, { body: { ...body, defaultSiteSpace: second.id } })
  expect(changed).toMatchObject({
    status: 200,
    json: { ...body, siteSpaces: [{ default: false }, { default: true }] },
  })
  const nulls = { condition: null, icon: null, description: null }
  const { json } = await call('PATCH', path, { body: nulls })
  expect(json).toMatchObject({ title: 'New', path: 'n' })
  for (const name of Object.keys(nulls)) expect(json).not.toHaveProperty(name)
})

test('limits of groups, sections and site spaces: at the limit good, beyond it 400, and nothing is changed', async () => {
  const { call, site, spaces, make } = await startWithSite()
  const section = await make('/sections', { spaceId: spaces[0], title: 'ab' })
  const group = await make('/section-groups', { title: 'g' })
  const [siteSpace] = (await make('/site-spaces', { spaceId: spaces[1] }))
    ? [await make('/site-spaces', { spaceId: spaces[2] })]
    : []
  const x = (length: number) => 'x'.repeat(length)
  const limits: [string, string, (string | null)[], unknown[]][] = [
    [`/sections/${section.id}`, 'title', [x(2), x(128)], [x(1), x(129), 7]],
    [`/sections/${section.id}`, 'path', [x(1), x(100)], ['', x(101), null]],
    [`/sections/${section.id}`, 'condition', [x(1), x(1024), null], ['', x(1025)]],
    [`/sections/${section.id}`, 'description', ['', x(256), null], [x(257), {}]],
    [`/sections/${section.id}`, 'icon', [x(50), null], [x(51)]],
    [`/section-groups/${group.id}`, 'title', [x(1), x(100)], ['', x(101), null]],
    [`/section-groups/${group.id}`, 'icon', [x(50), null], [x(51), 1]],
    [`/site-spaces/${siteSpace?.id}`, 'path', [x(1), x(100)], ['', x(101)]],
    [`/site-spaces/${siteSpace?.id}`, 'condition', [x(1), x(1024), null], ['', x(1025)]],
  ]
  for (const [path, field, good, bad] of limits) {
    for (const value of good)
      expect((await call('PATCH', `${site}${path}`, { body: { [field]: value } })).status).toBe(200)
    const before = (await call('GET', `${site}/structure`)).text
    for (const value of bad)
      expect(await call('PATCH', `${site}${path}`, { body: { [field]: value } })).toMatchObject(
        errorOf(400, field),
      )
    expect((await call('GET', `${site}/structure`)).text).toBe(before)
  }
})

test('unknown ids answer 404 everywhere below a site', async () => {
  const { call, site, spaces, make } = await startWithSite()
  const section = await make('/sections', { spaceId: spaces[0] })
  const requests: [string, string, unknown?][] = [
    ['GET', '/v1/orgs/none/sites/none/sections'],
    ['GET', `${site}x/site-spaces`],
    ['POST', `${site}/sections`, { spaceId: 'none' }],
    ['POST', `${site}/site-spaces`, { spaceId: spaces[0], sectionId: 'none' }],
    ['POST', `${site}/section-groups`, { title: 'G', sections: ['none'] }],
    ['PATCH', `${site}/sections/none`, {}],
    ['PATCH', `${site}/sections/${section.id}`, { defaultSiteSpace: 'none' }],
    ['PATCH', `${site}/site-spaces/none`, {}],
    [
      'POST',
      `${site}/sections/${section.id}/move`,
      { position: { after: { type: 'site-section', siteSection: 'no' } } },
    ],
    ['POST', `${site}/site-spaces/none/move`, { position: {} }],
    ['PATCH', `${site}/share-links/none`, {}],
  ]
  for (const [method, path, body] of requests)
    expect(await call(method, path, { body }), `${method} ${path}`).toMatchObject(errorOf(404))
})

test('deletes answer 205 for what was there and 204 for what was not', async () => {
  const { spaces, make, status, items } = await startWithSite()
  const section = await make('/sections', { spaceId: spaces[0] })
  const group = await make('/section-groups', { title: 'G', sections: [section.id] })
  const link = await make('/share-links', { name: 'L' })
  const extra = await make('/site-spaces', { spaceId: spaces[1] })
  const paths = [
    `/section-groups/${group.id}/sections/${section.id}`,
    `/section-groups/${group.id}`,
    `/share-links/${link.id}`,
    `/site-spaces/${extra.id}`,
    `/sections/${section.id}`,
  ]
  for (const path of paths) {
    if (path.endsWith(group.id)) expect(await items('/section-groups')).toMatchObject([{ sections: [] }])
    expect(await status('DELETE', path), path).toBe(205)
    if (!path.includes('/sections/') || path.startsWith('/sections'))
      expect(await status('DELETE', path), path).toBe(204)
  }
  expect(await items('/site-spaces')).toEqual([])
  expect(await items('/section-groups')).toEqual([])
})

test('the deprecated moves put an item before or after another one', async () => {
  const { call, site, spaces, make, items } = await startWithSite()
  const a = await make('/sections', { spaceId: spaces[0] })
  const b = await make('/sections', { spaceId: spaces[1] })
  const c = await make('/sections', { spaceId: spaces[2] })
  const moved = await call('POST', `${site}/sections/${c.id}/move`, {
    body: { position: { before: { type: 'site-section', siteSection: a.id } } },
  })
  expect(moved).toMatchObject({ status: 200, json: { id: c.id } })
  expect(ids(await items('/sections'))).toEqual([c.id, a.id, b.id])
  const second = await make('/site-spaces', { spaceId: spaces[1], sectionId: a.id })
  const [first] = (await items('/site-spaces')).filter(one => one.section === a.id)
  await call('POST', `${site}/site-spaces/${first?.id}/move`, {
    body: { position: { after: { type: 'site-space', siteSpace: second.id } } },
  })
  expect(ids((await items('/site-spaces')).filter(one => one.section === a.id))).toEqual([
    second.id,
    first?.id,
  ])
  const group = await make('/section-groups', { title: 'G', sections: [b.id] })
  const move = (position: unknown) =>
    call('POST', `${site}/section-groups/${group.id}/move`, { body: { position } })
  expect(await move({ before: { type: 'site-section', id: c.id } })).toMatchObject({ json: { id: group.id } })
  const { json } = await call('GET', `${site}/structure`)
  expect(json).toMatchObject({
    structure: [{ id: group.id, sections: [{ id: b.id }] }, { id: c.id }, { id: a.id }],
  })
  for (const bad of [
    {},
    undefined,
    { before: { type: 'x', id: c.id } },
    { after: { type: 'site-section', id: b.id } },
  ])
    expect((await move(bad)).status).toBe(400)
})

test('sorting the structure moves between groups, and refuses what cannot stand there', async () => {
  const { call, site, spaces, make } = await startWithSite()
  const a = await make('/sections', { spaceId: spaces[0] })
  const b = await make('/sections', { spaceId: spaces[1] })
  const group = await make('/section-groups', { title: 'G', sections: [a.id] })
  const sort = (item: unknown, position: unknown) =>
    call('PATCH', `${site}/structure/sort`, { body: { item, position } })
  const section = (id: string) => ({ type: 'site-section', id })
  expect(await sort(section(b.id), { after: section(a.id) })).toMatchObject({
    status: 200,
    json: { object: 'site-section', id: b.id, sectionGroup: group.id },
  })
  expect(
    (await sort(section(b.id), { before: { type: 'site-section-group', id: group.id } })).json,
  ).not.toHaveProperty('sectionGroup')
  expect((await sort(section('none'), { after: section(a.id) })).status).toBe(404)
  expect((await sort(section(b.id), { after: { type: 'site-space', id: a.id } })).status).toBe(400)
  expect((await sort(section(b.id), { after: section(a.id), before: section(a.id) })).status).toBe(400)
})

test('the newest service has no operations to put a section into a group, but a field for it', async () => {
  const { call, site, spaces, make, status } = await startWithSite(2, { profile: 'current' })
  const section = await make('/sections', { spaceId: spaces[0] })
  const group = await make('/section-groups', { title: 'G' })
  expect(await status('POST', `/section-groups/${group.id}/sections`, { sectionId: section.id })).toBe(404)
  const { json } = await call('PATCH', `${site}/sections/${section.id}`, {
    body: { siteSectionGroupId: group.id },
  })
  expect(json).toMatchObject({ sectionGroup: group.id })
})

test('a deleted or moved away space leaves no link behind', async () => {
  const { call, site, spaces, make, items } = await startWithSite()
  await make('/site-spaces', { spaceId: spaces[0] })
  await make('/site-spaces', { spaceId: spaces[1] })
  expect((await call('DELETE', `/v1/spaces/${spaces[0]}`)).status).toBe(205)
  expect(await items('/site-spaces')).toMatchObject([{ title: 'Space 2', default: true }])
  expect((await call('GET', site)).json).toMatchObject({ siteSpaces: 1 })
  await call('POST', `/v1/spaces/${spaces[0]}/restore`)
  expect(await items('/site-spaces')).toHaveLength(2)
})
