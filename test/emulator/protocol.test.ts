import { expect, test } from 'vitest'
import { z } from 'zod'
import { start } from './start.ts'

const NOW = Date.UTC(2026, 0, 1, 12, 0, 20)

test('a request without the right token is refused with the error body', async () => {
  const { call } = await start(null)
  const body = { error: { code: 401, message: expect.any(String) } }
  expect(await call('GET', '/v1/orgs', { token: null })).toMatchObject({ status: 401, json: body })
  expect(await call('GET', '/v1/orgs', { token: 'wrong' })).toMatchObject({ status: 401, json: body })
  expect((await call('GET', '/v1/orgs')).status).toBe(200)
})

test('an unknown path and a path with broken escapes answer 404 in the same shape', async () => {
  const { call } = await start(null)
  for (const path of ['/v1/nothing', '/elsewhere', '/v1/spaces/%zz', '/v1/orgs/x/openapi/y/z/w']) {
    const reply = await call('GET', path)
    expect(reply).toMatchObject({ status: 404, json: { error: { code: 404, message: expect.any(String) } } })
  }
  expect((await call('PUT', '/v1/orgs')).status).toBe(404)
})

test('a missing object answers 404 and path segments are decoded', async () => {
  const { get, space } = await start()
  expect((await get('/spaces/none')).status).toBe(404)
  const escaped = [...space].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('')
  expect((await get(`/spaces/${escaped}`)).json).toMatchObject({ id: space })
})

test('doubled and trailing ampersands in a query are tolerated', async () => {
  const { get } = await start(null)
  expect((await get('/orgs?limit=10&&page=&')).status).toBe(200)
})

test('a limit over 1000 or not a number is a bad request', async () => {
  const { get, emulator } = await start(null)
  for (const limit of ['1001', '-1', 'ten', '1.5']) {
    expect((await get(`/orgs/${emulator.organization}/members?limit=${limit}`)).status).toBe(400)
  }
  expect((await get(`/orgs/${emulator.organization}/members?limit=1000`)).status).toBe(200)
})

test('walking a list one by one gives the whole list, with its count on every page', async () => {
  const { list, read, emulator } = await start(null, { members: 7 })
  const path = `/orgs/${emulator.organization}/members`
  const member = z.looseObject({ id: z.string() })
  const whole = await read(`${path}?limit=1000`, z.looseObject({ items: z.array(member), count: z.number() }))
  expect(whole.next).toBeUndefined()
  expect(whole.count).toBe(7)
  expect(await list(path, member, 1)).toEqual(whole.items)
  expect(await list(path, member, 3)).toEqual(whole.items)
})

test('a cursor that was never given, or of another list, is a bad request', async () => {
  const { get, read, emulator } = await start(null, { members: 3, teams: 3 })
  const base = `/orgs/${emulator.organization}`
  const { next } = await read(
    `${base}/members?limit=1`,
    z.looseObject({ next: z.object({ page: z.string() }) }),
  )
  for (const page of ['%00', 'x', 'WzFd', encodeURIComponent('ß?&')]) {
    expect((await get(`${base}/members?page=${page}`)).status).toBe(400)
  }
  expect((await get(`${base}/teams?page=${encodeURIComponent(next.page)}`)).status).toBe(400)
  expect((await get(`${base}/members?page=${encodeURIComponent(next.page)}`)).status).toBe(200)
})

test('every answer tells the rate limit, and beyond it comes 429 until the minute is over', async () => {
  const { get, emulator } = await start(null, { rateLimitPerMinute: 2, now: () => NOW })
  const headers = {
    'x-ratelimit-limit': '2',
    'x-ratelimit-reset': String(Date.UTC(2026, 0, 1, 12, 1) / 1000),
  }
  expect(await get('/orgs')).toMatchObject({
    status: 200,
    headers: { ...headers, 'x-ratelimit-remaining': '1' },
  })
  expect(await get('/nothing')).toMatchObject({ status: 404, headers: { 'x-ratelimit-remaining': '0' } })
  const refused = await get('/orgs')
  expect(refused).toMatchObject({ status: 429, headers, json: { error: { code: 429 } } })
  emulator.setNow(NOW + 60_000)
  expect((await get('/orgs')).status).toBe(200)
})

