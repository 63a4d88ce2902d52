/** A bucket as a store: what every store does, and what only a bucket can. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { ObjectAbsent } from '../../src/replica/errors.ts'
import type { PutOptions, ReplicaStore, StoredObject } from '../../src/replica/store.ts'
import { RIGHTS } from '../helpers/s3-server/auth/credentials.ts'
import { signedRequest, type WantedRequest } from '../helpers/s3-server/signed-request.ts'
import type { Bucket } from '../helpers/s3-server/state/bucket.ts'
import { openTestBucket } from '../helpers/s3-store.ts'
import { storeContract } from './store-contract.ts'

const HOUR = 60 * 60_000

function put(store: ReplicaStore, key: string, text: string, options: Omit<PutOptions, 'sha256'> = {}) {
  return store.put(key, Buffer.from(text), { sha256: digestOf(text), ...options })
}

/** As if it had been put so often, a minute apart. */
function copyVersions(bucket: Bucket, key: string, count: number): void {
  const [made] = bucket.versions.get('replica/packs/0000') ?? []
  if (made === undefined) throw new Error('put it first')
  const versions = Array.from({ length: count }, (_, index) => {
    const age = { at: made.at - index * 60_000, order: made.order - index }
    return { ...made, ...age, key: `replica/${key}`, id: count === 1 ? made.id : `${key}-${index}` }
  })
  bucket.versions.set(`replica/${key}`, versions)
}

async function all(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const found: StoredObject[] = []
  for await (const object of objects) found.push(object)
  return found
}

describe.each([true, false])('a bucket as a store, with lock: %s', withLock => {
  storeContract(async () => (await openTestBucket({ withLock })).store)
})

describe('what is in a bucket', () => {
  test('the store tells the SHA-256 that it computed', async () => {
    const { store } = await openTestBucket()
    await put(store, 'packs/a', 'bytes')
    expect((await store.head('packs/a'))?.sha256).toBe(digestOf('bytes'))
  })

  test('a list goes on over all its pages, and stays within the replica', async () => {
    const { store, open, bucket } = await openTestBucket()
    const other = await open({ prefix: 'replica-of-others/' })
    await put(other, 'packs/x', '')
    await put(store, 'packs/0000', '')
    const keys = Array.from({ length: 2100 }, (_, index) => `packs/${String(index).padStart(4, '0')}`)
    for (const key of keys) copyVersions(bucket, key, 1)
    expect((await all(store.list('packs/'))).map(({ key }) => key)).toEqual(keys)
    expect(await all(store.list('packs/', { versions: true }))).toHaveLength(2100)
  })

  test('a list that lags hides nothing from head', async () => {
    const { store, server } = await openTestBucket()
    server.freezeLists()
    await put(store, 'packs/a', 'bytes')
    expect(await all(store.list('packs/'))).toEqual([])
    expect(await store.head('packs/a')).not.toBeNull()
  })
})

describe('versions', () => {
  test('what was replaced or removed is read as of before, and in the list with what it was', async () => {
    let now = Date.now()
    const { store } = await openTestBucket({ withLock: true, clock: () => now })
    const start = Math.floor(now / 1000) * 1000
    await put(store, 'manifests/1', 'first')
    await put(store, 'manifests/2', 'beside')
    now = start + 60_000
    await put(store, 'manifests/1', 'poisoned')
    now = start + 120_000
    await store.remove('manifests/1')
    const asOf = (time: number) => store.get('manifests/1', { asOf: time }).then(String)
    expect(await asOf(start + 59_000)).toBe('first')
    expect(await asOf(start + 61_000)).toBe('poisoned')
    await expect(asOf(start + 121_000)).rejects.toThrow(ObjectAbsent)
    await expect(asOf(start - 1000)).rejects.toThrow(ObjectAbsent)
    await expect(store.get('manifests/1')).rejects.toThrow(ObjectAbsent)
    const listed = await all(store.list('manifests/', { versions: true }))
    expect(listed.map(({ key, size, removed }) => [key, size, removed ?? false])).toEqual([
      ['manifests/1', 0, true],
      ['manifests/1', 8, false],
      ['manifests/1', 5, false],
      ['manifests/2', 6, false],
    ])
    const [, , oldest] = listed
    expect(String(await store.get('manifests/1', { versionId: oldest?.versionId }))).toBe('first')
  })

  test('versions of one key are together where a page ends among them', async () => {
    const { store, bucket } = await openTestBucket({ withLock: true })
    await put(store, 'packs/0000', '')
    for (const key of ['lease', 'lease-of-others']) copyVersions(bucket, key, 700)
    const listed = await all(store.list('', { versions: true }))
    expect(listed).toHaveLength(1401)
    for (const key of ['lease', 'lease-of-others']) {
      const places = listed.flatMap((object, place) => (object.key === key ? [place] : []))
      expect(places).toHaveLength(700)
      expect((places.at(-1) ?? 0) - (places[0] ?? 0)).toBe(699)
      const times = places.map(place => listed[place]?.modifiedAt ?? 0)
      expect(times).toEqual([...times].sort((left, right) => right - left))
    }
  })
})

