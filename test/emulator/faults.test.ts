import { request } from 'undici'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseFaults } from '../../src/emulator/faults/fault.ts'
import { pageSchema, start } from './start.ts'

const member = z.looseObject({ id: z.string() })
const listed = z.looseObject({
  items: z.array(member),
  count: z.number(),
  next: z.object({ page: z.string() }).optional(),
})

async function company(members: number) {
  const running = await start(undefined, { members })
  const path = `/orgs/${running.emulator.organization}/members`
  const whole = (await running.list(path, member)).map(one => one.id)
  const walk = async (limit: number) => (await running.list(path, member, limit)).map(one => one.id)
  return { ...running, path, whole, walk }
}

test('status answers an error as often as it was asked to', async () => {
  const { emulator, get } = await start()
  emulator.fault({
    operation: 'listOrganizationsForAuthenticatedUser',
    kind: 'status',
    status: 503,
    count: 2,
  })
  expect(await get('/orgs')).toMatchObject({ status: 503, json: { error: { code: 503 } } })
  expect((await get('/user')).status).toBe(200)
  expect((await get('/orgs')).status).toBe(503)
  expect((await get('/orgs')).status).toBe(200)
})

test('html answers a web page with a good status', async () => {
  const { emulator, get } = await start()
  emulator.fault({ operation: '*', kind: 'html' })
  expect(await get('/orgs')).toMatchObject({
    status: 200,
    json: undefined,
    headers: { 'content-type': expect.stringContaining('html') },
  })
})

test('truncate cuts the body but not the protocol', async () => {
  const { emulator, get } = await start()
  const whole = await get('/orgs')
  emulator.fault({ operation: '*', kind: 'truncate', count: 1 })
  const half = await get('/orgs')
  expect(half.text).toBe(whole.text.slice(0, Math.floor(whole.text.length / 2)))
  expect(half.headers['content-length']).toBe(String(half.text.length))
  emulator.fault({ operation: '*', kind: 'truncate', afterBytes: 7 })
  expect((await get('/orgs')).text).toBe(whole.text.slice(0, 7))
})

test('wrong-length closes the connection before the promised end', async () => {
  const { emulator, get } = await start()
  emulator.fault({ operation: '*', kind: 'wrong-length', count: 1 })
  await expect(get('/orgs')).rejects.toThrow()
  emulator.fault({ operation: '*', kind: 'wrong-length', afterBytes: 0, count: 1 })
  await expect(get('/orgs')).rejects.toThrow()
  expect((await get('/orgs')).status).toBe(200)
})

test('reset breaks the connection, at once or in the middle', async () => {
  const { emulator, get } = await start()
  emulator.fault({ operation: '*', kind: 'reset', count: 1 })
  await expect(get('/orgs')).rejects.toThrow()
  emulator.fault({ operation: '*', kind: 'reset', afterBytes: 10, count: 1 })
  await expect(get('/orgs')).rejects.toThrow()
  expect((await get('/orgs')).status).toBe(200)
})

test('slow answers right, late', async () => {
  const { emulator, get } = await start()
  emulator.fault({ operation: '*', kind: 'slow', ms: 40, count: 1 })
  const started = performance.now()
  expect((await get('/orgs')).status).toBe(200)
  expect(performance.now() - started).toBeGreaterThan(35)
})

test('redirect points where it was told to', async () => {
  const { emulator, get } = await start()
  emulator.fault({ operation: '*', kind: 'redirect', location: 'http://10.0.0.1/x' })
  expect(await get('/orgs')).toMatchObject({ status: 302, headers: { location: 'http://10.0.0.1/x' } })
})

test('duplicate-page gives every page of a list twice, then ends', async () => {
  const { emulator, walk, whole } = await company(5)
  emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'duplicate-page' })
  const pairs = [whole.slice(0, 2), whole.slice(2, 4), whole.slice(4)]
  expect(await walk(2)).toEqual(pairs.flatMap(pair => [...pair, ...pair]))
})

test('missing-page skips a page of a list, and the count gives it away', async () => {
  const { emulator, walk, whole, read, path } = await company(6)
  emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'missing-page', count: 1 })
  expect(await walk(2)).toEqual([...whole.slice(0, 2), ...whole.slice(4)])
  emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'missing-page', count: 1 })
  const single = await read(`${path}?limit=1000`, listed)
  expect([single.items.length, single.count, single.next]).toEqual([3, 6, undefined])
})

test('loop gives the same page for ever', async () => {
  const { emulator, read, path } = await company(3)
  emulator.fault({ operation: '*', kind: 'loop' })
  const first = await read(`${path}?limit=2`, listed)
  const again = await read(`${path}?limit=2&page=${encodeURIComponent(first.next?.page ?? '')}`, listed)
  expect(again).toEqual(first)
})

