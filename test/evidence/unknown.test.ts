/** What the document cannot say is said as not known: never as nothing, never as met. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { collectEvidence } from '../../jobs/evidence.ts'
import { openHistory } from '../../jobs/history.ts'
import { noteAct } from '../../src/audit/ledger/write.ts'
import { makeEvidence } from '../../src/evidence/document.ts'
import { recordCheck } from '../../src/evidence/records/check-records.ts'
import { enterInDay, MOST_OF_A_DAY, readDays } from '../../src/evidence/records/day-book.ts'
import { recordPolicy } from '../../src/evidence/records/policy-records.ts'
import { recordRun } from '../../src/evidence/records/run-records.ts'
import { canonicalJson } from '../../src/model/digest.ts'
import { parseRecord, type RunRecord } from '../../src/queue/history.ts'
import { targetFolder, writeStanding } from '../../src/replica/standing.ts'
import { openServerDatabase } from '../../src/server/people/database.ts'
import { openOperatorLedger } from '../../src/server/people/operators.ts'
import { openLedger } from '../../src/vault/ledger.ts'
import type { WritableVault } from '../../src/vault/vault.ts'
import type { DrillReport } from '../../src/verify/drill.ts'
import { storeRecord } from '../../src/verify/record.ts'
import { newVault, ORGANIZATION, seal, temporaryFolder, writeScope } from '../vault/fixture.ts'

const DAY = 86_400_000
const PERIOD = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2025, 1, 1) }
const MIDDLE = Date.UTC(2025, 0, 10)
const LATER = Date.UTC(2025, 5, 1)

interface Made {
  vault: WritableVault
  path: string
  folder: string
  at(ms: number): void
}

async function aVault(): Promise<Made> {
  let now = PERIOD.from - DAY
  const { vault, path } = await newVault({ clock: () => now })
  return {
    vault,
    path,
    folder: temporaryFolder(),
    at: ms => {
      now = ms
    },
  }
}

async function backUp({ vault, at }: Made, when: number, gap = false): Promise<number> {
  at(when)
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { a: String(when) })
  if (gap) writer.gap({ parentKey: null, kind: 'team', class: 'refused', message: 'answered 403' })
  return (await seal(writer)).snapshot
}

/** The facts of a section, and in words what it does not know. */
function evidenceOf({ vault, path, folder }: Made, id: string, env: Record<string, string> = {}) {
  const config = loadConfig({
    env: { DOCVAULT_VAULT_PATH: path, DOCVAULT_DAEMON_PATH: folder, ...env },
  })
  const ledger = openLedger(path, 'read')
  const wish = { period: PERIOD, organization: undefined }
  const document = makeEvidence(collectEvidence(vault, config, ledger.entries(), wish), '1')
  ledger.close()
  const section = document.sections.find(section => section.id === id)
  const facts = Object(section?.facts)
  const unknown = (section?.facts.unknown ?? []).map(({ what, from, to, why }) => {
    const times = [from, to].map(time => time?.slice(0, 10) ?? '')
    return `${what} [${times.join('..')}]: ${why}`
  })
  const shown = canonicalJson(section?.shown)
  return { facts, unknown, shown, about: document.about }
}

const run = (outcome: RunRecord['outcome'], at: number, job = 'backup'): RunRecord => ({
  ...{ run: `${job}.${at}`, job, organization: 'org', trigger: 'schedule', tick: null, outcome },
  ...{
    started: iso(at),
    finished: iso(at),
    message: `${outcome} at ${at}`,
    snapshot: null,
    code: null,
    plan: null,
  },
})

const iso = (ms: number) => new Date(ms).toISOString()

