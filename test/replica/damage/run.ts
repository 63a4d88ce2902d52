/**
 * Damages a replica, one way at a time: what a check says without a key, what a recovery gives then, and whether a repair
 * brings the newest run back.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DocvaultError } from '../../../src/model/errors.ts'
import { harmedKeys, type ReplicaCheck } from '../../../src/replica/check.ts'
import { requireKeyring, writeRecovery } from '../../../src/replica/keys/keyring.ts'
import { runsKnownOf } from '../../../src/replica/run/known-runs.ts'
import { temporaryFolder } from '../../vault/fixture.ts'
import { checkWhole, endOf } from '../cuts/judge.ts'
import { type MemoryStore, memoryStore } from '../memory-store.ts'
import { type ReplicaWorld, replicaWorld } from '../world.ts'
import { type Injury, injure, seeded } from './injuries.ts'

export interface DamageResult {
  /** By kind of damage and class of object. */
  counts: Map<string, number>
  wrong: string[]
}

interface Replica {
  world: ReplicaWorld
  store: MemoryStore
  older: Map<string, Buffer>
  /** What every run recovers to, by number. */
  ends: Map<number, string>
  putBack(): void
}

const RUNS = 4

export async function damageMany({ count, seed }: { count: number; seed: number }): Promise<DamageResult> {
  const replica = await openReplica()
  const random = seeded(seed)
  const result: DamageResult = { counts: new Map(), wrong: [] }
  for (let index = 0; index < count; index++) {
    replica.putBack()
    const injury = injure({ objects: replica.store.objects, older: replica.older }, random)
    replica.store.objects = injury.objects
    const name = `${injury.kind} of ${injury.keys[0]?.split('/')[0]}`
    result.counts.set(name, (result.counts.get(name) ?? 0) + 1)
    const wrong = await judge(replica, injury)
    result.wrong.push(
      ...wrong.map(sentence => `${index}: ${injury.kind} of ${injury.keys.join(' and ')}: ${sentence}`),
    )
  }
  return result
}

async function openReplica(): Promise<Replica> {
  const world = await replicaWorld()
  const store = memoryStore()
  const older = new Map<string, Buffer>()
  const ends = new Map<number, string>()
  for (let run = 1; run <= RUNS; run++) {
    await world.backUp({ a: `night ${run} `.repeat(3000) }, [`scan-${run % 2}.pdf`, 'film.mp4'])
    // As with another passphrase each night: there is an old version of it. Nothing here opens it.
    writeRecovery(world.vaultPath, Buffer.from(`wrapped on night ${run}`))
    for (const [key, { bytes }] of store.objects) older.set(key, bytes)
    await world.replicate({}, store)
    ends.set(run, await endOf(world, store))
  }
  await world.vault.close()
  const kept = join(temporaryFolder(), 'kept')
  const own = join(world.vaultPath, 'replica')
  cpSync(own, kept, { recursive: true })
  const objects = new Map(store.objects)
  return {
    world,
    store,
    older,
    ends,
    putBack() {
      rmSync(own, { recursive: true })
      cpSync(kept, own, { recursive: true })
      store.objects = new Map(objects)
    },
  }
}

async function judge(replica: Replica, injury: Injury): Promise<string[]> {
  const { world, store, ends } = replica
  const wrong: string[] = []
  const expect = (holds: boolean, sentence: string) => void (holds || wrong.push(sentence))
  const names = (found: ReplicaCheck) =>
    injury.keys.filter(key => !found.findings.some(finding => finding.key === key))
  const bySizes = await check(replica, false)
  if (injury.isVisible) expect(names(bySizes).length < injury.keys.length, 'not seen by names and sizes')
  const found = await check(replica, true)
  expect(names(found).length === 0, `not named: ${names(found).join(', ')}`)
  const end = await endOf(world, store)
  const isRight = [...ends.values()].includes(end) || /^[a-z-]+: /.test(end)
  expect(isRight, `recovered to ${end.slice(0, 200)}`)
  const repaired = await world
    .replicate({ distrusted: harmedKeys(found), init: false }, store)
    .catch((error: unknown) => error)
  if (repaired instanceof DocvaultError) return [...wrong, `the repair ended with ${repaired.message}`]
  if (repaired instanceof Error) throw repaired
  expect((await endOf(world, store)) === ends.get(RUNS), 'after the repair it recovers to something else')
  const after = await check(replica, true)
  const [newest] = after.runs
  const left = after.findings.filter(
    ({ key, runs }) => newest === undefined || runs.includes(newest.run) || !injury.keys.includes(key),
  )
  expect(left.length === 0, `after the repair: ${left.map(({ message }) => message).join('; ')}`)
  expect(
    !after.findings.some(({ key }) => !key.includes('/')),
    'after the repair what lies beside the runs is still damaged',
  )
  return wrong
}

function check({ world, store }: Replica, readData: boolean): Promise<ReplicaCheck> {
  const { vaultPath } = world
  const { signer } = requireKeyring(vaultPath)
  return checkWhole(store, { signer, known: () => runsKnownOf(vaultPath, store.name), readData })
}
