/** What is written to a bucket with object lock cannot be removed, for as long as it is needed; and where it can, it is said. */
import { expect, test } from 'vitest'
import { checkReplica } from '../../src/replica/check.ts'
import type { ReplicateOptions } from '../../src/replica/run/replicate.ts'
import type { ReplicaStore } from '../../src/replica/store.ts'
import { RIGHTS } from '../helpers/s3-server/auth/credentials.ts'
import { OWNER } from '../helpers/s3-server/server.ts'
import type { Bucket, ObjectVersion } from '../helpers/s3-server/state/bucket.ts'
import { openTestBucket, type TestBucketOptions } from '../helpers/s3-store.ts'
import { replicaWorld, viewsAt } from './world.ts'

const DAY = 24 * 60 * 60_000
const LOCK = 30 * DAY

/** A vault, a bucket, and one clock for both. */
async function lockedWorld(options: TestBucketOptions = {}) {
  const world = await replicaWorld()
  let now = Date.now()
  const opened = await openTestBucket({ withLock: true, clock: () => now, ...options })
  const { store } = opened
  return {
    ...world,
    ...opened,
    now: () => now,
    pass: (ms: number) => {
      now += ms
      // The program asks its own clock which locks are over.
      for (const version of [...opened.bucket.versions.values()].flat())
        if ((version.retention?.until ?? now) < now) version.retention = null
    },
    replicate: (wanted: Partial<ReplicateOptions> = {}, by: ReplicaStore = store) =>
      world.replicate({ lockMs: LOCK, now: () => now, ...wanted }, by),
    recover: (wanted: Parameters<typeof world.recover>[0] = {}) => world.recover(wanted, store),
    check: ({ lockMs = LOCK, readData = false }: { lockMs?: number | null; readData?: boolean } = {}) => {
      const rest = {
        signer: null,
        known: () => new Map(),
        subset: null,
        signal: undefined,
        progress: () => {},
      }
      return checkReplica(store, { readData, locks: { lockMs, now }, ...rest })
    },
  }
}

/** Current versions by key, without those of the lease. */
function currentOf(bucket: Bucket): Map<string, ObjectVersion> {
  const current = [...bucket.versions.values()].flatMap(([newest]) => newest ?? [])
  const kept = current.filter(({ isDeleteMarker, key }) => !isDeleteMarker && key !== 'replica/lease')
  return new Map(kept.map(version => [version.key.replace('replica/', ''), version]))
}

/** Milliseconds from now, by key. */
function locksOf(bucket: Bucket, now: number): Record<string, number> {
  const ends = [...currentOf(bucket)].map(
    ([key, { retention }]) => [key, (retention?.until ?? now) - now] as const,
  )
  return Object.fromEntries(ends)
}

const retentionRequests = (requests: readonly { operation: string | null }[]) =>
  requests.filter(({ operation }) => operation === 'PutObjectRetention').length

test('everything that a run writes is locked but the lease, and the report says until when', async () => {
  const world = await lockedWorld()
  await world.backUp({ a: 'one' }, ['picture.png'])
  const { lock } = await world.replicate()
  const locks = locksOf(world.bucket, world.now())
  expect(Object.keys(locks).map(key => key.split('/')[0])).toEqual(
    expect.arrayContaining(['README.txt', 'index', 'keys', 'manifests', 'packs', 'replica.json']),
  )
  for (const left of Object.values(locks)) expect(Math.abs(left - LOCK)).toBeLessThan(2000)
  expect(lock).toMatchObject({ extended: 0, unlocked: 0, refused: null, accepted: false })
  expect(Math.abs(Date.parse(lock?.until ?? '') - world.now() - LOCK)).toBeLessThan(2000)
  const lease = world.bucket.versions.get('replica/lease') ?? []
  expect(lease.every(({ retention }) => retention === null)).toBe(true)
})

