/**
 * A year of operation, written by what the daemon and its jobs write with, and beside it a plain account of what was done: lists
 * that know nothing of the evidence. Nights are at 02:00 and are sealed at 02:20; everything is on whole minutes.
 */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openHistory } from '../../jobs/history.ts'
import { openApprovalBook } from '../../src/approvals/book.ts'
import { writeKeyPair } from '../../src/audit/ledger/keys.ts'
import { noteAct } from '../../src/audit/ledger/write.ts'
import { recordCheck } from '../../src/evidence/records/check-records.ts'
import { recordPolicy } from '../../src/evidence/records/policy-records.ts'
import { parseRecord, type RunRecord } from '../../src/queue/history.ts'
import { targetFolder, writeFailure, writeStanding } from '../../src/replica/standing.ts'
import { openServerDatabase } from '../../src/server/people/database.ts'
import { openOperatorLedger } from '../../src/server/people/operators.ts'
import { openVaultForWriting, type WritableVault } from '../../src/vault/vault.ts'
import type { DrillReport } from '../../src/verify/drill.ts'
import { storeRecord } from '../../src/verify/record.ts'
import { asKind } from '../helpers/as-kind.ts'
import { ORGANIZATION, seal, temporaryFolder, writeScope } from '../vault/fixture.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const YEAR = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) }
export const TARGET = 'file:///mnt/replica'
const AWAY = [100, 101, 102]
const UNREACHABLE = [150, 151, 152, 153, 154, 155]

export interface Account {
  complete: { snapshot: number; started: number; sealed: number }[]
  partial: number[]
  runs: { job: string; organization: string | null; outcome: string; at: number }[]
  checks: { at: number; damaged: number }[]
  drills: { at: number; recoveryMs: number; passed: boolean }[]
  replica: { at: number; newest: number | null }[]
  acts: { act: string; at: number }[]
  operators: { act: string; at: number }[]
  restores: { at: number; took: number }[]
  anomalies: { id: string; at: number; acknowledged: number }[]
  approvals: { at: number; what: string; approvedBy: string[]; state: string }[]
  policies: number[]
  pruned: number[]
}

export interface SimulatedYear {
  folder: string
  vaultPath: string
  keyFile: string
  env: Record<string, string>
  account: Account
}

interface Simulation {
  vault: WritableVault
  path: string
  account: Account
  at(ms: number): void
}

/** The vault is closed on return. */
export async function simulateYear(): Promise<SimulatedYear> {
  const folder = temporaryFolder()
  const path = join(folder, 'vault')
  let now = YEAR.from - DAY
  const vault = await openVaultForWriting(path, { clock: () => now })
  const account: Account = {
    ...{ complete: [], partial: [], runs: [], checks: [], drills: [], replica: [], acts: [] },
    ...{ operators: [], restores: [], anomalies: [], approvals: [], policies: [], pruned: [] },
  }
  const simulation: Simulation = {
    vault,
    path,
    account,
    at: ms => {
      now = ms
    },
  }
  const keyFile = join(folder, 'audit.key')
  writeKeyPair(keyFile, path)
  mkdirSync(targetFolder(path, TARGET), { recursive: true })
  notePolicy(simulation, YEAR.from - DAY, 26)
  for (let day = -1; day <= 365; day++) await passDay(simulation, day)
  await vault.close()
  operate(join(folder, 'daemon'), account)
  const env = {
    DOCVAULT_VAULT_PATH: path,
    DOCVAULT_DAEMON_PATH: join(folder, 'daemon'),
    DOCVAULT_AUDIT_KEY_FILE: keyFile,
  }
  return { folder, vaultPath: path, keyFile, env, account }
}

async function passDay(simulation: Simulation, day: number): Promise<void> {
  const midnight = YEAR.from + day * DAY
  const { at, path, account } = simulation
  if (AWAY.includes(day)) {
    const back = YEAR.from + 103 * DAY + HOUR
    endRun(simulation, 'backup', 'missed', { ...{ organization: null, at: back }, due: midnight + 2 * HOUR })
    if (day === 102)
      endRun(simulation, 'drill', 'missed', { ...{ organization: null, at: back }, due: midnight + 4 * HOUR })
    return
  }
  await backUp(simulation, day, midnight + 2 * HOUR)
  special(simulation, day, midnight)
  if (((day % 7) + 7) % 7 === 4) drill(simulation, day, midnight + 4 * HOUR)
  at(midnight + 5 * HOUR)
  checked(simulation, day, midnight + 5 * HOUR)
  const newest = Math.max(...account.complete.map(({ snapshot }) => snapshot), ...account.partial)
  const when = midnight + 6 * HOUR
  if (UNREACHABLE.includes(day)) {
    writeFailure(path, TARGET, { error: new Error('no route to host'), at: when, pendingBytes: 1 })
    account.replica.push({ at: when, newest: null })
  } else {
    const whole = { run: day + 2, at: iso(when), newest: { org: newest }, lock: null }
    writeStanding(path, TARGET, { whole, failure: null, pendingBytes: 0 }, when)
    account.replica.push({ at: when, newest })
  }
  if (day === 300) forget(simulation, midnight + 7 * HOUR)
  if (day === 330) await prune(simulation, midnight + 7 * HOUR)
}

