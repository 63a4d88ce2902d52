/**
 * What has to hold after a run that was cut off: the run of before, or the new one, recovers to the very vault; the next run
 * goes on to the end of an undisturbed one, and sends what had not arrived and no more; and a month later the target holds
 * what its runs name and nothing else.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DocvaultError } from '../../../src/model/errors.ts'
import { checkReplica, type ReplicaCheck, type ReplicaCheckOptions } from '../../../src/replica/check.ts'
import { manifestKey, PACKS, README_KEY, RECOVERY_KEY, REPLICA_KEY } from '../../../src/replica/layout.ts'
import { readRuns } from '../../../src/replica/recover/runs.ts'
import { type ReplicateOptions, type ReplicateReport, replicate } from '../../../src/replica/run/replicate.ts'
import type { ReplicaStore } from '../../../src/replica/store.ts'
import { temporaryFolder } from '../../vault/fixture.ts'
import { runOptions } from '../run-options.ts'
import { type ReplicaWorld, replicaWorld } from '../world.ts'
import type { Lane } from './lane.ts'
import type { Scenario } from './scenarios.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The lease of who was cut off is over. */
const LEASE_OVER = 11 * MINUTE

/** How a run ends whose process was killed. */
export const KILLED = Symbol('killed')

export interface Stage {
  world: ReplicaWorld
  lane: Lane
  /** What its run is asked for, the n-th try of it. */
  options(attempt: number): ReplicateOptions
  /** Requests of the undisturbed run. */
  requests: number
  report: ReplicateReport
  /** As `endOf` says it. */
  before: string
  after: string
  /** Everything as it was before the run. */
  putBack(): void
  /** The run, the n-th try of it. */
  run(store: ReplicaStore, attempt: number): Promise<ReplicateReport>
}

/** Plays a scenario up to its run, and once to its end without a disturbance. */
export async function openStage(scenario: Scenario, lane: Lane): Promise<Stage> {
  const world = await replicaWorld()
  const options = await scenario.prepare(world, lane)
  // The mark of who writes is renewed in the catalog, whether anything is new or not.
  await world.vault.close()
  const putBack = keepAll(world, lane)
  const optionsOf = (attempt: number) =>
    runOptions(world.vaultPath, { ...options, now: () => Date.now() + attempt * LEASE_OVER })
  const run = (store: ReplicaStore, attempt: number) => replicate(store, optionsOf(attempt))
  const before = await endOf(world, lane.store)
  let report: ReplicateReport | undefined
  const requests = await lane.count(async store => {
    report = await run(store, 1)
  })
  if (report === undefined) throw new Error('it ran')
  const after = await endOf(world, lane.store)
  putBack()
  return { world, lane, options: optionsOf, requests, report, before, after, putBack, run }
}

function keepAll({ vaultPath }: ReplicaWorld, lane: Lane): () => void {
  const [folder, kept] = [join(vaultPath, 'replica'), join(temporaryFolder(), 'kept')]
  cpSync(folder, kept, { recursive: true })
  const putBackTarget = lane.keep()
  return () => {
    rmSync(folder, { recursive: true })
    cpSync(kept, folder, { recursive: true })
    putBackTarget()
  }
}

/** What a recovery gives: every snapshot with its digest and all that it holds, and every content. Else its error. */
export async function endOf(world: ReplicaWorld, store: ReplicaStore): Promise<string> {
  try {
    const { folder, report, views } = await world.recover({}, store)
    const contents = contentsAt(folder)
    rmSync(folder, { recursive: true })
    return JSON.stringify({ views, contents, missing: report.missing, findings: report.findings })
  } catch (error) {
    if (!(error instanceof DocvaultError)) throw error
    return `${error.code}: ${error.message}`
  }
}

/** Their bytes were read and hashed by the recovery. */
function contentsAt(path: string): string[] {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  try {
    return db.prepare<[], string>('SELECT lower(hex(digest)) FROM content ORDER BY 1').pluck().all()
  } finally {
    db.close()
  }
}

/** Every byte, without a key. */
export function checkWhole(
  store: ReplicaStore,
  options: Partial<ReplicaCheckOptions> = {},
): Promise<ReplicaCheck> {
  const known = () => new Map<number, string>()
  const given = { signer: null, known, readData: true, subset: null, signal: undefined, progress: () => {} }
  return checkReplica(store, { ...given, ...options })
}

/** Answers what is wrong; empty: nothing. `ended`: of the run that was disturbed, its error; null: none; or KILLED. */
export async function judge(stage: Stage, ended: unknown): Promise<string[]> {
  const { world, lane, before, after, report, run } = stage
  const wrong: string[] = []
  const expect = (holds: boolean, sentence: string) => void (holds || wrong.push(sentence))
  if (ended !== null && ended !== KILLED)
    expect(ended instanceof DocvaultError && ended.message !== '', `it ended with ${String(ended)}`)
  const left = await endOf(world, lane.store)
  // All that is left to do then is to give the lease back.
  if (ended === null) expect(left === after, 'nobody noticed')
  expect(left === before || left === after, `then it recovered to ${left.slice(0, 200)}`)
  const known = new Set(await keysOf(lane.store, PACKS))
  const next = await run(lane.store, 2).catch((error: unknown) => error)
  if (!isReport(next)) return [...wrong, `the next run ended with ${String(next)}`]
  expect((await endOf(world, lane.store)) === after, 'the end is another one than without a disturbance')
  const sent = (await keysOf(lane.store, PACKS)).filter(key => !known.has(key)).length
  expect(sent <= report.packs, `it sent ${sent} packs instead of ${report.packs}`)
  const again = await run(lane.store, 3)
  expect(!again.changed && again.packs === 0, `one more run said ${JSON.stringify(again)}`)
  return [...wrong, ...(await judgeMonthLater(stage))]
}

function isReport(value: unknown): value is ReplicateReport {
  return typeof value === 'object' && value !== null && 'changed' in value
}

async function judgeMonthLater({ lane, run }: Stage): Promise<string[]> {
  lane.age(30 * DAY)
  await run(lane.store, 4)
  const { runs, passedOver } = await readRuns(lane.store, { signer: null })
  const named = new Set([README_KEY, REPLICA_KEY, RECOVERY_KEY])
  for (const { run: number, objects } of runs) {
    named.add(manifestKey(number))
    for (const { key } of objects) named.add(key)
  }
  const nobodys = (await keysOf(lane.store, '')).filter(key => !named.has(key))
  const { findings } = await checkWhole(lane.store)
  const [newest] = runs
  const harm = findings.filter(({ runs: of }) => newest === undefined || of.includes(newest.run))
  return [
    ...nobodys.map(key => `${key} is left for ever`),
    ...passedOver.map(({ key, why }) => `${key}: ${why}`),
    ...harm.map(({ message }) => message),
  ]
}

async function keysOf(store: ReplicaStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys
}