test('a vault that nothing but a snapshot was done in knows of nothing else, and no figure stands for it', async () => {
  const made = await aVault()
  await backUp(made, LATER)
  const { about } = evidenceOf(made, 'runs')
  expect(about.partial).toBe(true)
  expect(Object.entries(about.unknown).filter(([, count]) => count === 0)).toEqual([])
  expect(evidenceOf(made, 'recovery_points').facts.organizations).toMatchObject([{ ages: null }])
  expect(evidenceOf(made, 'recovery_points').shown).toContain('not known')
  expect(evidenceOf(made, 'operators').facts.counts).toBeNull()
  expect(evidenceOf(made, 'drills').facts).toMatchObject({
    longest_recovery_ms: null,
    last_recovery_ms: null,
  })
  expect(evidenceOf(made, 'verification').facts).toMatchObject({
    ...{ last: null, recorded_from: null, checks: null, with_damage: null },
  })
  expect(evidenceOf(made, 'retention').facts).toMatchObject({ counts: null, acts: [] })
  expect(evidenceOf(made, 'anomalies').facts).toMatchObject({ open: null })
  expect(evidenceOf(made, 'anomalies').unknown).toEqual([
    'whether anything unusual happened [..]: no anomaly is entered by then, and that anybody watched is not recorded',
  ])
})

test('before the first complete snapshot the recovery point is not known, and its time is not within the target', async () => {
  const made = await aVault()
  recordPolicy(made.vault, { 'objectives.rpo': 40 * DAY }, PERIOD.from - DAY)
  await backUp(made, PERIOD.from + 2 * DAY, true)
  await backUp(made, MIDDLE)
  const { facts, unknown } = evidenceOf(made, 'recovery_points')
  expect(facts.organizations[0].ages).toMatchObject({
    known_from: iso(MIDDLE),
    unknown_ms: MIDDLE - PERIOD.from,
    known_ms: PERIOD.to - MIDDLE,
    target: { within_ms: PERIOD.to - MIDDLE, within_percent: 100 },
  })
  expect(unknown).toEqual([
    'the recovery point of Org [2025-01-01..2025-01-10]: this vault had no complete snapshot of it',
  ])
})

test('a target that was noted later is not called the one of the period', async () => {
  const made = await aVault()
  await backUp(made, PERIOD.from - DAY)
  const unset = evidenceOf(made, 'recovery_points')
  expect(unset.facts.organizations[0].ages.target).toBeNull()
  expect(unset.unknown).toEqual([
    'whether objectives.rpo was met [..]: objectives.rpo is not set: there is no target to hold anything against',
  ])
  recordPolicy(made.vault, { 'objectives.rpo': DAY }, LATER)
  const { facts, unknown } = evidenceOf(made, 'recovery_points', { DOCVAULT_OBJECTIVES_RPO: '24h' })
  expect(facts.objective).toEqual({ rpo_ms: DAY, source: 'configured' })
  expect(unknown).toEqual([
    'whether objectives.rpo was the same in the period [..]: the target is the one of the configuration now; none was noted by the end of the period',
  ])
  expect(evidenceOf(made, 'policy')).toMatchObject({
    facts: { recorded_from: null, at_beginning: null },
    unknown: ['which settings were in force [..]: no daemon and no backup had noted them by then'],
  })
})

test('runs are known from their first record, and to the last one', async () => {
  const made = await aVault()
  await backUp(made, PERIOD.from - DAY)
  expect(evidenceOf(made, 'runs').unknown).toEqual([
    'runs of backup of Org: which were missed or failed [..]: no run of a daemon is recorded',
  ])
  const history = openHistory(made.vault, parseRecord)
  history.add(run('failed', MIDDLE))
  history.add(run('complete', MIDDLE + 5 * DAY))
  const { facts, unknown } = evidenceOf(made, 'runs')
  expect(facts.jobs).toMatchObject([{ recorded_from: iso(MIDDLE), outcomes: { failed: 1, complete: 1 } }])
  expect(unknown).toEqual([
    'runs of backup of org [2025-01-01..2025-01-10]: records of runs begin later, or older ones were dropped before they were kept without end',
    'runs that were missed at the end of the period [2025-01-15..2025-02-01]: no run ended later: what was missed is written down by the daemon that runs next',
  ])
  const early = await aVault()
  await backUp(early, PERIOD.from - DAY)
  openHistory(early.vault, parseRecord).add(run('complete', PERIOD.from - DAY))
  recordPolicy(early.vault, { 'schedules.catchUp': false }, PERIOD.from - DAY)
  recordPolicy(early.vault, { 'schedules.catchUp': true }, MIDDLE)
  expect(evidenceOf(early, 'runs').unknown).toEqual([
    'runs: which were missed [2025-01-01..2025-02-01]: no run ended later: what was missed is written down by the daemon that runs next',
    'which runs were missed [..]: schedules.catchUp was off for a time, and what nobody was there for is not written down then',
  ])
  history.add(run('complete', LATER))
  expect(evidenceOf(made, 'runs').unknown).toHaveLength(1)
})

