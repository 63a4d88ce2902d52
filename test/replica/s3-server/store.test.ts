/** What a replication will be judged by: conditions, rights, clocks, lists that lag, a store that is full, and faults. */
import { expect, onTestFinished, test } from 'vitest'
import type { Credential } from '../../helpers/s3-server/auth/credentials.ts'
import { killAt } from '../../helpers/s3-server/faults.ts'
import { type S3ServerOptions, startS3Server } from '../../helpers/s3-server/server.ts'
import { signedRequest, type WantedRequest } from '../../helpers/s3-server/signed-request.ts'
import { textOf } from '../../helpers/s3-server/xml.ts'

const WRITER: Credential = { id: 'WRITER', secret: 'writes', rights: ['write'] }
const READER: Credential = { id: 'READER', secret: 'reads', rights: ['list', 'read'] }
const OWNER: Credential = {
  id: 'ALL',
  secret: 'all',
  rights: ['list', 'read', 'write', 'remove', 'remove-version', 'lock', 'bypass'],
}

async function start(options: S3ServerOptions = {}) {
  const store = await startS3Server({ credentials: [OWNER, WRITER, READER], ...options })
  onTestFinished(() => store.close())
  store.createBucket('b')
  store.createBucket('locked', { withLock: true })
  const ask = (wanted: WantedRequest) => signedRequest(store, { credential: OWNER, ...wanted })
  const put = (key: string, body: string, headers: Record<string, string> = {}) =>
    ask({ method: 'PUT', path: `/b/${key}`, body, headers })
  return { store, ask, put }
}

async function codeOf(answer: Response): Promise<string> {
  return `${answer.status} ${textOf(await answer.text(), 'Code')}`
}

test('a write that must not find an object finds it, and leaves it as it is', async () => {
  const { ask, put } = await start()
  const only = { 'if-none-match': '*' }
  const first = await put('k', '1', only)
  expect(first.status).toBe(200)
  expect(await codeOf(await put('k', '2', only))).toBe('412 PreconditionFailed')
  expect(await codeOf(await put('k', '2', { 'if-match': '"0"' }))).toBe('412 PreconditionFailed')
  expect(await codeOf(await put('none', '2', { 'if-match': '"0"' }))).toBe('404 NoSuchKey')
  expect(await (await ask({ method: 'GET', path: '/b/k' })).text()).toBe('1')
  expect((await put('k', '3', { 'if-match': first.headers.get('etag') ?? '' })).status).toBe(200)
})