test('a lock is extended when less than half of it remains, of what the newest run needs alone', async () => {
  const world = await lockedWorld()
  await world.backUp({ a: 'one'.repeat(50_000) }, ['picture.png'])
  await world.replicate()
  world.pass(14 * DAY)
  const before = retentionRequests(world.server.requests)
  expect((await world.replicate()).lock).toMatchObject({ extended: 0, unlocked: 0 })
  expect(retentionRequests(world.server.requests)).toBe(before)
  await world.backUp({ a: 'two'.repeat(50_000) }, ['film.mp4'])
  await world.replicate()
  world.pass(2 * DAY)
  const { lock } = await world.replicate()
  // Of the second run: its own objects have most of their lock left.
  expect(lock).toMatchObject({ unlocked: 0, refused: null })
  const locks = locksOf(world.bucket, world.now())
  const needed = await world.check()
  expect(needed.locks).toMatchObject({ unlocked: [], ending: [] })
  const old = ['manifests/000001.json', 'index/000001.tar.zst.age']
  for (const [key, left] of Object.entries(locks))
    if (old.includes(key)) expect(left).toBeLessThan(LOCK / 2)
    else expect(left).toBeGreaterThan(LOCK / 2)
  expect(retentionRequests(world.server.requests) - before).toBe(lock?.extended)
})

test('cut off while it extends, the next run goes on with the rest', async () => {
  const world = await lockedWorld()
  await world.backUp({ a: 'one' }, ['picture.png'])
  await world.replicate()
  world.pass(20 * DAY)
  let extensions = 0
  world.server.faults = ({ operation }) =>
    operation === 'PutObjectRetention' && ++extensions > 2 ? { kind: 'error', code: 'SlowDown' } : null
  await expect(world.replicate()).rejects.toThrow(/cannot be reached/)
  world.server.faults = () => null
  world.pass(15 * 60_000)
  const needed = Object.keys(locksOf(world.bucket, world.now())).length
  expect((await world.replicate()).lock).toMatchObject({ extended: needed - 2, unlocked: 0 })
  for (const left of Object.values(locksOf(world.bucket, world.now()))) expect(left).toBeGreaterThan(LOCK / 2)
})

test('where it is not known any more what was sent, locks are extended all the same', async () => {
  const world = await lockedWorld()
  await world.backUp({ a: 'one' }, ['picture.png'])
  await world.replicate({ lockMs: null })
  expect(Object.values(locksOf(world.bucket, world.now()))).toEqual(expect.arrayContaining([0]))
  const { lock } = await world.replicate()
  expect(lock).toMatchObject({ unlocked: 0, refused: null })
  for (const left of Object.values(locksOf(world.bucket, world.now()))) expect(left).toBeGreaterThan(LOCK / 2)
})

test('a lock in compliance is extended where governance is set by now', async () => {
  const world = await lockedWorld()
  await world.backUp({ a: 'one' })
  await world.replicate({}, await world.open({ lockMode: 'COMPLIANCE' }))
  world.pass(20 * DAY)
  const second = await world.replicate()
  expect(second).toMatchObject({ changed: false, lock: { unlocked: 0, refused: null } })
  for (const [key, { retention }] of currentOf(world.bucket))
    expect([key, retention?.mode]).toEqual([key, 'COMPLIANCE'])
})

test('what is locked outlives its run, is no defect, and goes when its lock is over', async () => {
  const world = await lockedWorld()
  const night = async (text: string) => {
    await world.backUp({ a: text.repeat(50_000) })
    return world.replicate({ keepMs: DAY })
  }
  for (const text of ['one', 'two', 'three']) await night(text)
  world.pass(10 * DAY)
  for (const text of ['four', 'five', 'six']) expect((await night(text)).removed).toBe(0)
  expect([...currentOf(world.bucket).keys()]).toContain('manifests/000001.json')
  expect((await world.check({ readData: true })).findings).toEqual([])
  world.pass(21 * DAY)
  expect((await night('seven')).removed).toBeGreaterThan(4)
  const left = [...currentOf(world.bucket).keys()]
  expect(left).not.toContain('manifests/000001.json')
  expect(left).toContain('manifests/000007.json')
  expect((await world.recover()).views).toEqual(viewsAt(world.vaultPath))
})