async function backUp(simulation: Simulation, day: number, started: number): Promise<void> {
  const { vault, at, account } = simulation
  const sealed = started + 20 * MINUTE
  endRun(simulation, 'backup', 'done', { at: started + MINUTE, organization: null })
  if (day % 40 === 13) return endRun(simulation, 'backup', 'failed', { at: sealed })
  at(started)
  const writer = vault.begin(ORGANIZATION, 'schedule', started)
  await writeScope(writer, null, 'space', { a: `night ${day}`, b: 'still' })
  const isPartial = day % 30 === 7
  if (isPartial) writer.gap({ parentKey: null, kind: 'team', class: 'unreachable', message: 'answered 502' })
  at(sealed)
  const { snapshot } = await seal(writer)
  if (isPartial) account.partial.push(snapshot)
  else account.complete.push({ snapshot, started, sealed })
  endRun(simulation, 'backup', isPartial ? 'partial' : 'complete', { at: sealed })
}

function special(simulation: Simulation, day: number, midnight: number): void {
  const { vault, at, account } = simulation
  const when = midnight + 3 * HOUR
  at(when)
  const acts = vault.annotations({ by: 'ada', note: noteAct(null, iso(when)) })
  const note = (act: string) => account.acts.push({ act, at: when })
  if (day === -1) {
    acts.tag(1, 'first')
    note('tag')
  }
  if (day === 20) {
    acts.pin(5, { reason: 'before the move', untilMs: null })
    note('pin')
  }
  if (day === 30) {
    const times = { fromMs: null, toMs: YEAR.from + 12 * DAY, untilMs: null }
    acts.hold({ name: 'case 7', organization: null, by: 'court', reason: 'a claim', ...times })
    note('hold')
  }
  if (day === 60) {
    acts.release(1)
    note('release')
  }
  if (day === 120) notePolicy(simulation, when, 30)
  if (day === 180) restore(simulation, when, 40 * MINUTE)
  if (day === 181) {
    acts.openAnomaly({ ...ANOMALY, organization: 'org' }, [])
    account.anomalies.push({ id: ANOMALY.anomaly, at: when, acknowledged: when + DAY })
  }
  if (day === 182) acts.ack(ANOMALY.anomaly, 'a reorganization')
  if (day === 250) restore(simulation, when, 90 * MINUTE)
  if ([200, 201, 363, 364].includes(day)) approve(simulation, day, when)
}

/** One is done, one denied, one never looked at in time, and one by nobody yet when the year ends. */
function approve({ path, account }: Simulation, day: number, asked: number): void {
  let now = asked
  const book = openApprovalBook({ vaultPath: path, keyFile: null, now: () => now })
  const what = `pruning what day ${day} left`
  const guarded = { action: 'prune', plan: `plan of day ${day}`, organization: null, what } as const
  const when = day === 364 ? YEAR.to - HOUR : asked
  now = when
  const { request } = book.request(guarded, { by: 'ada', subject: 'ada' })
  const approval = { at: when, what, approvedBy: day === 200 ? ['Bob'] : [] }
  now += HOUR / 2
  const bob = { by: 'Bob', subject: 'bob' }
  if (day === 200) {
    book.approve(request, bob)
    book.use(guarded, { by: 'ada', subject: 'ada' })
  }
  if (day === 201) book.deny(request, bob, 'not now')
  const states: Readonly<Record<number, string>> = { 200: 'used', 201: 'denied', 363: 'expired' }
  account.approvals.push({ ...approval, state: states[day] ?? 'waiting' })
}

const ANOMALY = {
  ...{ anomaly: 'space-removed-170', rule: 'space-removed', snapshot: 170, before: 169 },
  ...{ text: '1 of 3 spaces was deleted', subjects: ['space s1'] },
}

