import { expect, test } from 'vitest'
import { z } from 'zod'
import { flatten, pageSchema, type Running, start } from './start.ts'

test('generated spaces have as many pages as asked for, each with a body of its own', async () => {
  const running = await start(null, { synthetic: { spaces: 3, pages: 30 } })
  const { pages } = await running.content()
  const all = flatten(pages)
  expect(all).toHaveLength(30)
  const texts = await Promise.all(all.map(one => bodyOf(running, one.id)))
  expect(new Set(texts).size).toBe(30)
})

test('a generated body is the same at each reading and from each emulator of the same seed', async () => {
  const options = { synthetic: { spaces: 1, pages: 5 }, seed: 7 }
  const [one, other] = [await start(null, options), await start(null, options)]
  const [page] = (await one.content()).pages
  const text = await bodyOf(one, page?.id ?? '')
  expect(await bodyOf(one, page?.id ?? '')).toBe(text)
  expect(await bodyOf(other, page?.id ?? '')).toBe(text)
})

test('links of generated bodies lead to pages of the same space', async () => {
  const running = await start(null, { synthetic: { spaces: 1, pages: 40 } })
  const links = await running.list(`/spaces/${running.space}/links`, z.looseObject({ status: z.string() }))
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter(link => link.status !== 'ok')).toEqual([])
})

test('a generated page can be edited like any other', async () => {
  const running = await start(null, { synthetic: { spaces: 1, pages: 5 } })
  const before = await running.content()
  running.emulator.patch('page', before.pages[0]?.id ?? '', { markdown: '# Other\n' })
  const after = await running.content()
  expect(after.pages[0]?.documentId).not.toBe(before.pages[0]?.documentId)
  expect(await bodyOf(running, after.pages[0]?.id ?? '')).toBe('# Other\n')
})

test('a duplicate of a generated space has its bodies', async () => {
  const running = await start(null, { synthetic: { spaces: 1, pages: 5 } })
  const [original] = (await running.content()).pages
  const { json } = await running.call('POST', `/v1/spaces/${running.space}/duplicate`)
  const copy = { ...running, space: z.looseObject({ id: z.string() }).parse(json).id }
  const { pages } = await running.read(
    `/spaces/${copy.space}/content`,
    z.object({ pages: z.array(pageSchema) }),
  )
  expect(await bodyOf(copy, pages[0]?.id ?? '')).toBe(await bodyOf(running, original?.id ?? ''))
})

async function bodyOf(running: Running, page: string): Promise<string> {
  const { json } = await running.get(`/spaces/${running.space}/content/page/${page}?format=markdown`)
  return z.object({ markdown: z.string() }).parse(json).markdown
}
