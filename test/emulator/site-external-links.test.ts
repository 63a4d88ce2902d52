/** Links to elsewhere in the navigation of a site. */
import { expect, test } from 'vitest'
import { ids, listed, object, startWithSite } from './site-start.ts'

const NEWEST = { profile: 'current' } as const
const errorOf = (status: number, field = '') => ({
  status,
  json: { error: { code: status, message: expect.stringContaining(field) } },
})
const LINK = { title: 'Status', url: 'https://status.acme.example/' }

async function startWithSections() {
  const started = await startWithSite(2, NEWEST)
  const first = await started.make('/sections', { spaceId: started.spaces[0] })
  const second = await started.make('/sections', { spaceId: started.spaces[1] })
  const group = await started.make('/section-groups', { title: 'G', sections: [second.id] })
  const structure = async () => (await started.call('GET', `${started.site}/structure`)).json
  return { ...started, first, second, group, structure }
}

test('a link stands in the structure, at the root and in a group, as it was made', async () => {
  const { call, site, first, second, group, structure } = await startWithSections()
  const made = await call('POST', `${site}/external-links`, { body: LINK })
  const link = object.parse(made.json)
  expect(made).toMatchObject({ status: 201, json: { object: 'site-external-link', ...LINK, draft: false } })
  const fields = {
    description: 'Whether we are up',
    icon: 'bolt',
    draft: true,
    condition: 'visitor.claims.staff',
    localizedTitle: { de: 'Zustand' },
    localizedDescription: { de: 'Ob es uns gibt' },
  }
  const inside = await call('POST', `${site}/external-links`, {
    body: { ...LINK, ...fields, parent: group.id },
  })
  expect(inside.json).toMatchObject({ ...LINK, ...fields, sectionGroup: group.id })
  expect(inside.json).not.toHaveProperty('parent')
  expect(await structure()).toMatchObject({
    type: 'sections',
    structure: [
      { id: first.id },
      { id: group.id, children: [{ id: second.id }, inside.json], sections: [{ id: second.id }] },
      { id: link.id },
    ],
  })
})

test('a link is changed field by field, null removes, and null takes it out of its group', async () => {
  const { call, site, make, group } = await startWithSections()
  const { id } = await make('/external-links', { ...LINK, icon: 'bolt', description: 'd', parent: group.id })
  const change = (body: object) => call('PATCH', `${site}/external-links/${id}`, { body })
  expect((await change({ title: 'Now', url: 'https://now.example/' })).json).toMatchObject({
    title: 'Now',
    url: 'https://now.example/',
    icon: 'bolt',
    sectionGroup: group.id,
  })
  const { status, json } = await change({ icon: null, description: null, parent: null })
  expect(status).toBe(200)
  for (const name of ['icon', 'description', 'sectionGroup']) expect(json).not.toHaveProperty(name)
  expect((await change({ parent: group.id })).json).toMatchObject({ sectionGroup: group.id })
})

test('sorting the structure moves links among sections and groups, and into a group', async () => {
  const { call, site, make, first, second, group, structure } = await startWithSections()
  const { id } = await make('/external-links', LINK)
  const item = { type: 'site-external-link', id }
  const sort = (moved: object, position: object) =>
    call('PATCH', `${site}/structure/sort`, { body: { item: moved, position } })
  expect(await sort(item, { before: { type: 'site-section', id: second.id } })).toMatchObject({
    status: 200,
    json: { object: 'site-external-link', sectionGroup: group.id },
  })
  expect(await sort({ type: 'site-section', id: first.id }, { after: item })).toMatchObject({ status: 200 })
  expect(await structure()).toMatchObject({
    structure: [{ id: group.id, children: [{ id }, { id: first.id }, { id: second.id }] }],
  })
  expect((await sort(item, { after: { type: 'site-section-group', id: group.id } })).json).not.toHaveProperty(
    'sectionGroup',
  )
})

test('limits of links: at the limit good, beyond it 400, and nothing is changed', async () => {
  const { call, site, make, structure } = await startWithSections()
  const { id } = await make('/external-links', LINK)
  const x = (length: number) => 'x'.repeat(length)
  const limits: [string, unknown[], unknown[]][] = [
    ['title', [x(2), x(128)], [x(1), x(129), null]],
    ['url', ['mailto:us@acme.example'], ['nowhere', `https://a.example/${x(2048)}`, null]],
    ['description', ['', x(256), null], [x(257)]],
    ['icon', [x(50), null], [x(51)]],
    ['condition', ['', x(1024), null], [x(1025)]],
    ['localizedTitle', [{ de: x(128) }, null], [{ de: x(129) }]],
    ['localizedDescription', [{ de: x(256) }, null], [{ de: x(257) }]],
    ['draft', [true, false], [null, 'yes']],
    ['sectionGroup', [], ['g']],
  ]
  for (const [field, good, bad] of limits) {
    const change = (value: unknown) =>
      call('PATCH', `${site}/external-links/${id}`, { body: { [field]: value } })
    for (const value of good) expect((await change(value)).status, field).toBe(200)
    const before = await structure()
    for (const value of bad) expect(await change(value)).toMatchObject(errorOf(400, field))
    expect(await structure()).toEqual(before)
  }
})

test('what is not there is 404, a delete of it 204, and a site without sections takes no links', async () => {
  const { call, site, spaces, make, status } = await startWithSite(2, NEWEST)
  await make('/site-spaces', { spaceId: spaces[0] })
  expect(await status('POST', '/external-links', LINK)).toBe(400)
  await make('/sections', { spaceId: spaces[1] })
  const { id } = await make('/external-links', LINK)
  expect(await status('POST', '/external-links', { ...LINK, parent: 'none' })).toBe(404)
  expect(await status('PATCH', `/external-links/${id}`, { parent: 'none' })).toBe(404)
  expect(await status('PATCH', '/external-links/none', {})).toBe(404)
  expect(await status('DELETE', `/external-links/${id}`)).toBe(205)
  expect(await status('DELETE', `/external-links/${id}`)).toBe(204)
  expect((await call('GET', `${site}/structure`)).text).not.toContain(id)
})

test('what is in a group that is deleted stays, links too', async () => {
  const { call, site, make, status, group, structure } = await startWithSections()
  const { id } = await make('/external-links', { ...LINK, parent: group.id })
  expect(await status('DELETE', `/section-groups/${group.id}`)).toBe(205)
  const items = listed.parse({ items: Object(await structure()).structure }).items
  expect(ids(items)).toContain(id)
  expect((await call('GET', `${site}/sections`)).text).not.toContain(id)
})

test('older services have no such operations, and sort no such items', async () => {
  const { site, spaces, make, status, call } = await startWithSite(2, { profile: 'full' })
  const section = await make('/sections', { spaceId: spaces[0] })
  expect(await status('POST', '/external-links', LINK)).toBe(404)
  const position = { after: { type: 'site-section', id: section.id } }
  const item = { type: 'site-external-link', id: 'link' }
  expect(await call('PATCH', `${site}/structure/sort`, { body: { item, position } })).toMatchObject(
    errorOf(400),
  )
})