test('of twenty writers at once that must not find an object one wins', async () => {
  const { put } = await start()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => put('k', String(index), { 'if-none-match': '*' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a key that may only write can not read, list, remove or lock', async () => {
  const { ask } = await start()
  const as = (wanted: WantedRequest) => ask({ ...wanted, credential: WRITER })
  expect((await as({ method: 'PUT', path: '/b/k', body: '1' })).status).toBe(200)
  const lock = {
    'x-amz-object-lock-mode': 'GOVERNANCE',
    'x-amz-object-lock-retain-until-date': '2999-01-01T00:00:00Z',
  }
  const refused: WantedRequest[] = [
    { method: 'GET', path: '/b/k' },
    { method: 'GET', path: '/b?list-type=2' },
    { method: 'DELETE', path: '/b/k' },
    { method: 'PUT', path: '/locked/k', body: '1', headers: lock },
  ]
  for (const wanted of refused) expect(await codeOf(await as(wanted))).toBe('403 AccessDenied')
})

test('a key that may only read can not write', async () => {
  const { ask, put } = await start()
  await put('k', '1')
  expect(await (await ask({ method: 'GET', path: '/b/k', credential: READER })).text()).toBe('1')
  const written = await ask({ method: 'PUT', path: '/b/k', body: '2', credential: READER })
  expect(await codeOf(written)).toBe('403 AccessDenied')
})

test('what is locked needs a digest, and is not deleted before its time has come', async () => {
  let now = Date.now()
  const { ask } = await start({ clock: () => now })
  const until = new Date(now + 60_000).toISOString()
  const lock = { 'x-amz-object-lock-mode': 'COMPLIANCE', 'x-amz-object-lock-retain-until-date': until }
  const bare = await ask({ method: 'PUT', path: '/locked/k', body: '1', headers: lock })
  expect(await codeOf(bare)).toBe('400 InvalidRequest')
  const headers = { ...lock, 'content-md5': 'xMpCOKC5I4INzFCab3WEmw==' }
  const written = await ask({ method: 'PUT', path: '/locked/k', body: '1', headers })
  const path = `/locked/k?versionId=${written.headers.get('x-amz-version-id')}`
  const bypass = { 'x-amz-bypass-governance-retention': 'true' }
  expect(await codeOf(await ask({ method: 'DELETE', path, headers: bypass }))).toBe('403 AccessDenied')
  now += 61_000
  expect((await ask({ method: 'DELETE', path, at: now })).status).toBe(204)
})

test('a client whose clock is wrong by a day is told so, with the time of the store', async () => {
  const { ask } = await start()
  const answer = await ask({ method: 'GET', path: '/b?list-type=2', at: Date.now() - 24 * 60 * 60_000 })
  expect(Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000)
  expect(await codeOf(answer)).toBe('403 RequestTimeTooSkewed')
})

test('lists lag behind while they are frozen, objects do not', async () => {
  const { store, ask, put } = await start()
  await put('old', '1')
  store.freezeLists()
  await put('new', '1')
  const list = async () => (await ask({ method: 'GET', path: '/b?list-type=2' })).text()
  expect(await list()).not.toContain('<Key>new</Key>')
  expect((await ask({ method: 'GET', path: '/b/new' })).status).toBe(200)
  store.thawLists()
  expect(await list()).toContain('<Key>new</Key>')
})

test('a full store takes nothing more, and gives what it has', async () => {
  const { ask, put } = await start({ limitBytes: 3 })
  expect((await put('k', '123')).status).toBe(200)
  expect(await codeOf(await put('l', '4'))).toBe('507 XMinioStorageFull')
  expect(await (await ask({ method: 'GET', path: '/b/k' })).text()).toBe('123')
})

test('a connection that ends before the request left nothing, one that ends after it left all', async () => {
  const { store, ask, put } = await start()
  store.faults = ({ number }) =>
    number <= 2 ? { kind: 'reset', when: number === 1 ? 'before' : 'after' } : null
  await expect(put('before', '1')).rejects.toThrow('fetch failed')
  await expect(put('after', '1')).rejects.toThrow('fetch failed')
  expect((await ask({ method: 'HEAD', path: '/b/before' })).status).toBe(404)
  expect((await ask({ method: 'HEAD', path: '/b/after' })).status).toBe(200)
})

test('errors and cut bodies come when they are told to, and requests are counted', async () => {
  const { store, ask, put } = await start()
  await put('k', 'a long enough body')
  store.faults = ({ number }) =>
    number === 2 ? { kind: 'error', code: 'SlowDown' } : { kind: 'cut', bytes: 4 }
  expect(await codeOf(await ask({ method: 'GET', path: '/b/k' }))).toBe('503 SlowDown')
  await expect(ask({ method: 'GET', path: '/b/k' }).then(answer => answer.text())).rejects.toThrow()
  expect(store.requests.map(({ number, operation }) => `${number} ${operation}`)).toEqual([
    '1 PutObject',
    '2 GetObject',
    '3 GetObject',
  ])
})

test('killed at a request, the store is gone from there on', async () => {
  const { store, put } = await start()
  store.faults = killAt(2, 'after')
  expect((await put('1', '')).status).toBe(200)
  await expect(put('2', '')).rejects.toThrow('fetch failed')
  await expect(put('3', '')).rejects.toThrow('fetch failed')
  expect([...(store.state.buckets.get('b')?.versions.keys() ?? [])]).toEqual(['1', '2'])
})