test('a history that was bounded is known from its oldest record; what it counted as one is said to be the least', async () => {
  const made = await aVault()
  await backUp(made, PERIOD.from - DAY)
  const before = [run('unchanged', MIDDLE, 'sync'), run('failed', MIDDLE + DAY, 'sync')]
  made.vault.setFact('runs', JSON.stringify(['runs sync org']))
  made.vault.setFact('runs sync org', JSON.stringify(before))
  for (const day of [2, 3]) recordRun(made.vault, run('unchanged', MIDDLE + day * DAY, 'sync'))
  recordRun(made.vault, run('unchanged', MIDDLE + 3 * DAY + 600_000, 'sync'))
  const { facts, unknown } = evidenceOf(made, 'runs')
  expect(facts.jobs).toMatchObject([
    { job: 'sync', recorded_from: iso(MIDDLE), outcomes: { unchanged: 4, failed: 1 } },
  ])
  expect(unknown).toContain(
    'how many runs of sync of org found nothing new [..2025-01-12]: until then several in a row were one record: the figure is the least that it was',
  )
})

test('more runs than a day has room for, and a day that is lost, are said', async () => {
  const made = await aVault()
  await backUp(made, PERIOD.from - DAY)
  for (let minute = 0; minute < MOST_OF_A_DAY + 5; minute++)
    recordRun(made.vault, run('done', MIDDLE + minute * 1000, 'sync'))
  recordRun(made.vault, run('done', MIDDLE + DAY, 'sync'))
  const db = new Database(join(made.path, 'catalog.db'))
  db.prepare(`UPDATE fact SET value = '{}' WHERE key LIKE 'day-book 2025-01-11 run%'`).run()
  db.close()
  const { facts, unknown } = evidenceOf(made, 'runs')
  expect(facts.jobs).toMatchObject([{ outcomes: { done: MOST_OF_A_DAY } }])
  expect(unknown).toContain('5 more runs of sync of org [..]: there were more in a day than are recorded')
  expect(unknown).toContain(
    'runs of sync of org on 2025-01-11 [2025-01-11..]: their record cannot be read any more',
  )
})

test('a check that has not come to everything does not say when everything was read', async () => {
  const made = await aVault()
  await backUp(made, PERIOD.from - DAY)
  const check = { extent: '3 blocks still to be read', damaged: 0, lost: 0, oldest_read: null, never_read: 3 }
  recordCheck(made.vault, { at: iso(MIDDLE), ...check })
  const { facts, unknown } = evidenceOf(made, 'verification')
  expect(facts).toMatchObject({ checks: 1, last: { oldest_read: null, age_of_oldest_read_ms: null } })
  expect(unknown).toEqual([
    'what checks read and found [2025-01-01..2025-01-10]: no check was recorded by then',
    'when everything was last read [..]: 3 blocks were never read by any check',
  ])
  const early = await aVault()
  await backUp(early, PERIOD.from - DAY)
  recordCheck(early.vault, { at: iso(PERIOD.from - DAY), ...check })
  expect(evidenceOf(early, 'verification').unknown).toEqual([
    'whether the vault was sound [..]: no check is recorded in the period',
  ])
})