test('a target that cannot lock is not begun, unless somebody says that it may be', async () => {
  const world = await lockedWorld({ withLock: false })
  await world.backUp({ a: 'one' })
  await expect(world.replicate()).rejects.toThrow(
    's3://bucket/replica cannot lock what is written to it, and replica.lock is set',
  )
  expect(world.bucket.versions.size).toBe(0)
  expect((await world.replicate({ unlocked: true })).lock).toMatchObject({ until: null, accepted: true })
  expect((await world.replicate({ init: false })).lock).toMatchObject({ until: null, accepted: true })
})

test('a folder that was begun without locks is sent to, and each run says that nothing there is locked', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' })
  await world.replicate()
  for (const changed of [false, true]) {
    if (changed) await world.backUp({ a: 'two' })
    const { lock, ...report } = await world.replicate({ lockMs: LOCK })
    expect(report.changed).toBe(changed)
    expect(lock).toMatchObject({
      until: null,
      refused: expect.stringMatching(/does not keep objects locked/),
    })
    expect(lock?.accepted).toBe(false)
  }
  expect((await world.recover()).views).toEqual(viewsAt(world.vaultPath))
})

test('a bucket that takes locks and does nothing with them is found out', async () => {
  const ignored = ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date']
  const world = await lockedWorld({ ignored })
  await world.backUp({ a: 'one' })
  await world.replicate({ lockMs: null })
  await world.backUp({ a: 'two' })
  // It does extend: what was there before is locked, and what it takes now is not.
  const { lock } = await world.replicate()
  expect(lock?.extended).toBeGreaterThan(3)
  expect(lock).toMatchObject({ refused: expect.stringMatching(/does not keep objects locked/) })
  const unlocked = (await world.check()).locks?.unlocked
  expect(unlocked).toContain('manifests/000002.json')
  expect(unlocked).not.toContain('keys/000001.age')
})

test('where the right to lock was taken away, the vault is sent all the same, and it is said', async () => {
  const writer = { id: 'W', secret: 's', rights: RIGHTS.filter(right => right !== 'lock') }
  const world = await lockedWorld({ credentials: [writer, OWNER] })
  await world.backUp({ a: 'one' })
  await world.replicate()
  const restricted = await world.open({ credentials: { accessKeyId: 'W', secretAccessKey: 's' } })
  await world.backUp({ a: 'two' })
  const { lock, changed } = await world.replicate({}, restricted)
  expect(changed).toBe(true)
  expect(lock).toMatchObject({ refused: expect.stringMatching(/Access Denied/), accepted: false })
  expect(lock?.unlocked).toBeGreaterThan(0)
  const { locks, findings } = await world.check()
  expect(findings).toEqual([])
  expect(locks?.unlocked.length).toBeGreaterThan(0)
  // With the right again the next run locks what is not.
  expect((await world.replicate()).lock).toMatchObject({ unlocked: 0, refused: null })
  expect((await world.check()).locks?.unlocked).toEqual([])
})

test('a check says when locks end, and warns of those that end soon', async () => {
  const world = await lockedWorld()
  await world.backUp({ a: 'one' })
  await world.replicate()
  expect((await world.check()).locks).toMatchObject({ unlocked: [], ending: [] })
  world.pass(25 * DAY)
  const { locks, findings } = await world.check()
  expect(findings).toEqual([])
  expect(Math.abs(Date.parse(locks?.until ?? '') - world.now() - 5 * DAY)).toBeLessThan(2000)
  expect(locks?.ending).toEqual(expect.arrayContaining(['manifests/000001.json']))
  expect((await world.check({ lockMs: null })).locks?.ending).toEqual(locks?.ending)
  world.pass(6 * DAY)
  expect((await world.check()).locks).toMatchObject({ until: null, ending: [] })
  expect((await world.check()).locks?.unlocked).toEqual(expect.arrayContaining(['manifests/000001.json']))
})