test('requests are counted by operation, whatever came of them', async () => {
  const { get, call, content, emulator, space } = await start({
    'SUMMARY.md': '* [Home](README.md)\n',
    'README.md': '![](.gitbook/assets/a.txt)',
    '.gitbook/assets/a.txt': 'a',
  })
  const [file] = (await content()).files
  await get('/spaces/none')
  await call('GET', `/v1/spaces/${space}`, { token: null })
  await get('/nothing')
  await call('GET', (file?.downloadURL ?? '').replace(/^http:\/\/[^/]+/, ''))
  await call('GET', '/_emulator/state')
  const operations = { getCurrentRevision: 1, getSpaceById: 2, unknown: 1, download: 1 }
  expect(emulator.requests()).toEqual({ total: 5, operations })
  expect((await call('GET', '/_emulator/requests')).json).toEqual({ total: 5, operations })
  expect((await call('DELETE', '/_emulator/requests')).status).toBe(204)
  expect(emulator.requests()).toEqual({ total: 0, operations: {} })
})

test('the profile of the document hides the extensions as unknown paths', async () => {
  const document = await start(undefined, { profile: 'document' })
  const full = await start()
  const revision = async ({ content, space }: typeof full) =>
    `/spaces/${space}/revisions/${(await content()).id}`
  for (const path of [
    '/user',
    '/',
    `/orgs/${document.emulator.organization}/spaces`,
    await revision(document),
  ]) {
    const reply = await document.get(path)
    expect(reply).toMatchObject({ status: 404, json: { error: { code: 404 } } })
  }
  for (const path of ['/user', '/', `/orgs/${full.emulator.organization}/spaces`, await revision(full)]) {
    expect((await full.get(path)).status).toBe(200)
  }
  const counts = document.emulator.requests().operations
  expect(counts).toEqual({ getCurrentRevision: 1, unknown: 4 })
})

test('two emulators with the same seed and loads have the same ids, another seed has others', async () => {
  const now = () => NOW
  const [one, same, other] = await Promise.all(
    [1, 1, 2].map(seed => start(undefined, { seed, now, members: 5 })),
  )
  const idsOf = (text: string) => text.replace(/127\.0\.0\.1:\d+/g, '').replace(/token=[^"]*/g, '')
  const describe = (running: typeof one) => idsOf(JSON.stringify(running?.emulator.state()))
  expect(describe(same)).toBe(describe(one))
  expect(other?.space).not.toBe(one?.space)
  expect(other?.emulator.token).not.toBe(one?.emulator.token)
  expect(one?.space).toMatch(/^[0-9A-Za-z]{20}$/)
})

test('closing breaks off a slow answer and can be done twice', async () => {
  const { emulator, get } = await start(null, { latencyMs: 600_000 })
  const hanging = expect(get('/orgs')).rejects.toThrow()
  while (emulator.requests().total === 0) await new Promise(setImmediate)
  await emulator.close()
  await hanging
  await emulator.close()
})

test('a body nested without end is a bad request, not a defect', async () => {
  const { call, space } = await start()
  let body: unknown = 'the innermost'
  for (let depth = 0; depth < 2000; depth++) body = { title: body }
  const reply = await call('PATCH', `/v1/spaces/${space}`, { body })
  expect(reply).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('nested') } },
  })
})

test.each(['toString', '__proto__', 'constructor'])(
  'a field called %s is one that no service has, not a defect',
  async name => {
    const { call, space } = await start(undefined, { profile: 'current' })
    const reply = await call('PATCH', `/v1/spaces/${space}`, { body: JSON.parse(`{"${name}": "x"}`) })
    expect(reply).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining(name) } } })
  },
)