function notePolicy({ vault, account, at }: Simulation, when: number, hours: number): void {
  at(when)
  recordPolicy(
    vault,
    {
      'objectives.rpo': hours * HOUR,
      'objectives.rto': 5 * MINUTE,
      'replica.targets': [TARGET],
      'approvals.actions': ['prune'],
    },
    when,
  )
  account.policies.push(when)
}

function endRun(
  { vault, account }: Simulation,
  job: string,
  outcome: RunRecord['outcome'],
  { at, due, organization = 'org' }: { at: number; due?: number; organization?: string | null },
): void {
  const tick = iso(due ?? at - 20 * MINUTE)
  openHistory(vault, parseRecord).add({
    ...{
      run: `${job}.${tick}.${organization}`,
      job,
      organization,
      trigger: 'schedule',
      tick,
      started: tick,
      outcome,
    },
    ...{ finished: iso(at), message: `${job} ${outcome}`, snapshot: null, code: null, plan: null },
  })
  account.runs.push({ job, organization, outcome, at: due ?? at })
}

function drill(simulation: Simulation, day: number, when: number): void {
  const passed = day !== 53
  const recoveryMs = 2 * MINUTE + (day + 1) * 1000
  const difference = { kind: asKind('page'), source: 'page p1', label: 'Start', field: 'title' }
  const report: DrillReport = {
    ...{
      snapshot: 1,
      snapshotDigest: null,
      organization: 'org',
      target: 'current',
      drill: simulation.account.drills.length + 1,
    },
    ...{ faults: null, started: iso(when), passed, duration_ms: recoveryMs * 2, recovery_ms: recoveryMs },
    ...{ pages: 2, files: 0, bytes: 10, steps: 3, failures: [], damaged: [], from: null, replicas: [] },
    ...{ differences: passed ? [] : [difference], kinds: [], references: null },
  }
  storeRecord(simulation.path, null, report)
  endRun(simulation, 'drill', 'done', { at: when, organization: null })
  endRun(simulation, 'drill', passed ? 'done' : 'differences', { at: when + 5 * MINUTE })
  simulation.account.drills.push({ at: when, recoveryMs, passed })
}

function checked({ vault, account }: Simulation, day: number, when: number): void {
  const damaged = day === 200 ? 1 : 0
  recordCheck(vault, {
    ...{ at: iso(when), extent: 'all of it read', damaged, lost: 0, never_read: 0 },
    oldest_read: iso(when - 10 * DAY),
  })
  account.checks.push({ at: when, damaged })
}

function restore({ vault, account, at }: Simulation, when: number, took: number): void {
  at(when)
  const run = vault.restores.beginRun({ snapshot: 100, target: 'org', before: 100, request: {} })
  at(when + took)
  vault.restores.endRun(run, { state: 'complete', after: 101, report: { differences: 0 } })
  account.restores.push({ at: when, took })
}

function forget({ vault, account, at }: Simulation, when: number): void {
  at(when)
  const wanted = account.complete.filter(
    ({ started, snapshot }) => started < YEAR.from + 90 * DAY && snapshot !== 5,
  )
  const snapshots = wanted.map(({ snapshot }) => snapshot)
  const acts = vault.annotations({ by: 'daemon', note: noteAct(null, iso(when)) })
  acts.forget(snapshots, { policy: '275 daily', plan: 'p' })
  account.acts.push({ act: 'forget', at: when })
  account.pruned.push(...snapshots)
}

async function prune({ vault, account, at }: Simulation, when: number): Promise<void> {
  at(when)
  await vault.prune({ undoMs: 14 * DAY, acting: { by: 'daemon', note: noteAct(null, iso(when)) } })
  account.acts.push({ act: 'prune', at: when })
}

function operate(folder: string, account: Account): void {
  mkdirSync(folder)
  const db = openServerDatabase(folder)
  let now = 0
  const ledger = openOperatorLedger(db, {
    now: () => now,
    keepMs: () => 4000 * DAY,
    failed: error => {
      throw error
    },
  })
  const enter = (day: number, act: 'sign-in' | 'look' | 'export' | 'restore-apply') => {
    now = YEAR.from + day * DAY + 9 * HOUR
    ledger.enter({ who: 'Ada', subject: 'ada', act, organization: act === 'sign-in' ? null : 'org' })
    account.operators.push({ act, at: now })
  }
  enter(-1, 'sign-in')
  for (let day = 3; day < 365; day += 11) enter(day, day % 2 === 0 ? 'look' : 'sign-in')
  enter(180, 'restore-apply')
  enter(200, 'export')
  ledger.close()
  db.close()
}

export function iso(ms: number): string {
  return new Date(ms).toISOString()
}
