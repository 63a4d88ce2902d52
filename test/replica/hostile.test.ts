/** Targets that were altered, lost things, or are of a wrong time: what recovers is right, or it is said what is wrong. */
import { readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeKeyPair, signBytes } from '../../src/model/ed25519.ts'
import { ClockWrong, ReplicaDamaged } from '../../src/replica/errors.ts'
import { manifestBytes, parseManifest } from '../../src/replica/manifest.ts'
import { replicaWorld, viewsAt } from './world.ts'

const DAY = 24 * 60 * 60_000

test('a newer run that somebody else signed is passed over, and named', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' })
  await world.replicate()
  const manifest = parseManifest(readFileSync(join(world.target, 'manifests/000001.json')))
  if (manifest === null) throw new Error('it is one')
  const { privateKey, publicKey } = makeKeyPair()
  const signer = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const poisoned = manifestBytes({ ...manifest, run: 2, signer, objects: [] }, bytes =>
    signBytes(privateKey, bytes),
  )
  writeFileSync(join(world.target, 'manifests/000002.json'), poisoned)
  const { report, views } = await world.recover()
  expect(views).toEqual(viewsAt(world.vaultPath))
  expect(report).toMatchObject({
    run: 1,
    passedOver: [{ key: 'manifests/000002.json', why: 'it is not signed by the key of this vault' }],
  })
  await world.backUp({ a: 'two' })
  expect(await world.replicate()).toMatchObject({ run: 3 })
})

test.each(['index', 'keys', 'packs'])(
  'an object of %s/ that is damaged ends a recovery by its name',
  async folder => {
    const world = await replicaWorld()
    await world.backUp({ a: 'one' }, ['picture.png'])
    await world.replicate()
    const [name = ''] = readdirSync(join(world.target, folder))
    const file = join(world.target, folder, name)
    const bytes = readFileSync(file)
    writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.of(255 - (bytes.at(-1) ?? 0))]))
    await expect(world.recover()).rejects.toThrow(ReplicaDamaged)
    await expect(world.recover()).rejects.toThrow(`${folder}/${name} of`)
    rmSync(file)
    await expect(world.recover()).rejects.toThrow(/is missing/)
  },
)

test('what the target lost is sent again by the next run', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' }, ['picture.png'])
  await world.replicate()
  const [name = ''] = readdirSync(join(world.target, 'packs'))
  rmSync(join(world.target, 'packs', name))
  expect(await world.replicate()).toMatchObject({ changed: true, lost: 1, run: 2 })
  expect((await world.recover()).views).toEqual(viewsAt(world.vaultPath))
})

test('where it is not known any more what was sent, everything is sent again', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' }, ['picture.png'])
  await world.replicate()
  rmSync(join(world.vaultPath, 'replica/targets'), { recursive: true })
  expect(await world.replicate()).toMatchObject({
    run: 2,
    full: true,
    anew: expect.stringContaining('not known'),
  })
  expect((await world.recover()).views).toEqual(viewsAt(world.vaultPath))
})

test('a clock that is a day off writes nothing', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' })
  await world.replicate()
  await world.backUp({ a: 'two' })
  const listed = readdirSync(world.target, { recursive: true }).sort()
  for (const off of [-DAY, DAY]) {
    await expect(world.replicate({ now: () => Date.now() + off })).rejects.toThrow(ClockWrong)
    await expect(world.replicate({ now: () => Date.now() + off })).rejects.toThrow(
      off < 0 ? /is 24 hours behind that of/ : /is 24 hours ahead of that of/,
    )
  }
  expect(readdirSync(world.target, { recursive: true }).sort()).toEqual(listed)
})

test('after their time runs go, with what only they needed; the newest three stay', async () => {
  const world = await replicaWorld()
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    await world.backUp({ a: text.repeat(50_000) })
    // The mark of who writes is renewed in the catalog, and is no news after the last one.
    if (text === 'five') await world.vault.close()
    await world.replicate()
  }
  const longAgo = new Date(Date.now() - 30 * DAY)
  for (const file of readdirSync(world.target, { recursive: true, withFileTypes: true }))
    if (file.isFile()) utimesSync(join(file.parentPath, file.name), longAgo, longAgo)
  const { removed } = await world.replicate()
  expect(removed).toBeGreaterThan(2)
  expect(readdirSync(join(world.target, 'manifests'))).toEqual(['000003.json', '000004.json', '000005.json'])
  expect((await world.recover()).views).toEqual(viewsAt(world.vaultPath))
  expect((await world.recover({ snapshot: 3 })).report.run).toBe(5)
})

test('a file that the vault itself has lost is named by the run and by the recovery', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' }, ['picture.png', 'film.mp4'])
  const [folder = ''] = readdirSync(join(world.vaultPath, 'files'))
  const [name = ''] = readdirSync(join(world.vaultPath, 'files', folder))
  const file = join(world.vaultPath, 'files', folder, name)
  renameSync(file, join(world.vaultPath, '..', 'aside'))
  expect(await world.replicate()).toMatchObject({ missing: [`files/${folder}/${name}`] })
  const { report } = await world.recover()
  expect(report.missing).toEqual([`files/${folder}/${name}`])
  expect(report.findings.some(({ severity }) => severity === 'damage')).toBe(true)
  renameSync(join(world.vaultPath, '..', 'aside'), file)
  expect(await world.replicate()).toMatchObject({ missing: [], changed: true })
  expect((await world.recover()).report).toMatchObject({ missing: [], findings: [] })
})
