/** Cut off before and after each request of a run: what was there recovers, and the next run goes on to the same end. */
import { expect, test } from 'vitest'
import { TargetBusy } from '../../src/replica/errors.ts'
import { cutStore } from './cut-store.ts'
import { cutEverywhere, killEverywhere } from './cuts/cuts.ts'
import { bucketLane, folderLane, memoryLane } from './cuts/lane.ts'
import { scenarios } from './cuts/scenarios.ts'
import { replicaWorld } from './world.ts'

/** The lease of who was killed is over. */
const later = () => Date.now() + 11 * 60_000

const lanes = { memory: memoryLane, folder: folderLane, bucket: bucketLane }

/** Some of the points; `npm run test:replica` does all. */
test.each([
  ['the first run', 'bucket', 17],
  ['a run with new pages and files', 'folder', 5],
  ['a run for other keys', 'memory', 7],
  ['a repair', 'memory', 7],
  ['a run that sweeps', 'memory', 9],
] as const)(
  '%s, cut off (%s): what was there recovers, and the next one goes on',
  async (name, lane, every) => {
    const scenario = scenarios[name]
    if (scenario === undefined) throw new Error('it is one')
    const { points, wrong, ends } = await cutEverywhere(
      scenario,
      await lanes[lane](),
      point => point % every === 0,
    )
    expect(ends).toMatchObject(scenario.ends)
    expect(points).toBeGreaterThan(2)
    expect(wrong).toEqual([])
  },
  60_000,
)

test('a run whose process is killed: what was there recovers, and the next one goes on', async () => {
  const scenario = scenarios['a run with new pages and files']
  if (scenario === undefined) throw new Error('it is one')
  const { points, wrong } = await killEverywhere(scenario, await bucketLane(), point => point % 9 === 0)
  expect(points).toBeGreaterThan(2)
  expect(wrong).toEqual([])
}, 60_000)

test('a run that was cut off sends again only what had not arrived', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'x'.repeat(100_000) }, ['picture.png', 'film.mp4'])
  const counting = cutStore(world.store)
  await world.replicate({}, counting)
  await world.backUp({ a: 'y'.repeat(100_000) }, ['scan.pdf'])
  const second = cutStore(world.store)
  // The manifest is the last but the requests around the lease.
  await world
    .replicate({}, cutStore(world.store, { request: counting.requests - 4, when: 'before' }))
    .catch(() => {})
  const { bytes, packs } = await world.replicate({ now: later }, second)
  expect(packs).toBe(0)
  expect(bytes).toBeLessThan(20_000)
}, 60_000)

test('while one writes, another is told so; a lease of the dead is over after ten minutes', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' })
  const counting = cutStore(world.store)
  await world.replicate({}, counting)
  await world.backUp({ a: 'two' })
  await world.replicate({}, cutStore(world.store, { request: 8, when: 'before' })).catch(() => {})
  await expect(world.replicate()).rejects.toThrow(TargetBusy)
  await expect(world.replicate()).rejects.toThrow(
    /is being written by another docvault: process \d+; its lease/,
  )
  expect(await world.replicate({ now: later })).toMatchObject({ run: 2, changed: true })
}, 60_000)
