import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { QueueEvents } from 'bullmq'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { makeFakeClock } from '../helpers/fake-clock.ts'

const at = (text: string) => Date.parse(text)
const nightly = {
  DOCVAULT_SCHEDULES_BACKUP: '30 2 * * *',
  DOCVAULT_SCHEDULES_TIMEZONE: 'Europe/Berlin',
  // What follows a snapshot would be one run more.
  DOCVAULT_SEARCH_INDEX: 'false',
}

describe('the schedule', () => {
  test('a tick starts one run, and its snapshot says so', async () => {
    const company = await makeCompany()
    const clock = makeFakeClock(at('2026-03-28T12:00:00Z'))
    const daemon = await startTestDaemon(company, { env: nightly, clock })
    expect(daemon.platform().nextRuns()).toMatchObject([{ job: 'backup', next: '2026-03-29T01:30:00.000Z' }])
    await clock.advanceTo(at('2026-03-29T02:00:00Z'))
    const record = await daemon.ended(one => one.organization !== null)
    expect(record).toMatchObject({
      outcome: 'complete',
      trigger: 'schedule',
      tick: '2026-03-29T01:30:00.000Z',
    })
    expect(company.vault().snapshots()).toMatchObject([{ trigger: 'schedule' }])
  })

  test('what was due while no daemon ran is made good once; the nights before it are missed, and that is on record', async () => {
    const company = await makeCompany()
    const first = await startTestDaemon(company, {
      env: nightly,
      clock: makeFakeClock(at('2026-06-01T12:00:00Z')),
    })
    await first.stop()
    const clock = makeFakeClock(at('2026-06-04T12:00:00Z'))
    const second = await startTestDaemon(company, { env: nightly, clock })
    await second.ended(one => one.organization !== null)
    const runs = second.platform().runs()
    expect(runs.filter(one => one.outcome === 'missed').map(one => one.tick)).toEqual([
      '2026-06-02T00:30:00.000Z',
      '2026-06-03T00:30:00.000Z',
    ])
    expect(runs.find(one => one.organization !== null)).toMatchObject({
      outcome: 'complete',
      trigger: 'catch-up',
      tick: '2026-06-04T00:30:00.000Z',
    })
    await second.stop()
    const third = await startTestDaemon(company, { env: nightly, clock })
    expect(third.platform().runs()).toHaveLength(runs.length)
    expect(company.vault().snapshots()).toHaveLength(1)
  })

  test('a daemon that was held up for nights starts one run for all of them, and the others are on record as missed', async () => {
    const company = await makeCompany()
    const clock = makeFakeClock(at('2026-06-01T12:00:00Z'))
    const daemon = await startTestDaemon(company, { env: nightly, clock })
    await clock.advanceTo(at('2026-06-04T12:00:00Z'))
    await daemon.ended(one => one.organization !== null)
    const { runs } = daemon.platform().queues
    const ids = (await runs.getJobs()).map(one => one.id)
    expect(new Set(ids)).toEqual(
      new Set(['backup.20260604T003000Z', `backup.20260604T003000Z.${company.emulator.organization}`]),
    )
    const missed = daemon
      .platform()
      .runs()
      .filter(one => one.outcome === 'missed')
    expect(missed.map(one => one.tick)).toEqual(['2026-06-02T00:30:00.000Z', '2026-06-03T00:30:00.000Z'])
    expect(missed[0]?.message).toContain('held up')
    expect(company.vault().snapshots()).toHaveLength(1)
  })

  test('a beat that comes twice, or while another one is under way, starts nothing twice', async () => {
    const company = await makeCompany()
    const clock = makeFakeClock(at('2026-06-01T12:00:00Z'))
    const daemon = await startTestDaemon(company, { env: nightly, clock })
    const night = at('2026-06-02T00:30:00Z')
    await Promise.all([clock.advanceTo(night), clock.advanceTo(night), clock.advanceTo(night)])
    await clock.advanceTo(night + 60_000)
    await daemon.ended(one => one.organization !== null)
    expect(await daemon.platform().queues.runs.getJobs()).toHaveLength(2)
    expect(company.vault().snapshots()).toHaveLength(1)
  })

  test('schedules.catchUp off: nothing is made good', async () => {
    const company = await makeCompany()
    const first = await startTestDaemon(company, {
      env: nightly,
      clock: makeFakeClock(at('2026-06-01T12:00:00Z')),
    })
    await first.stop()
    const env = { ...nightly, DOCVAULT_SCHEDULES_CATCH_UP: 'false' }
    const second = await startTestDaemon(company, { env, clock: makeFakeClock(at('2026-06-04T12:00:00Z')) })
    expect(
      await second.platform().queues.runs.getJobCountByTypes('waiting', 'active', 'completed', 'delayed'),
    ).toBe(0)
  })

  test.each([
    ['before its end was recorded', "DELETE FROM fact WHERE key LIKE 'runs%' OR key LIKE 'settled%'"],
    ['before Redis heard of it', 'SELECT 1'],
  ])('a tick that was sealed by a daemon that died %s makes no second snapshot', async (_when, forget) => {
    const company = await makeCompany()
    const clock = makeFakeClock(at('2026-06-01T12:00:00Z'))
    const first = await startTestDaemon(company, { env: nightly, clock })
    await clock.advanceTo(at('2026-06-02T12:00:00Z'))
    const done = await first.ended(one => one.organization !== null)
    await first.stop()
    const db = new Database(join(company.vaultPath, 'catalog.db'))
    db.exec(forget)
    db.close()
    rmSync(join(company.folder, 'daemon'), { recursive: true })
    const second = await startTestDaemon(company, { env: nightly, clock })
    const { runs } = second.platform().queues
    const data = {
      organization: company.emulator.organization,
      trigger: 'schedule',
      tick: done.tick ?? '',
    }
    const events = new QueueEvents(runs.name, { ...runs.opts })
    onTestFinished(() => events.close())
    await events.waitUntilReady()
    const again = await runs.add('backup', data, { jobId: done.run })
    expect(await again.waitUntilFinished(events)).toMatchObject({ state: 'complete', snapshot: 1 })
    expect(await second.ended(one => one.run === done.run)).toMatchObject({ snapshot: 1 })
    expect(company.vault().snapshots()).toHaveLength(1)
  })

  test('an empty vault is backed up at once, once; one that has a backup, or a schedule that is off, is not', async () => {
    const company = await makeCompany({ latencyMs: 20 })
    const env = { ...nightly, DOCVAULT_SCHEDULES_FIRST_BACKUP: 'true', DOCVAULT_DAEMON_STOP_TIMEOUT: '1ms' }
    const clock = makeFakeClock(at('2026-06-01T12:00:00Z'))
    const off = await startTestDaemon(company, { env: { ...env, DOCVAULT_SCHEDULES_BACKUP: 'off' }, clock })
    expect(await off.platform().queues.runs.getJobs()).toEqual([])
    await off.stop()
    const first = await startTestDaemon(company, { env, clock })
    await first.logged(one => one.msg === 'the run begins')
    await first.stop()
    await clock.advanceTo(at('2026-06-01T12:10:00Z'))
    const second = await startTestDaemon(company, { env, clock })
    const record = await second.ended(one => one.organization !== null)
    expect(record).toMatchObject({ outcome: 'complete', trigger: 'first', tick: '2026-06-01T12:00:00.000Z' })
    await second.stop()
    const third = await startTestDaemon(company, { env, clock })
    const backups = (await third.platform().queues.runs.getJobs()).map(one => one.id)
    expect(backups.filter(id => id?.startsWith('backup.'))).toHaveLength(2)
    expect(company.vault().snapshots()).toMatchObject([{ snapshot: 1, trigger: 'first', state: 'complete' }])
  })

  test('an empty vault a minute before its schedule ticks is backed up once, by the tick', async () => {
    const company = await makeCompany()
    const env = { ...nightly, DOCVAULT_SCHEDULES_FIRST_BACKUP: 'true' }
    const clock = makeFakeClock(at('2026-06-01T00:29:00Z'))
    const daemon = await startTestDaemon(company, { env, clock })
    await clock.advanceTo(at('2026-06-01T00:31:00Z'))
    await daemon.ended(one => one.organization !== null)
    expect(company.vault().snapshots()).toMatchObject([{ snapshot: 1, trigger: 'schedule' }])
  })

  test('SIGHUP: a new schedule and a new token count at once, a new vault waits for a restart', async () => {
    const company = await makeCompany()
    const clock = makeFakeClock(at('2026-06-01T12:00:00Z'))
    const daemon = await startTestDaemon(company, {
      env: { ...nightly, DOCVAULT_PLATFORM_TOKEN: 'wrong' },
      clock,
    })
    expect(await daemon.run('backup')).toMatchObject({ code: 'unauthorized' })
    const changed = {
      DOCVAULT_SCHEDULES_BACKUP: '0 4 * * *',
      DOCVAULT_PLATFORM_TOKEN: company.emulator.token,
      DOCVAULT_VAULT_PATH: '/elsewhere',
    }
    await daemon.daemon.reload(daemon.configs(changed))
    expect(daemon.platform().nextRuns()).toMatchObject([{ cron: '0 4 * * *' }])
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete' })
    expect(daemon.lines.find(one => Array.isArray(one.waiting))?.waiting).toEqual(['vault.path'])
  })
})
