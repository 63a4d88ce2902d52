/** A host that lost its vault to another one: what it still has does not reach the replica that both know. */
import { expect, test } from 'vitest'
import { VaultFenced } from '../../src/model/errors.ts'
import { ReplicaFenced } from '../../src/replica/errors.ts'
import { replicate } from '../../src/replica/run/replicate.ts'
import { openVaultForWriting } from '../../src/vault/vault.ts'
import { rejection } from '../vault/fixture.ts'
import { runOptions } from './run-options.ts'
import { replicaWorld, viewsAt } from './world.ts'

/** The vault is replicated and recovered elsewhere, where its successor takes it over and replicates it on. */
async function takenOver() {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' })
  await world.replicate()
  const { folder } = await world.recover()
  // The copy has the lease of its writer of then, which expires.
  const clock = () => Date.now() + 61_000
  const taker = await openVaultForWriting(folder, { claim: { host: 'b.2', epoch: 1 }, clock })
  taker.setFact('of', 'the new host')
  await taker.close()
  return { world, folder }
}

test('after a run of a later owner a run of the one before is refused, and the replica stays as it is', async () => {
  const { world, folder } = await takenOver()
  const report = await replicate(world.store, runOptions(folder))
  expect(report).toMatchObject({ run: 2, changed: true })
  await world.backUp({ a: 'one', b: 'of the old host' })
  const error = await rejection(() => world.replicate())
  expect(error).toBeInstanceOf(ReplicaFenced)
  expect(error).toMatchObject({ code: 'replica-fenced', retry: 'never' })
  const again = await world.recover()
  expect(again.report.run).toBe(2)
  expect(again.views).toEqual(viewsAt(folder))
  await replicate(world.store, runOptions(folder))
})

test('a run that the old host slipped in before is passed by, and is its last', async () => {
  const { world, folder } = await takenOver()
  await world.backUp({ a: 'one', b: 'of the old host' })
  await world.replicate()
  expect(await replicate(world.store, runOptions(folder))).toMatchObject({ run: 3 })
  await world.backUp({ a: 'one', b: 'of the old host', c: 'again' })
  expect(await rejection(() => world.replicate())).toBeInstanceOf(ReplicaFenced)
  expect((await world.recover()).views).toEqual(viewsAt(folder))
})

test('a folder that was left behind is not replicated at all', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' })
  world.vault.retire({ host: 'b.2', epoch: 1 })
  expect(await rejection(() => world.replicate())).toBeInstanceOf(VaultFenced)
})