test('a drill that was never made proves nothing, and a record that is gone or changed is missed', async () => {
  const made = await aVault()
  await backUp(made, PERIOD.from - DAY)
  expect(evidenceOf(made, 'drills').unknown).toContain(
    'whether Org can be restored, and how fast [..]: no drill of it is recorded in the period',
  )
  for (const drill of [1, 2, 3]) storeRecord(made.path, null, drillReport(drill, MIDDLE + drill * DAY))
  expect(evidenceOf(made, 'drills').facts).toMatchObject({ passed: 3, last_recovery_ms: 5000 })
  const names = readdirSync(join(made.path, 'drills'))
    .filter(name => name.endsWith('.json'))
    .sort()
  rmSync(join(made.path, 'drills', names[0] ?? ''))
  writeFileSync(join(made.path, 'drills', names[1] ?? ''), '{')
  const { facts, unknown } = evidenceOf(made, 'drills')
  expect(facts).toMatchObject({ passed: 1, failed: 0 })
  expect(unknown).toEqual([
    `the drill of ${names[1]} [..]: its record cannot be read`,
    '1 drill [..]: later ones have higher numbers, and their records are not there',
    'whether objectives.rto was met [..]: objectives.rto is not set: there is no target to hold anything against',
  ])
})

test('a drill whose signature does not hold, and one that restored nothing, has no time that counts', async () => {
  const made = await aVault()
  await backUp(made, PERIOD.from - DAY)
  recordPolicy(made.vault, { 'objectives.rto': 60_000 }, PERIOD.from - DAY)
  const file = storeRecord(made.path, null, drillReport(1, MIDDLE))
  const damaged = { ...drillReport(2, MIDDLE + DAY), passed: false, recovery_ms: 0 }
  storeRecord(made.path, null, {
    ...damaged,
    damaged: [{ kind: 'page', label: 'a', message: 'lost' }],
  } as never)
  const record = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...record, report: { ...record.report, recovery_ms: 1 } }))
  const { facts, shown } = evidenceOf(made, 'drills')
  expect(facts).toMatchObject({
    ...{ passed: 0, failed: 2, longest_recovery_ms: null },
    drills: [{ signature: 'does not hold' }, { recovery_ms: null, within_objective: null }],
  })
  expect(shown).toContain('nothing was restored')
})

test('a replica is known from its first whole attempt; one of the settings without any is said', async () => {
  const made = await aVault()
  const snapshot = await backUp(made, PERIOD.from - DAY)
  expect(evidenceOf(made, 'replicas').unknown).toEqual([
    'whether there was a replica [..]: no attempt to write to one is recorded',
  ])
  recordPolicy(made.vault, { 'replica.targets': ['/mnt/a', '/mnt/b'] }, PERIOD.from - DAY)
  const folder = targetFolder(made.path, '/mnt/a')
  mkdirSync(folder, { recursive: true })
  const whole = { run: 1, at: iso(MIDDLE), newest: { org: snapshot }, lock: { until: null, fault: null } }
  writeStanding(made.path, '/mnt/a', { whole, failure: null, pendingBytes: 0 }, MIDDLE)
  // Nothing new on the same day is no line.
  writeStanding(made.path, '/mnt/a', { whole, failure: null, pendingBytes: 0 }, MIDDLE + 1000)
  appendFileSync(join(folder, 'attempts-2025.ndjson'), '{"at":"2025-01-1')
  writeStanding(made.path, '/mnt/a', { whole, failure: null, pendingBytes: 0 }, MIDDLE + DAY)
  const { facts, unknown } = evidenceOf(made, 'replicas')
  expect(facts.targets).toMatchObject([{ target: '/mnt/a', attempts: 2, failed: 0 }])
  expect(unknown).toEqual([
    'what the replica at /mnt/b had [..]: it is in the settings, and no attempt to write to it is recorded',
    'what the replica at /mnt/a had of Org [2025-01-01..2025-01-10]: no attempt that sent everything is recorded by then',
    '1 attempt to write to a replica [..]: their records cannot be read',
  ])
})

