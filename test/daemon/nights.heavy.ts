/**
 * Ninety nights in minutes, in two time zones that change to summer time meanwhile: random faults of the platform,
 * random restarts, nights without a daemon; and the same undisturbed. Every night has one snapshot or one miss that is
 * explained, and the daemon's memory does not grow.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { check } from '../../jobs/check.ts'
import type { RunRecord } from '../../src/queue/history.ts'
import { handbookFiles, writeFiles } from '../helpers/company.ts'
import { type Served, startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { type EmulatorProcess, startEmulatorProcess } from '../helpers/emulator-process.ts'
import { makeFakeClock } from '../helpers/fake-clock.ts'

const NIGHTS = Number(process.env.NIGHTS ?? 90)
const FIRST = Date.parse('2026-02-10T12:00:00Z')
const HOUR = 3_600_000
const zones = { berlin: 'Europe/Berlin', newyork: 'America/New_York' }

const nights = [
  { kind: 'with faults and restarts', random: mulberry(Number(process.env.SEED ?? 5)) },
  // One daemon for all of them: what it gathers is not let go by a restart.
  { kind: 'undisturbed', random: () => 1 },
]

test.each(nights)(
  `${NIGHTS} nights $kind: each has one snapshot or one explained miss`,
  async ({ random }) => {
    const berlin = await makeServed(1)
    const newyork = await makeServed(2)
    const companies = { berlin, newyork }
    const file = join(berlin.folder, 'docvault.yaml')
    writeFiles(berlin.folder, { 'docvault.yaml': configuration(companies) })
    const clock = makeFakeClock(FIRST)
    const start = (): Promise<TestDaemon> =>
      startTestDaemon(berlin, {
        file,
        clock,
        env: { DOCVAULT_SCHEDULES_BACKUP: '30 2 * * *', DOCVAULT_DAEMON_STOP_TIMEOUT: '1ms' },
      })
    let daemon = await start()
    const counts = { faults: 0, restarts: 0, away: 0 }
    const health: Health[] = []
    for (let night = 0; night < NIGHTS; night++) {
      const end = FIRST + (night + 1) * 24 * HOUR
      daemon.lines.splice(0)
      for (const company of [berlin, newyork]) {
        await company.emulator.control('DELETE', 'faults')
        writeFiles(company.handbook, { 'README.md': `# Night ${night}\n` })
        await company.emulator.control('POST', 'load', { space: 'Handbook', folder: company.handbook })
        if (random() < 0.3) counts.faults += await addFault(company, random)
      }
      if (random() < 0.08) {
        await daemon.stop()
        await clock.advanceTo(end + 24 * HOUR * Math.floor(random() * 2))
        night = Math.round((clock.now() - FIRST) / (24 * HOUR)) - 1
        daemon = await start()
        counts.away++
      } else await clock.advanceTo(end)
      if (random() < 0.2) {
        await daemon.logged(line => line.msg === 'the run begins' || line.outcome !== undefined)
        await daemon.stop()
        daemon = await start()
        counts.restarts++
      }
      for (const [name, zone] of Object.entries(zones))
        await settled(daemon, name, localNight(clock.now(), zone))
      health.push(await healthNow())
      if (process.env.HEAPS && night % 30 === 29)
        writeHeapSnapshot(join(process.env.HEAPS, `night-${night + 1}.heapsnapshot`))
    }
    for (const [name, zone] of Object.entries(zones)) {
      const runs = daemon
        .platform(name)
        .runs()
        .filter(one => one.job === 'backup')
      const report = account(runs, zone)
      console.log(`${zone}: ${JSON.stringify(report.counts)}`)
      expect(report.wrong).toEqual([])
      expect(report.counts.snapshots).toBeGreaterThan(NIGHTS * 0.6)
    }
    await daemon.stop()
    for (const [name, company] of Object.entries(companies)) {
      const config = loadConfig({ file, env: company.env, platform: name })
      const context = { config, signal: undefined, report: () => {} }
      expect(await check.run(context, { readData: true })).toEqual([])
    }
    const growth = growthPercent(health.slice(-60).map(one => one.heapMiB))
    const tenth = health.filter((_, index) => index % 10 === 9)
    console.log(`${JSON.stringify(counts)}; health every ten nights: ${JSON.stringify(tenth)}`)
    console.log(
      `the heap after collection, fitted over the last 60 nights, changes by ${growth.toFixed(2)} %`,
    )
    const [early, late] = [health[Math.floor(health.length / 4)], health.at(-1)]
    if (!early || !late) return
    expect(growth).toBeLessThan(3)
    expect(late.handles).toBeLessThanOrEqual(early.handles + 5)
    expect(late.files).toBeLessThanOrEqual(early.files + 5)
  },
)

interface Health {
  heapMiB: number
  handles: number
  files: number
}

/** Of the straight line through the values, from its beginning to its end. */
function growthPercent(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  const above = values.reduce((sum, one, x) => sum + (x - middle) * (one - mean), 0)
  const spread = values.reduce((sum, _, x) => sum + (x - middle) ** 2, 0)
  return spread === 0 ? 0 : ((above / spread) * (values.length - 1) * 100) / mean
}

