/** What a bucket refuses or fails at, request by request, and in which words that arrives. */
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import {
  ObjectExists,
  StorePackageMissing,
  TargetFull,
  TargetRefused,
  TargetUnreachable,
} from '../../src/replica/errors.ts'
import type { ReplicaStore } from '../../src/replica/store.ts'
import { openSession } from '../../src/replica/stores/s3/session.ts'
import type { Right } from '../helpers/s3-server/auth/credentials.ts'
import { type Fault, killAt } from '../helpers/s3-server/faults.ts'
import { OWNER } from '../helpers/s3-server/server.ts'
import { openTestBucket, testTarget } from '../helpers/s3-store.ts'

const sha256 = digestOf('new')
const bytes = Buffer.from('new')
const lockedUntil = Date.now() + 60 * 60_000

/** Each leaves the bucket as it says, however often it was tried on the way. */
const OPERATIONS: Record<string, (store: ReplicaStore) => Promise<unknown>> = {
  'put of a new object': store => store.put('new', bytes, { sha256 }),
  'put in place of another': store => store.put('old', bytes, { sha256, lockedUntil }),
  'put where there is none': store => store.put('new', bytes, { sha256, ifAbsent: true }),
  'put by a tag': async store => {
    const ifTag = (await store.head('old'))?.tag
    await store.put('old', bytes, { sha256, ifTag })
  },
  get: async store => expect(String(await store.get('old'))).toBe('old bytes'),
  head: async store => expect((await store.head('old'))?.sha256).toBe(digestOf('old bytes')),
  list: async store => expect(await keysOf(store)).toEqual(['old']),
  remove: store => store.remove('old'),
  extendLock: store => store.extendLock('old', lockedUntil),
  'get as of before': async store =>
    expect(String(await store.get('old', { asOf: Date.now() }))).toBe('old bytes'),
}

const FAULTS: Record<string, Fault> = {
  'a 503': { kind: 'error', code: 'SlowDown' },
  'a 500': { kind: 'error', code: 'InternalError' },
  'a conflict': { kind: 'error', code: 'ConditionalRequestConflict' },
  'an end before it': { kind: 'reset', when: 'before' },
  'an end after it': { kind: 'reset', when: 'after' },
  'a cut body': { kind: 'cut', bytes: 3 },
  silence: { kind: 'silence' },
}

async function keysOf(store: ReplicaStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  return keys
}

async function openWithOld() {
  const opened = await openTestBucket({ withLock: true })
  await opened.store.put('old', Buffer.from('old bytes'), { sha256: digestOf('old bytes') })
  const store = await opened.open({ timeoutMs: 300 })
  return { ...opened, store }
}

function contentsOf({
  bucket,
}: {
  bucket: { versions: Map<string, { isDeleteMarker: boolean; body: Buffer }[]> }
}) {
  return [...bucket.versions].map(([key, [newest]]) => [
    key,
    newest?.isDeleteMarker ? null : String(newest?.body),
  ])
}

describe.each(Object.entries(OPERATIONS))('%s', (_, operate) => {
  test.each(Object.entries(FAULTS))(
    'ends as without it after %s at any of its requests',
    async (_fault, fault) => {
      const undisturbed = await openWithOld()
      const before = undisturbed.server.requests.length
      await operate(undisturbed.store)
      const count = undisturbed.server.requests.length - before
      for (let point = 1; point <= count; point += 1) {
        const disturbed = await openWithOld()
        const { server, store } = disturbed
        const at = server.requests.length + point
        server.faults = ({ number }) => (number === at ? fault : null)
        await operate(store)
        expect(contentsOf(disturbed)).toEqual(contentsOf(undisturbed))
        expect(server.requests.length).toBeGreaterThanOrEqual(at)
      }
    },
  )

  test('gives up with a sentence when the store is gone from any request on, after as many attempts as are set', async () => {
    for (let point = 1; point <= 2; point += 1) {
      const { server, store } = await openWithOld()
      const at = server.requests.length + point
      server.faults = killAt(at, 'before')
      const ended = operate(store)
      // With fewer requests than that nothing is noticed.
      const noticed = await ended.then(
        () => null,
        (error: unknown) => error,
      )
      if (noticed === null) continue
      expect(noticed).toBeInstanceOf(TargetUnreachable)
      expect(String(noticed)).toMatch(/^TargetUnreachable: s3:\/\/bucket\/replica cannot be reached: /)
      expect(server.requests.length - at).toBe(2)
    }
  })
})

