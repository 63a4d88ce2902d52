import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageTitled, SMALL, start } from './start.ts'

const FILES = {
  ...SMALL,
  'guide.md':
    '# Guide\n\n[home](README.md) [gone](nowhere.md) [out](https://example.com) ![](.gitbook/assets/a.png)\n' +
    '[app](https://app.platform.example/o/x)\n',
  'guide/setup.md':
    '# Setup\n\nBack [home](../README.md) ![](../.gitbook/assets/a.png)\n\n## Second part\n\nZebra\n',
  '.gitbook/assets/a.png': 'x',
}

const linksSchema = z.object({
  count: z.number(),
  stats: z.object({ total: z.number(), broken: z.object({ total: z.number(), changeRequest: z.number() }) }),
  items: z.array(
    z.looseObject({
      status: z.enum(['ok', 'broken', 'in-app']),
      relation: z.string(),
      targetReference: z.looseObject({ kind: z.string() }).optional(),
      locationReferences: z.array(
        z.looseObject({ kind: z.literal('page'), page: z.looseObject({ title: z.string() }) }),
      ),
    }),
  ),
})

test('the links of a space are what its documents refer to, with where they stand', async () => {
  const { read, space, content } = await start(FILES)
  const links = await read(`/spaces/${space}/links`, linksSchema)
  expect(links.stats).toEqual({ total: 6, broken: { total: 1, changeRequest: 0 } })
  const places = (test: (target: Record<string, unknown> | undefined) => boolean) =>
    links.items
      .filter(item => test(item.targetReference))
      .map(item => [item.status, ...item.locationReferences.map(one => one.page.title)])
  const home = pageTitled((await content()).pages, 'Home')
  expect(
    places(target => z.object({ page: z.object({ id: z.literal(home.id) }) }).safeParse(target).success),
  ).toEqual([['ok', 'Guide', 'Setup']])
  expect(places(target => target?.url === 'nowhere.md')).toEqual([['broken', 'Guide']])
  expect(places(target => target?.url === 'https://app.platform.example/o/x')).toEqual([['in-app', 'Guide']])
  expect(places(target => target?.kind === 'file')).toEqual([['ok', 'Guide', 'Setup']])
  const broken = await read(`/spaces/${space}/links?status=broken`, linksSchema)
  expect([broken.count, broken.stats]).toEqual([1, links.stats])
  const file = links.items.find(item => item.targetReference?.kind === 'file')?.targetReference
  expect(file).toMatchObject({
    organization: { object: 'organization' },
    space: { id: space },
    versionContext: { type: 'revision', revision: { id: (await content()).id } },
    file: { name: 'a.png' },
  })
})

test('links of a page, and what refers to a file, in the space and in a draft', async () => {
  const { read, get, call, space, content, emulator } = await start(FILES)
  await call('POST', `/v1/spaces/${space}/change-requests`, { body: {} })
  const { pages, files } = await content()
  const [guide, setup] = [pageTitled(pages, 'Guide'), pageTitled(pages, 'Setup')]
  for (const base of [`/spaces/${space}/content`, `/spaces/${space}/change-requests/1/content`]) {
    const links = await read(`${base}/page/${setup.id}/links`, linksSchema)
    expect(links.items.map(item => item.targetReference?.kind)).toEqual(['page', 'file'])
    expect((await get(`${base}/files/${files[0]?.id}/backlinks`)).json).toMatchObject({
      count: 2,
      items: [
        { kind: 'page', page: { id: guide.id }, space: { id: space } },
        { kind: 'page', page: { id: setup.id } },
      ],
    })
    expect((await get(`${base}/files/none/backlinks`)).status).toBe(404)
    expect((await get(`${base}/page/none/links`)).status).toBe(404)
  }
  emulator.remove('file', files[0]?.id ?? '')
  const after = await read(`/spaces/${space}/content/page/${setup.id}/links?status=broken`, linksSchema)
  expect(after.items).toHaveLength(1)
  expect(after.items[0]).not.toHaveProperty('targetReference')
})

test('search finds words of titles and texts, under their headings', async () => {
  const { get, space, content } = await start(FILES)
  const setup = pageTitled((await content()).pages, 'Setup')
  expect((await get(`/spaces/${space}/search?query=zebra`)).json).toMatchObject({
    count: 1,
    items: [
      {
        id: setup.id,
        title: 'Setup',
        path: 'guide/setup',
        sections: [{ title: 'Second part', body: 'Zebra' }],
      },
    ],
  })
  expect((await get(`/spaces/${space}/search?query=SETUP`)).json).toMatchObject({ count: 1 })
  expect((await get(`/spaces/${space}/search?query=nothingness`)).json).toMatchObject({ count: 0, items: [] })
  expect((await get(`/spaces/${space}/search`)).text).toContain('query')
  expect((await get(`/spaces/${space}/search?query=${'x'.repeat(512)}`)).status).toBe(200)
  expect((await get(`/spaces/${space}/search?query=${'x'.repeat(513)}`)).status).toBe(400)
})

test('the newest service has search and no links', async () => {
  const { get, space } = await start(FILES, { profile: 'current' })
  expect((await get(`/spaces/${space}/links`)).status).toBe(404)
  expect((await get(`/spaces/${space}/search?query=zebra`)).status).toBe(200)
})
