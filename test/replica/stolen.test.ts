/** Somebody has everything of the daemon: its vault folder with the keys in it, its configuration, and its key of the bucket. */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { checkReplica } from '../../src/replica/check.ts'
import { identitiesIn } from '../../src/replica/keys/age.ts'
import { wrapRecovery } from '../../src/replica/keys/recovery.ts'
import { openEntries } from '../../src/replica/pack/envelope.ts'
import { listRuns } from '../../src/replica/recover/list-runs.ts'
import { openRecovery } from '../../src/replica/recover/open-recovery.ts'
import { type Credential, RIGHTS } from '../helpers/s3-server/auth/credentials.ts'
import { OWNER } from '../helpers/s3-server/server.ts'
import { signedRequest, type WantedRequest } from '../helpers/s3-server/signed-request.ts'
import { openTestBucket } from '../helpers/s3-store.ts'
import { replicaWorld, viewsAt } from './world.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** What the manual gives to a daemon. */
const DAEMON: Credential = {
  id: 'DAEMON',
  secret: 'of the daemon',
  rights: ['list', 'read', 'write', 'remove', 'lock'],
}
const GARBAGE = Buffer.from('pay, or you will not see it again')

async function robbedWorld(lockMode: 'GOVERNANCE' | 'COMPLIANCE' = 'GOVERNANCE') {
  const world = await replicaWorld()
  let now = Date.now()
  const given = { clock: () => now, credentials: [DAEMON, OWNER] }
  const { server, bucket, open } = await openTestBucket({ withLock: true, ...given })
  const credentials = { accessKeyId: DAEMON.id, secretAccessKey: DAEMON.secret }
  const store = await open({ credentials, lockMode })
  const replicate = () => world.replicate({ lockMs: 30 * DAY, now: () => now }, store)
  await world.backUp({ a: 'one' }, ['picture.png'])
  await replicate()
  await world.backUp({ a: 'two' }, ['film.mp4'])
  await replicate()
  const before = now
  now += 5 * MINUTE
  const keys = [...bucket.versions.keys()].filter(key => !key.endsWith('lease') && !key.includes('/probe/'))
  return {
    ...world,
    store,
    bucket,
    server,
    /** As of just before the theft. */
    before,
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
    replicate,
    /** Of everything that was there then. */
    keys,
    versions: keys.map(key => ({ key, id: bucket.versions.get(key)?.[0]?.id ?? '' })),
    send: (wanted: WantedRequest, credential = DAEMON) => signedRequest(server, { credential, ...wanted }),
    recover: (wanted: Parameters<typeof world.recover>[0] = {}) => world.recover(wanted, store),
    check: () => {
      const rest = { signer: null, known: () => new Map(), subset: null, signal: undefined }
      const locks = { lockMs: 30 * DAY, now }
      return checkReplica(store, { ...rest, locks, readData: true, progress: () => {} })
    },
  }
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

function identitiesOf(file: string): string[] {
  const text = readFileSync(file, 'latin1')
  const lines = [...text.matchAll(/AGE-(SECRET-KEY|PLUGIN)-[0-9A-Z-]+/g)].map(([line]) => line)
  try {
    return [...identitiesIn(text, file), ...lines]
  } catch {
    return lines
  }
}

async function opens(identity: string, bytes: Buffer): Promise<boolean> {
  try {
    for await (const _ of openEntries([identity], bytes, 'it')) return true
    return true
  } catch {
    return false
  }
}

describe('what somebody with everything of the daemon cannot do', () => {
  test('read: no file of the vault folder opens anything of the replica', async () => {
    const { vaultPath, bucket, paper } = await robbedWorld()
    const found = filesBelow(vaultPath).flatMap(identitiesOf)
    const sealed = [...bucket.versions].filter(([key]) => /\/(packs|index|keys)\//.test(key))
    expect(sealed.length).toBeGreaterThan(5)
    for (const [, [version]] of sealed)
      for (const identity of found) expect(await opens(identity, version?.body ?? GARBAGE)).toBe(false)
    expect(found).toEqual([])
    // The key that is not there does.
    const [index] = sealed.filter(([key]) => key.includes('/index/')).map(([, [version]]) => version?.body)
    expect(await opens(identitiesIn(paper, 'paper')[0] ?? '', index ?? GARBAGE)).toBe(true)
  })

  test.each(['GOVERNANCE', 'COMPLIANCE'] as const)('destroy what is locked in %s', async mode => {
    const world = await robbedWorld(mode)
    const soon = new Date(world.now() + MINUTE).toISOString()
    const body = `<Retention><Mode>${mode}</Mode><RetainUntilDate>${soon}</RetainUntilDate></Retention>`
    const digest = { 'content-md5': createHash('md5').update(body).digest('base64') }
    const headers = { 'x-amz-bypass-governance-retention': 'true' }
    // In compliance not even who administers the bucket.
    const all = { ...OWNER, rights: RIGHTS }
    const thieves = mode === 'COMPLIANCE' ? [DAEMON, all] : [DAEMON]
    for (const thief of thieves)
      for (const { key, id } of world.versions) {
        const path = `/bucket/${key}?versionId=${id}`
        const removal = await world.send({ method: 'DELETE', path, headers }, thief)
        const retention = path.replace('?', '?retention&')
        const shortened = await world.send(
          { method: 'PUT', path: retention, headers: { ...headers, ...digest }, body },
          thief,
        )
        expect([key, removal.status, shortened.status]).toEqual([key, 403, 403])
      }
    expect((await world.recover()).report).toMatchObject({ run: 2, older: 0 })
  })

  test.each(['removed', 'written over', 'written over and then removed'])(
    'keep it from being recovered when everything is %s',
    async how => {
      const world = await robbedWorld()
      for (const key of world.keys) {
        const path = `/bucket/${key}`
        if (how !== 'removed')
          expect((await world.send({ method: 'PUT', path, body: String(GARBAGE) })).status).toBe(200)
        if (how !== 'written over') expect((await world.send({ method: 'DELETE', path })).status).toBe(204)
      }
      const { report, views } = await world.recover()
      expect(views).toEqual(viewsAt(world.vaultPath))
      expect(report.run).toBe(2)
      expect(report.older).toBeGreaterThan(4)
      expect(report.passedOver).toContainEqual({
        key: 'manifests/000002.json',
        why: expect.stringMatching(/it counts as it was before$/),
      })
      expect((await world.recover({ asOf: world.before })).views).toEqual(viewsAt(world.vaultPath))
      const { findings, runs } = await world.check()
      expect(runs.map(({ run }) => run)).toContain(2)
      const codes = new Set(findings.map(({ code }) => code))
      expect([...codes].sort()).toEqual(['replica-replaced', 'replica-run-invalid'])
      // And the next run sends everything again.
      await world.replicate()
      world.pass(MINUTE)
      const after = await world.recover()
      expect(after.report).toMatchObject({ run: 3, older: 0 })
      expect(after.views).toEqual(viewsAt(world.vaultPath))
    },
  )
})

test('bytes of the same size in place of a pack are noticed by the next run, which sends it again', async () => {
  const world = await robbedWorld()
  const packs = world.keys.filter(key => key.includes('/packs/'))
  for (const key of packs) {
    const size = world.bucket.versions.get(key)?.[0]?.body.length ?? 0
    await world.send({ method: 'PUT', path: `/bucket/${key}`, body: 'x'.repeat(size) })
  }
  expect(await world.replicate()).toMatchObject({ changed: true, lost: packs.length, run: 3 })
  expect((await world.recover()).report).toMatchObject({ run: 3, older: 0 })
})

test('a newer run that is signed with the stolen key is what recover takes; as of before the theft it is the vault', async () => {
  const world = await robbedWorld()
  const thief = await replicaWorld()
  await thief.backUp({ a: 'nothing of yours', b: 'is left' })
  mkdirSync(join(thief.vaultPath, 'replica'), { recursive: true })
  for (const name of ['keyring.json', 'signing.pem'])
    copyFileSync(join(world.vaultPath, 'replica', name), join(thief.vaultPath, 'replica', name))
  await thief.replicate({ now: world.now }, world.store)
  for (const key of world.keys) await world.send({ method: 'DELETE', path: `/bucket/${key}` })
  world.pass(MINUTE)

  const plain = await world.recover()
  expect(plain.report).toMatchObject({ run: 3, trusted: true })
  expect(plain.views).toEqual(viewsAt(thief.vaultPath))

  const { report, views, folder } = await world.recover({ asOf: world.before })
  expect(report).toMatchObject({ run: 2, findings: [], missing: [] })
  expect(views).toEqual(viewsAt(world.vaultPath))
  const digests = (path: string) =>
    filesBelow(join(path, 'files')).map(file => [file.slice(path.length), digestOf(readFileSync(file))])
  expect(digests(folder).sort()).toEqual(digests(world.vaultPath).sort())
  expect((await listRuns(world.store, world.before)).runs.map(({ run }) => run)).toEqual([2, 1])
})

test('a signed manifest that was written over by another signed one is read as of before', async () => {
  const world = await robbedWorld()
  const [second] = world.bucket.versions.get('replica/manifests/000002.json') ?? []
  const [first] = world.bucket.versions.get('replica/manifests/000001.json') ?? []
  await world.send({
    method: 'PUT',
    path: '/bucket/replica/manifests/000002.json',
    body: String(first?.body),
  })
  const { report } = await world.recover()
  expect(report.run).toBe(2)
  expect(report.passedOver).toEqual([
    { key: 'manifests/000002.json', why: 'it is that of run 1; it counts as it was before' },
  ])
  expect(second?.body.equals(first?.body ?? GARBAGE)).toBe(false)
})

test('numbers of runs cannot be used up', async () => {
  const world = await robbedWorld()
  const path = '/bucket/replica/manifests/999999999999.json'
  await world.send({ method: 'PUT', path, body: String(GARBAGE) })
  await world.backUp({ a: 'three' })
  expect(await world.replicate()).toMatchObject({ run: 3 })
  expect((await world.recover()).report.run).toBe(3)
})

test('recovery.age is opened as it was before somebody wrote over it', async () => {
  const world = await robbedWorld()
  const wrapped = await wrapRecovery(world.paper, 'right horse')
  const path = '/bucket/replica/recovery.age'
  await world.store.put('recovery.age', wrapped, { sha256: digestOf(wrapped) })
  world.pass(MINUTE)
  const other = await wrapRecovery(world.paper, 'the thief alone knows it')
  await world.store.put('recovery.age', other, { sha256: digestOf(other) })
  await world.send({ method: 'DELETE', path })
  const passphrase = async () => 'right horse'
  const { identities } = await openRecovery(world.store, { passphrase, asOf: undefined })
  expect(identities).toEqual(identitiesIn(world.paper, 'paper'))
}, 60_000)