test('somebody else who was first is noticed, although the answer before was lost', async () => {
  const other = await openTestBucket()
  await other.store.put('lease', Buffer.from('theirs'), { sha256: digestOf('theirs') })
  const { server, store, bucket } = await openTestBucket()
  let isFirst = true
  server.faults = ({ operation }) => {
    if (operation !== 'PutObject' || !isFirst) return null
    isFirst = false
    for (const [key, versions] of other.bucket.versions) bucket.versions.set(key, versions)
    return { kind: 'reset', when: 'before' }
  }
  await expect(store.put('lease', bytes, { sha256, ifAbsent: true })).rejects.toThrow(ObjectExists)
  expect(String(await store.get('lease'))).toBe('theirs')
})

describe('refusals', () => {
  const limited = (...rights: Right[]) => ({ id: 'KEY', secret: 'a secret', rights })
  const credentials = { accessKeyId: 'KEY', secretAccessKey: 'a secret' }
  const putNew = (store: ReplicaStore) => store.put('new', bytes, { sha256 })

  test('a wrong secret is told, and nothing of it or of the right one', async () => {
    const { open } = await openTestBucket({ credentials: [limited('read', 'write')] })
    const store = await open({ credentials: { ...credentials, secretAccessKey: 'a typo of it' } })
    const error: unknown = await putNew(store).catch(thrown => thrown)
    expect(error).toBeInstanceOf(TargetRefused)
    expect(String(error)).toContain('s3://bucket/replica refuses access: SignatureDoesNotMatch')
    expect(inspect(error, { depth: 10 })).not.toMatch(/a typo of it|a secret/)
  })

  test('a key that may only read is refused, and nothing is there', async () => {
    const { open, bucket } = await openTestBucket({ credentials: [limited('list', 'read')] })
    const store = await open({ credentials })
    await expect(putNew(store)).rejects.toThrow('s3://bucket/replica refuses access: AccessDenied')
    expect(bucket.versions.size).toBe(0)
  })

  test('a key that may only write puts, and reads nothing', async () => {
    const { open } = await openTestBucket({ credentials: [limited('write')] })
    const store = await open({ credentials })
    await putNew(store)
    await expect(store.get('new')).rejects.toThrow(TargetRefused)
  })

  test('a bucket that is not there is told at once, with what to do', async () => {
    const { open, server } = await openTestBucket()
    const store = await open({ bucket: 'none', name: 's3://none' })
    await expect(putNew(store)).rejects.toMatchObject({
      message: 's3://none cannot be reached: there is no such bucket',
      hint: expect.stringContaining('make the bucket'),
    })
    expect(server.requests).toHaveLength(1)
  })

  test.each(['XMinioStorageFull', 'QuotaExceeded'] as const)(
    'a store that is full is told at once: %s',
    async code => {
      const { store, server } = await openTestBucket()
      server.faults = () => ({ kind: 'error', code })
      await expect(putNew(store)).rejects.toThrow(TargetFull)
      expect(server.requests).toHaveLength(1)
    },
  )

  test('a clock that is wrong by a day is set right by the answer of the store', async () => {
    const { store } = await openTestBucket({ clock: () => Date.now() + 24 * 60 * 60_000 })
    await putNew(store)
    expect((await store.head('new'))?.modifiedAt).toBeGreaterThan(Date.now() + 23 * 60 * 60_000)
  })

  test('nobody there is told with the address', async () => {
    const { store, server } = await openTestBucket()
    await server.close()
    await expect(putNew(store)).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/)
  })

  test('credentials come from the environment where none are set', async () => {
    const { open, bucket } = await openTestBucket()
    const variables = { AWS_ACCESS_KEY_ID: OWNER.id, AWS_SECRET_ACCESS_KEY: OWNER.secret }
    for (const [name, value] of Object.entries(variables)) {
      const before = process.env[name]
      onTestFinished(() => {
        if (before === undefined) delete process.env[name]
        else process.env[name] = before
      })
      process.env[name] = value
    }
    await putNew(await open({ credentials: null }))
    expect([...bucket.versions.keys()]).toEqual(['replica/new'])
  })

  test('an installation without the package says which one, and how to get it', async () => {
    const absent = 'docvault-has-no-such-package'
    const opened = openSession(testTarget({ url: 'http://127.0.0.1:1' }), () => import(absent))
    await expect(opened).rejects.toThrow(StorePackageMissing)
    await expect(opened).rejects.toThrow(
      's3://bucket/replica needs the package @aws-sdk/client-s3, which is not installed',
    )
  })
})
