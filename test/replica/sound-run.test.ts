/** A run of a replica repeats what is damaged in the vault, and a disk may have damaged it long before a check finds it. */

import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { memoryStore } from './memory-store.ts'
import { replicaWorld } from './world.ts'

const DAY = 24 * 60 * 60_000

async function agingWorld() {
  const world = await replicaWorld()
  let now = Date.parse('2026-06-01T02:00:00Z')
  const store = memoryStore(() => now)
  return {
    ...world,
    /** Each with a snapshot and a run. */
    async days(count: number) {
      for (let day = 0; day < count; day++) {
        now += DAY
        await world.backUp({ a: `text of ${now}`.repeat(2000) })
        await world.replicate({ now: () => now, keepMs: 3 * DAY }, store)
      }
    },
    async check() {
      const codes: string[] = []
      for await (const { code } of world.vault.check({ readData: true, clock: () => now })) codes.push(code)
      return codes
    },
    runs: () =>
      [...store.objects.keys()].flatMap(key => /^manifests\/0*(\d+)\.json$/.exec(key)?.[1] ?? []).map(Number),
  }
}

test('the last run from when everything was known to be sound stays, until a later check finds that it still is', async () => {
  const world = await agingWorld()
  await world.days(3)
  expect(await world.check()).toEqual([])
  await world.days(9)
  expect(world.runs()).toEqual([3, 9, 10, 11, 12])
  expect(await world.check()).toEqual([])
  await world.days(1)
  expect(world.runs()).toEqual([10, 11, 12, 13])
})

test('where a check finds damage, that run stays however long it takes to mend it', async () => {
  const world = await agingWorld()
  await world.days(3)
  expect(await world.check()).toEqual([])
  await world.days(1)
  const catalog = new Database(join(world.vaultPath, 'catalog.db'))
  catalog.exec('UPDATE block SET data = zeroblob(length(data)) WHERE id = 1')
  catalog.close()
  expect(await world.check()).not.toEqual([])
  await world.days(9)
  expect(world.runs()).toEqual([3, 10, 11, 12, 13])
})

test('a vault that was never checked keeps its runs for their time', async () => {
  const world = await agingWorld()
  await world.days(8)
  expect(world.runs()).toEqual([5, 6, 7, 8])
})