test('empty empties a list, a revision, a download and a single object', async () => {
  const { emulator, read, path, get, space } = await company(3)
  emulator.fault({ operation: '*', kind: 'empty' })
  expect(await read(path, listed)).toEqual({ items: [], count: 0 })
  expect((await get(`/spaces/${space}/content`)).json).toMatchObject({
    id: expect.any(String),
    pages: [],
    files: [],
  })
  expect((await get(`/spaces/${space}`)).json).toEqual({})
})

test('a revoked token is refused from then on, until the faults are cleared', async () => {
  const { emulator, get } = await start()
  emulator.fault({ operation: 'getAuthenticatedUser', kind: 'revoked', count: 1 })
  expect((await get('/orgs')).status).toBe(200)
  expect((await get('/user')).status).toBe(401)
  expect((await get('/orgs')).status).toBe(401)
  emulator.clearFaults()
  expect((await get('/orgs')).status).toBe(200)
})

test('edit changes the very page that is read, before it is read', async () => {
  const { emulator, page, read, content, space } = await start()
  const before = await content()
  const guide = await page('Guide')
  emulator.fault({ operation: 'getPageById', kind: 'edit', count: 1 })
  const answer = await read(`/spaces/${space}/content/page/${guide.id}?format=markdown`, pageSchema)
  expect(answer.documentId).not.toBe(guide.documentId)
  expect(answer.markdown).toContain('First steps.')
  const after = await content()
  expect(after.parents).toEqual([before.id])
  expect((await page('Home')).documentId).toBe((await page('Home', before.id)).documentId)
})

test('match keeps one page failing and spares the others', async () => {
  const { emulator, page, get, space } = await start()
  const [bad, good] = [await page('Guide'), await page('Home')]
  emulator.fault({ operation: 'getPageById', kind: 'status', match: bad.id })
  for (let attempt = 0; attempt < 3; attempt++) {
    expect((await get(`/spaces/${space}/content/page/${bad.id}`)).status).toBe(500)
  }
  expect((await get(`/spaces/${space}/content/page/${good.id}`)).status).toBe(200)
})

test('a probability hits some requests, the same ones for the same seed', async () => {
  const outcome = async () => {
    const { emulator, get } = await start(null, { seed: 7 })
    emulator.fault({ operation: '*', kind: 'status', probability: 0.5 })
    const statuses: number[] = []
    for (let index = 0; index < 40; index++) statuses.push((await get('/orgs')).status)
    return statuses
  }
  const statuses = await outcome()
  expect(new Set(statuses)).toEqual(new Set([200, 500]))
  expect(await outcome()).toEqual(statuses)
})

test('downloads can be cut, broken and refused like everything else', async () => {
  const text = 'x'.repeat(1000)
  const { emulator, content } = await start({
    'SUMMARY.md': '* [Home](README.md)\n',
    'README.md': 'x',
    '.gitbook/assets/a.txt': text,
  })
  const url = (await content()).files[0]?.downloadURL ?? ''
  const download = async () => (await request(url)).body.text()
  emulator.fault({ operation: 'download', kind: 'truncate', afterBytes: 10, count: 1 })
  expect(await download()).toBe(text.slice(0, 10))
  emulator.fault({ operation: 'download', kind: 'wrong-length', count: 1 })
  await expect(download()).rejects.toThrow()
  emulator.fault({ operation: 'download', kind: 'status', status: 403, count: 1 })
  expect((await request(url)).statusCode).toBe(403)
  const rest = await request(url, { headers: { range: 'bytes=990-' } })
  expect([rest.statusCode, rest.headers['content-range'], await rest.body.text()]).toEqual([
    206,
    'bytes 990-999/1000',
    text.slice(990),
  ])
})

test('faults are set over HTTP, told, and cleared; a wrong one is named', async () => {
  const { call, get } = await start(null)
  const fault = { operation: '*', kind: 'status', status: 418 }
  expect((await call('POST', '/_emulator/faults', { body: fault })).status).toBe(204)
  expect((await get('/orgs')).status).toBe(418)
  expect((await call('GET', '/_emulator/faults')).json).toEqual([fault])
  expect((await call('DELETE', '/_emulator/faults')).status).toBe(204)
  expect((await get('/orgs')).status).toBe(200)
  for (const body of [
    { operation: '*', kind: 'explode' },
    { operation: 'getSpaceByid', kind: 'status' },
  ]) {
    expect((await call('POST', '/_emulator/faults', { body })).status).toBe(400)
  }
})

test('faults are written as text too', async () => {
  expect(parseFaults('getPageById=status,status=503,count=2; *=slow,ms=5')).toEqual([
    { operation: 'getPageById', kind: 'status', status: 503, count: 2 },
    { operation: '*', kind: 'slow', ms: 5 },
  ])
  expect(parseFaults('[{"operation":"*","kind":"html"}]')).toEqual([{ operation: '*', kind: 'html' }])
  expect(() => parseFaults('x=y')).toThrow(/not a list of faults/)
  const { get } = await start(null, { faults: '*=status,count=1' })
  expect((await get('/orgs')).status).toBe(500)
})