describe('locks', () => {
  test('what is locked tells until when, is not removed before, and is removed after', async () => {
    const { store, bucket } = await openTestBucket({ withLock: true })
    const lockedUntil = Math.floor(Date.now() / 1000) * 1000 + HOUR
    await put(store, 'packs/a', 'bytes', { lockedUntil })
    expect((await store.head('packs/a'))?.lockedUntil).toBe(lockedUntil)
    await expect(store.remove('packs/a')).rejects.toThrow(
      `packs/a is locked until ${new Date(lockedUntil).toISOString()}`,
    )
    for (const version of bucket.versions.get('replica/packs/a') ?? [])
      version.retention = { mode: 'GOVERNANCE', until: Date.now() - 1 }
    await store.remove('packs/a')
    expect(await store.head('packs/a')).toBeNull()
  })

  test('a lock is extended, and never shortened', async () => {
    const { store } = await openTestBucket({ withLock: true })
    const first = Math.floor(Date.now() / 1000) * 1000 + HOUR
    await put(store, 'packs/a', 'bytes', { lockedUntil: first })
    await store.extendLock('packs/a', first + HOUR)
    expect((await store.head('packs/a'))?.lockedUntil).toBe(first + HOUR)
    await store.extendLock('packs/a', first)
    expect((await store.head('packs/a'))?.lockedUntil).toBe(first + HOUR)
    await expect(store.extendLock('packs/none', first)).rejects.toThrow(ObjectAbsent)
  })

  test('COMPLIANCE is asked for where it is set', async () => {
    const { open, bucket } = await openTestBucket({ withLock: true })
    const store = await open({ lockMode: 'COMPLIANCE' })
    await put(store, 'packs/a', 'bytes', { lockedUntil: Date.now() + HOUR })
    expect(bucket.versions.get('replica/packs/a')?.[0]?.retention?.mode).toBe('COMPLIANCE')
  })

  test('whoever took the credentials of a writer removes no locked version, whatever they send', async () => {
    const thief = { id: 'THIEF', secret: 's', rights: RIGHTS.filter(right => right !== 'bypass') }
    const { open, server } = await openTestBucket({ withLock: true, credentials: [thief] })
    const store = await open({ credentials: { accessKeyId: thief.id, secretAccessKey: thief.secret } })
    await put(store, 'packs/a', 'bytes', { lockedUntil: Date.now() + HOUR })
    const [locked] = await all(store.list('packs/', { versions: true }))
    await put(store, 'packs/a', 'ransom')
    const path = `/bucket/replica/packs/a?versionId=${locked?.versionId}`
    const headers = { 'x-amz-bypass-governance-retention': 'true' }
    const body = `<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>${new Date(Date.now() + 1000).toISOString()}</RetainUntilDate></Retention>`
    const digest = { 'content-md5': createHash('md5').update(body).digest('base64') }
    const retention = path.replace('?', '?retention&')
    const send = (wanted: WantedRequest) => signedRequest(server, { credential: thief, ...wanted })
    expect((await send({ method: 'DELETE', path, headers })).status).toBe(403)
    expect(
      (await send({ method: 'PUT', path: retention, headers: { ...headers, ...digest }, body })).status,
    ).toBe(403)
    expect(String(await store.get('packs/a', { versionId: locked?.versionId }))).toBe('bytes')
  })
})

describe('a probe finds out by trying', () => {
  test('a bucket with lock can do everything, one without keeps no versions and no locks', async () => {
    const locked = await openTestBucket({ withLock: true })
    expect(await locked.store.probe()).toEqual({
      conditionalCreate: true,
      checksums: true,
      versions: true,
      locks: true,
    })
    const plain = await openTestBucket()
    expect(await plain.store.probe()).toEqual({
      conditionalCreate: true,
      checksums: true,
      versions: false,
      locks: false,
    })
    expect(plain.bucket.versions.size).toBe(0)
  })

  test.each([
    ['conditionalCreate', ['if-none-match']],
    ['conditionalCreate', ['if-match']],
    ['checksums', ['x-amz-checksum-sha256']],
    ['locks', ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date']],
  ] as const)(
    '%s is false where the store takes %j and does nothing with it',
    async (capability, ignored) => {
      const { store } = await openTestBucket({ withLock: true, ignored: [...ignored] })
      const able = { conditionalCreate: true, checksums: true, versions: true, locks: true }
      expect(await store.probe()).toEqual({ ...able, [capability]: false })
    },
  )

  test('without the right to lock there are no locks', async () => {
    const writer = { id: 'W', secret: 's', rights: ['list', 'read', 'write', 'remove'] as const }
    const { open } = await openTestBucket({ withLock: true, credentials: [writer] })
    const store = await open({ credentials: { accessKeyId: 'W', secretAccessKey: 's' } })
    expect((await store.probe()).locks).toBe(false)
    expect(await all(store.list(''))).toEqual([])
  })

  test('the next probe takes what a locked one left', async () => {
    let now = Date.now()
    const { store, bucket } = await openTestBucket({ withLock: true, clock: () => now })
    await store.probe()
    const left = [...bucket.versions.values()].flat()
    expect(left.map(({ isDeleteMarker }) => isDeleteMarker)).toEqual([true, false])
    now += 5 * 60_000
    await store.probe()
    const kept = [...bucket.versions.values()].flat().filter(({ at }) => at < now)
    expect(kept).toEqual([])
  })

  test('a condition that the store does not know is refused by a look before, and the rest is written', async () => {
    const { store, server } = await openTestBucket()
    const conditional = new Set<number>()
    server.faults = ({ number, operation }) => {
      if (operation !== 'PutObject' || conditional.size > 0) return null
      conditional.add(number)
      return { kind: 'error', code: 'NotImplemented' }
    }
    await put(store, 'manifests/1', 'mine', { ifAbsent: true })
    expect(String(await store.get('manifests/1'))).toBe('mine')
  })
})
