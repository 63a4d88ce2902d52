/** What stands against a run or a recovery, on a disk and in a bucket: told in one sentence, and nothing is changed by it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { NoKeyFits, TargetFull, TargetReadOnly } from '../../src/replica/errors.ts'
import { makeAgeKeyPair } from '../../src/replica/keys/age.ts'
import { makeMaster } from '../../src/replica/keys/manage.ts'
import { openRecovery } from '../../src/replica/recover/open-recovery.ts'
import { recoverInto } from '../../src/replica/recover/recover.ts'
import type { ReplicaStore } from '../../src/replica/store.ts'
import { openFolderStore } from '../../src/replica/stores/folder.ts'
import { openTestBucket } from '../helpers/s3-store.ts'
import { temporaryFolder } from '../vault/fixture.ts'
import { type ReplicaWorld, replicaWorld, viewsAt } from './world.ts'

const DAY = 24 * 60 * 60_000

interface Place {
  store: ReplicaStore
  /** The same target with no room left. */
  full(): Promise<ReplicaStore>
  /** The same target where nothing can be written. */
  readOnly(): Promise<ReplicaStore>
  sentences: { full: string; readOnly: string }
}

/** A test cannot mount a disk: what the system says of one is thrown in its place. */
async function openFolder(): Promise<Place> {
  const root = join(temporaryFolder(), 'replica')
  const store = openFolderStore(root)
  const refusing = (error: Error): ReplicaStore => ({
    ...store,
    put: () => Promise.reject(error),
    remove: () => Promise.reject(error),
  })
  return {
    store,
    full: async () => refusing(new TargetFull(root, 'ENOSPC: no space left on device, write')),
    readOnly: async () => refusing(new TargetReadOnly(root, 'EROFS: read-only file system, open')),
    sentences: {
      full: `${root} is full: ENOSPC: no space left on device, write; what was replicated before is whole`,
      readOnly: `${root} cannot be written: EROFS: read-only file system, open; what was replicated before is whole`,
    },
  }
}

async function openBucket(): Promise<Place> {
  const reader = { id: 'READER', secret: 'reads', rights: ['list', 'read'] as const }
  const owner = { id: 'OWNER', secret: 'owns', rights: ['list', 'read', 'write', 'remove'] as const }
  const { open, server } = await openTestBucket({ credentials: [owner, reader] })
  const openAs = ({ id, secret }: { id: string; secret: string }) =>
    open({ credentials: { accessKeyId: id, secretAccessKey: secret } })
  const store = await openAs(owner)
  return {
    store,
    async full() {
      server.faults = ({ operation }) =>
        operation === 'PutObject' ? { kind: 'error', code: 'QuotaExceeded' } : null
      return store
    },
    readOnly: () => openAs(reader),
    sentences: {
      full: 's3://bucket/replica is full: ',
      readOnly: 's3://bucket/replica refuses access: AccessDenied',
    },
  }
}

/** Its objects, and which ones they are. */
async function listed({ list }: ReplicaStore): Promise<string[]> {
  const objects: string[] = []
  for await (const { key, tag } of list('')) objects.push(`${key} ${tag}`)
  return objects
}

async function replicated(store: ReplicaStore): Promise<ReplicaWorld> {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' }, ['picture.png'])
  await world.replicate({}, store)
  return world
}

describe.each([
  ['a folder', openFolder],
  ['a bucket', openBucket],
] as const)('%s', (_, open) => {
  test('a wrong passphrase opens nothing', async () => {
    const { store } = await open()
    const world = await replicaWorld()
    await makeMaster(world.vaultPath, async () => 'right', Date.now())
    await world.backUp({ a: 'one' })
    await world.replicate({}, store)
    const before = await listed(store)
    const passphrase = async () => 'wrong'
    await expect(openRecovery(store, { passphrase, asOf: undefined })).rejects.toThrow(
      'the passphrase does not open recovery.age',
    )
    expect(await listed(store)).toEqual(before)
  })

  test('a key that it was not encrypted to recovers nothing, and makes no folder', async () => {
    const { store } = await open()
    const world = await replicated(store)
    const { identity } = await makeAgeKeyPair()
    const refused = world.recover({ identities: [identity] }, store)
    await expect(refused).rejects.toThrow('no key that was given opens index/000001.tar.zst.age')
    const folder = join(temporaryFolder(), 'recovered')
    const given = { identities: [identity], signer: null, progress: () => {} }
    await expect(recoverInto(folder, store, given)).rejects.toThrow(NoKeyFits)
    expect(existsSync(folder)).toBe(false)
  })

  test('a clock that is wrong by a day writes nothing', async () => {
    const { store } = await open()
    const world = await replicated(store)
    await world.backUp({ a: 'two' })
    const before = await listed(store)
    for (const off of [-DAY, DAY]) {
      const refused = world.replicate({ now: () => Date.now() + off }, store)
      await expect(refused).rejects.toThrow(
        `the clock of this machine is 24 hours ${off < 0 ? 'behind' : 'ahead of'} that of ${store.name}`,
      )
    }
    expect(await listed(store)).toEqual(before)
  })

  test('a target without room keeps the run of before, and the next one goes on where there is room', async () => {
    const { store, full, sentences } = await open()
    const world = await replicated(store)
    const views = viewsAt(world.vaultPath)
    await world.backUp({ a: 'two' })
    const before = await listed(store)
    const target = await full()
    await expect(world.replicate({}, target)).rejects.toThrow(sentences.full)
    expect(await listed(store)).toEqual(before)
    expect((await world.recover({}, store)).views).toEqual(views)
  })

  test('a target that can only be read is left as it is', async () => {
    const { store, readOnly, sentences } = await open()
    const world = await replicated(store)
    await world.backUp({ a: 'two' })
    const before = await listed(store)
    await expect(world.replicate({}, await readOnly())).rejects.toThrow(sentences.readOnly)
    expect(await listed(store)).toEqual(before)
  })

  test('the replica of another vault is left alone, with --init as well', async () => {
    const { store } = await open()
    await replicated(store)
    const before = await listed(store)
    const other = await replicaWorld()
    await other.backUp({ a: 'other' })
    for (const init of [true, false])
      await expect(other.replicate({ init }, store)).rejects.toThrow(
        `${store.name} is the replica of another vault`,
      )
    expect(await listed(store)).toEqual(before)
  })
})

test('who was overtaken while a single write took longer than the lease publishes nothing', async () => {
  const world = await replicated(openFolderStore(join(temporaryFolder(), 'aside')))
  await world.replicate()
  await world.backUp({ a: 'two' })
  let passed = 0
  const now = () => Date.now() + passed
  const slow: ReplicaStore = {
    ...world.store,
    async put(key, bytes, options) {
      const placed = await world.store.put(key, bytes, options)
      if (!key.startsWith('packs/') || passed > 0) return placed
      passed = 11 * 60_000
      const lease = Buffer.from('{"holder":"another"}')
      await world.store.put('lease', lease, { sha256: digestOf(lease) })
      return placed
    },
  }
  await expect(world.replicate({ now }, slow)).rejects.toThrow('it took over while this one did not answer')
  expect((await world.recover()).report.run).toBe(1)
  const { get } = world.store
  expect(String(await get('lease'))).toBe('{"holder":"another"}')
})