test('the ledger speaks from its first entry', async () => {
  const made = await aVault()
  const snapshot = await backUp(made, PERIOD.from - DAY)
  expect(evidenceOf(made, 'retention').unknown).toEqual([
    'what was done to snapshots [..]: the ledger has no entry by then: from when on it would have one is not known',
  ])
  made.vault.annotations({ by: 'ada', note: noteAct(null, iso(MIDDLE)) }).tag(snapshot, 'x')
  expect(evidenceOf(made, 'retention')).toMatchObject({
    facts: { counts: { tag: 1 } },
    unknown: [expect.stringContaining('[2025-01-01..2025-01-10]')],
  })
})

test('operators are known from the first entry that was not tidied away, and what is missing among them is said', async () => {
  const made = await aVault()
  await backUp(made, PERIOD.from - DAY)
  expect(evidenceOf(made, 'operators').unknown).toEqual([
    'what operators did over HTTP [..]: there is no ledger of operators in daemon.path',
  ])
  let now = PERIOD.from - DAY
  const db = openServerDatabase(made.folder)
  const failed = (error: unknown) => {
    throw error
  }
  const ledger = openOperatorLedger(db, { now: () => now, keepMs: () => 10_000 * DAY, failed })
  for (let day = 0; day < 5; day++) {
    now = MIDDLE + (day - 11) * DAY
    ledger.enter({ who: 'Ada', subject: 'ada', act: 'export', organization: 'org' })
  }
  now = MIDDLE
  ledger.enter({ who: 'Ada', subject: 'ada', act: 'export', organization: 'org' })
  expect(evidenceOf(made, 'operators')).toMatchObject({ facts: { counts: { export: 4 } }, unknown: [] })
  ledger.close()
  db.exec(`DELETE FROM operator_entry WHERE number <= 3 OR number = 5`)
  db.close()
  expect(evidenceOf(made, 'operators').unknown).toEqual([
    'what operators did over HTTP [2025-01-01..2025-01-02]: older entries were tidied away after their time',
    '1 entry of the ledger of operators [..]: their numbers are missing among those that are left',
  ])
})

test('an acknowledgement of what is not in the ledger is said', async () => {
  const made = await aVault()
  await backUp(made, PERIOD.from - DAY)
  const ledger = openLedger(made.path, 'append')
  const act = {
    entry: 'act',
    act: 'ack',
    anomaly: 'a9',
    by: 'ada',
    at: iso(MIDDLE),
    key: null,
    reason: 'fine',
  }
  ledger.append({ body: number => canonicalJson({ ...act, number }), sign: null })
  ledger.close()
  expect(evidenceOf(made, 'anomalies').unknown.at(-1)).toBe(
    '1 anomaly that was acknowledged [..]: the ledger has no entry of their finding',
  )
})

test('a day of the day book holds so much, and the rest is counted', async () => {
  const { vault } = await newVault()
  for (let entry = 0; entry < MOST_OF_A_DAY + 2; entry++) enterInDay(vault, 's', MIDDLE, { entry: { entry } })
  const { entries, cut } = readDays(vault, 's', { from: MIDDLE, to: MIDDLE + 1 })
  expect([entries.length, entries[0], cut]).toEqual([MOST_OF_A_DAY, { entry: 0 }, 2])
})

function drillReport(drill: number, at: number): DrillReport {
  return {
    ...{ snapshot: 1, snapshotDigest: null, organization: 'org', target: 'current', drill, faults: null },
    ...{ started: iso(at), passed: true, duration_ms: 9000, recovery_ms: 5000, pages: 1, files: 0, bytes: 1 },
    ...{ steps: 1, failures: [], damaged: [], from: null, replicas: [], differences: [], kinds: [] },
    references: null,
  }
}
