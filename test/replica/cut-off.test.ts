/** Cut off before and after each request of a run: what was there recovers, and the next run goes on to the same end. */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TargetBusy, TargetUnreachable } from '../../src/replica/errors.ts'
import { temporaryFolder } from '../vault/fixture.ts'
import { cutStore } from './cut-store.ts'
import { replicaWorld, viewsAt } from './world.ts'

/** One of the two at each request; both with CUTS=all. */
function cutsOf(request: number): ('before' | 'after')[] {
  if (process.env.CUTS === 'all') return ['before', 'after']
  return [request % 2 === 0 ? 'before' : 'after']
}

/** The lease of who was killed is over. */
const later = () => Date.now() + 11 * 60_000

test('at every request of a second run: the run of before, or the new one, recovers whole, and the next one ends it', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' }, ['picture.png'])
  await world.replicate()
  const before = viewsAt(world.vaultPath)
  await world.backUp({ a: 'two', b: 'three' }, ['picture.png', 'film.mp4'])
  const after = viewsAt(world.vaultPath)
  const kept = temporaryFolder()
  const [targets, replicas] = [join(world.vaultPath, 'replica'), world.target]
  cpSync(targets, join(kept, 'state'), { recursive: true })
  cpSync(replicas, join(kept, 'replica'), { recursive: true, preserveTimestamps: true })
  const putBack = () => {
    rmSync(targets, { recursive: true })
    rmSync(replicas, { recursive: true })
    cpSync(join(kept, 'state'), targets, { recursive: true })
    cpSync(join(kept, 'replica'), replicas, { recursive: true, preserveTimestamps: true })
  }
  const counting = cutStore(world.store)
  await world.replicate({}, counting)
  expect(counting.requests).toBeGreaterThan(10)
  const wrong: unknown[] = []
  for (let request = 1; request <= counting.requests; request++)
    for (const when of cutsOf(request)) {
      putBack()
      const ended = await world.replicate({}, cutStore(world.store, { request, when })).catch(error => error)
      if (!(ended instanceof TargetUnreachable)) wrong.push({ request, when, ended })
      const { views } = await world.recover()
      const isWhole = [before, after].some(expected => JSON.stringify(expected) === JSON.stringify(views))
      if (!isWhole) wrong.push({ request, when, views })
      await world.replicate({ now: later })
      const end = await world.recover()
      if (JSON.stringify(end.views) !== JSON.stringify(after)) wrong.push({ request, when, end: end.report })
    }
  expect(wrong).toEqual([])
}, 300_000)

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
