import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { makeFakeClock } from '../helpers/fake-clock.ts'

const at = (text: string) => Date.parse(text)
const nightly = {
  DOCVAULT_SCHEDULES_BACKUP: '30 2 * * *',
  DOCVAULT_SCHEDULES_TIMEZONE: 'Europe/Berlin',
}

describe('the schedule', () => {
  test('a tick starts one run, and its snapshot says so', async () => {
    const company = await makeCompany()
    const clock = makeFakeClock(at('2026-03-28T12:00:00Z'))
    const daemon = await startTestDaemon(company, { env: nightly, clock })
    expect(daemon.platform().nextRuns()).toMatchObject([{ job: 'backup', next: '2026-03-29T01:30:00.000Z' }])
    clock.advanceTo(at('2026-03-29T02:00:00Z'))
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

  test('a tick that was sealed by a daemon that died before Redis heard of it makes no second snapshot', async () => {
    const company = await makeCompany()
    const clock = makeFakeClock(at('2026-06-01T12:00:00Z'))
    const daemon = await startTestDaemon(company, { env: nightly, clock })
    clock.advanceTo(at('2026-06-02T12:00:00Z'))
    const done = await daemon.ended(one => one.organization !== null)
    const { queues } = daemon.platform()
    await (await queues.runs.getJob(done.run))?.remove({ removeChildren: true })
    const data = { organization: company.emulator.organization, trigger: 'schedule', tick: done.tick ?? '' }
    await queues.runs.add('backup', data, { jobId: 'again' })
    expect(await daemon.ended(one => one.run === 'again')).toMatchObject({ outcome: 'complete', snapshot: 1 })
    expect(company.vault().snapshots()).toHaveLength(1)
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