interface ServedCompany extends Served {
  emulator: EmulatorProcess
  handbook: string
}

/** In a process of its own: its memory grows with what it keeps. */
async function makeServed(seed: number): Promise<ServedCompany> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-nights-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const handbook = join(folder, 'handbook')
  writeFiles(handbook, handbookFiles)
  const args = ['--load', `Handbook=${handbook}`, '--load', `Second=${handbook}`]
  const emulator = await startEmulatorProcess([...args, '--members', '12', '--seed', String(seed)])
  onTestFinished(() => emulator.stop())
  return { folder, handbook, emulator, env: emulator.env }
}

function configuration(companies: Record<string, ServedCompany>): string {
  const entries = Object.entries(companies).map(
    ([name, { emulator, folder }]) => `
  - name: ${name}
    url: ${emulator.url}
    token: ${emulator.token}
    organizations: [${emulator.organization}]
    vault: { path: ${join(folder, 'vault')} }
    schedules: { timezone: ${zones[name === 'berlin' ? 'berlin' : 'newyork']} }`,
  )
  return `platforms:${entries.join('')}\n`
}

/** Some pass, some last the night. */
async function addFault({ emulator }: ServedCompany, random: () => number): Promise<number> {
  const faults = [
    { operation: '*', kind: 'status', status: 503, probability: 0.1 },
    { operation: '*', kind: 'reset', probability: 0.05 },
    { operation: '*', kind: 'truncate', probability: 0.05 },
    { operation: 'getOrganizationById', kind: 'status', status: 500 },
    { operation: 'listMembersInOrganizationById', kind: 'status', status: 403 },
    { operation: 'download', kind: 'wrong-length', count: 2 },
  ] as const
  const fault = faults[Math.floor(random() * faults.length)]
  if (fault) await emulator.control('POST', 'faults', fault)
  return 1
}

/** The last tick is either recorded for the organization, or as failed for all. */
function settled(daemon: TestDaemon, platform: string, night: string): Promise<RunRecord> {
  return daemon.endedOn(
    platform,
    one => one.job === 'backup' && one.organization !== null && nightOf(one) === night,
  )

  function nightOf({ tick }: RunRecord): string {
    return tick === null
      ? ''
      : localNight(Date.parse(tick), zones[platform === 'berlin' ? 'berlin' : 'newyork'])
  }
}

/** The date of the last half past two (or just after it, where there is none), by the wall clock. */
function localNight(timeMs: number, zone: string): string {
  const parts = new Date(timeMs).toLocaleString('sv', { timeZone: zone })
  const [date = '', time = ''] = parts.split(' ')
  if (time >= '02:30:00') return date
  return localNight(timeMs - 4 * HOUR, zone)
}

function account(runs: readonly RunRecord[], zone: string) {
  const wrong: string[] = []
  const counts = { snapshots: 0, failed: 0, missed: 0 }
  for (let day = 1; day <= NIGHTS; day++) {
    const night = localNight(FIRST + day * 24 * HOUR, zone)
    const mine = runs.filter(one => one.tick !== null && localNight(Date.parse(one.tick), zone) === night)
    const snapshots = new Set(mine.flatMap(one => one.snapshot ?? []))
    const explained = mine.filter(one => one.outcome === 'missed' || one.outcome === 'failed')
    if (snapshots.size === 1) counts.snapshots++
    else if (explained.some(one => one.outcome === 'missed')) counts.missed++
    else if (explained.length > 0) counts.failed++
    if (snapshots.size > 1 || (snapshots.size === 0 && explained.every(one => one.message === '')))
      wrong.push(`${night}: ${mine.map(one => `${one.run} ${one.outcome}`).join(', ')}`)
  }
  return { wrong, counts }
}

async function healthNow(): Promise<Health> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  collect()
  await new Promise(resolve => setTimeout(resolve, 50))
  collect()
  return {
    heapMiB: Math.round((process.memoryUsage().heapUsed / 2 ** 20) * 100) / 100,
    handles: process.getActiveResourcesInfo().filter(one => one !== 'Timeout').length,
    files: readdirSync('/proc/self/fd').length,
  }
}

function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
