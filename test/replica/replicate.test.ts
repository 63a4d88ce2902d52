/** A replica and the way back from it: what a run sends, what it leaves alone, and that what comes back is the vault. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replicaWorld, viewsAt } from './world.ts'

test('what is recovered is the vault: every snapshot, its digest, and every byte', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one', b: 'two' }, ['picture.png', 'film.mp4'])
  await world.backUp({ a: 'one', b: 'three' }, ['picture.png'])
  const sent = await world.replicate()
  expect(sent).toMatchObject({ run: 1, changed: true, full: true, snapshots: 2, missing: [], anew: null })
  const { report, views } = await world.recover()
  expect(views).toEqual(viewsAt(world.vaultPath))
  expect(report).toMatchObject({ run: 1, snapshots: 2, findings: [], passedOver: [], trusted: true })
})

test('a second run sends what is new, and one with nothing new writes no manifest', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'x'.repeat(200_000) }, ['picture.png'])
  const first = await world.replicate()
  expect(await world.replicate()).toMatchObject({ run: 1, changed: false, packs: 0, bytes: 0 })
  await world.backUp({ a: 'x'.repeat(200_000), b: 'new' })
  const second = await world.replicate()
  expect(second).toMatchObject({ run: 2, changed: true, full: false })
  expect(second.bytes).toBeLessThan(first.bytes / 2)
  expect(readdirSync(join(world.target, 'manifests'))).toEqual(['000001.json', '000002.json'])
  expect((await world.recover()).views).toEqual(viewsAt(world.vaultPath))
})

test('large files make no run send the whole catalog again', async () => {
  const world = await replicaWorld()
  const names = Array.from({ length: 120 }, (_, index) => `film-${index}.mp4`)
  await world.backUp({ a: 'one' }, names)
  expect((await world.replicate()).bytes).toBeGreaterThan(4.5e6)
  expect(await world.replicate()).toMatchObject({ changed: false, packs: 0 })
  expect((await world.recover()).views).toEqual(viewsAt(world.vaultPath))
}, 60_000)
