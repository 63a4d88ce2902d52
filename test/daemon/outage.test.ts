import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Company, makeCompany, takeSnapshot } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { type FakeClock, makeFakeClock } from '../helpers/fake-clock.ts'
import { type Gate, startGate } from '../helpers/gate.ts'
import { type Listener, listenForHttp } from '../helpers/listeners.ts'

const NIGHT = Date.parse('2026-03-10T02:30:00Z')
const MINUTE = 60_000

describe('the platform is down for an hour', () => {
  test('from the middle of a backup: retried, partial with what was read, told, and complete by itself', async () => {
    const { company, gate, daemon, clock, hook } = await setUp()
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete', snapshot: 1 })
    await company.edit({ 'README.md': '# Changed\n', 'guides/linux.md': '# Changed, too\n' })
    company.emulator.remove('space', spaceId(company, 'Third'))
    company.emulator.resetRequests()
    const cut = gate.cutAt(/^GET \S+\/page\//, 2)
    await clock.advanceTo(NIGHT)
    await cut
    const record = await daemon.ended(
      one => one.job === 'backup' && one.tick !== null && one.organization !== null,
    )
    expect(record).toMatchObject({ outcome: 'partial', snapshot: 2 })
    const tries = daemon.lines.filter(one => one.msg === 'a part failed')
    expect(tries.filter(one => one.again === true).length).toBeGreaterThanOrEqual(2)
    const [before, partial] = company.vault().snapshots()
    expect(new Set(partial?.gaps.map(one => one.class))).toEqual(new Set(['unreachable']))
    // The list of spaces was read before: that one is gone, is known; everything else of the old state is kept.
    expect(partial?.resources).toMatchObject({ member: before?.resources.member, space: 2 })
    expect(partial?.gaps.length).toBeGreaterThan(0)
    await daemon.daemon.beat()
    expect(toldOn(hook)).toEqual(['begin partial'])
    expect(JSON.parse(hook.got[0] ?? '').text).toContain('unreachable')

    await passAnHourOfFailures(daemon, clock)
    expect(company.vault().snapshots()).toHaveLength(2)

    await gate.mend()
    await clock.advanceTo(NIGHT + 65 * MINUTE)
    expect(await syncOf(daemon, NIGHT + 65 * MINUTE)).toMatchObject({ outcome: 'complete', snapshot: 3 })
    await daemon.daemon.beat()
    expect(toldOn(hook)).toEqual(['begin partial', 'begin failed', 'end failed', 'end partial'])
    await expectAsUndisturbed(company)
  })

  test('from before a backup: repeated with longer and longer pauses, failed and told, and complete by itself', async () => {
    const { company, gate, daemon, clock, hook } = await setUp()
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete', snapshot: 1 })
    await company.edit({ 'README.md': '# Changed\n' })
    await gate.cut()
    await clock.advanceTo(NIGHT)
    const record = await daemon.ended(
      one => one.job === 'backup' && one.tick !== null && one.organization !== null,
    )
    expect(record).toMatchObject({ outcome: 'failed', snapshot: null })
    const pauses = daemon.lines
      .filter(one => one.run === record.run && one.msg === 'failed for now, and is repeated')
      .map(one => Number(one.delayMs))
    // In units of `daemon.retryDelay`, a minute by default: about an hour in all.
    const units = pauses.map(one => one / RETRY_MS)
    expect(units.map((one, index) => one / 2 ** Math.min(index, 4))).toEqual(
      Array.from({ length: 7 }, () => expect.closeTo(1, 0)),
    )
    expect(units.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(45)
    await daemon.daemon.beat()
    expect(toldOn(hook)).toEqual(['begin failed'])
    // Nothing was seen, so nothing is written down as gone or as a gap.
    expect(
      company
        .vault()
        .snapshots()
        .map(one => one.state),
    ).toEqual(['complete'])

    await passAnHourOfFailures(daemon, clock)
    await gate.mend()
    await clock.advanceTo(NIGHT + 65 * MINUTE)
    expect(await syncOf(daemon, NIGHT + 65 * MINUTE)).toMatchObject({ outcome: 'complete', snapshot: 2 })
    await daemon.daemon.beat()
    expect(toldOn(hook)).toEqual(['begin failed', 'end failed'])
    await expectAsUndisturbed(company)
  })
})

const RETRY_MS = 30

interface Outage {
  company: Company
  gate: Gate
  daemon: TestDaemon
  clock: FakeClock
  hook: Listener
}

async function setUp(): Promise<Outage> {
  const company = await makeCompany()
  company.emulator.create('space', { title: 'Third', organization: company.emulator.organization })
  const gate = await startGate(company.emulator.url)
  const hook = await listenForHttp()
  const clock = makeFakeClock(NIGHT - 5 * MINUTE)
  const env = {
    DOCVAULT_PLATFORM_URL: gate.url,
    // Files come from where they always did, past the gate.
    DOCVAULT_PLATFORM_ALLOW_PRIVATE_ADDRESSES: 'true',
    DOCVAULT_SCHEDULES_BACKUP: '30 2 * * *',
    // Never at the same time as the backup.
    DOCVAULT_SCHEDULES_SYNC: '5-55/10 * * * *',
    DOCVAULT_SCHEDULES_TIMEZONE: 'UTC',
    DOCVAULT_PLATFORM_ORGANIZATIONS: company.emulator.organization,
    DOCVAULT_DAEMON_RETRY_DELAY: `${RETRY_MS}ms`,
    DOCVAULT_NOTIFY_WEBHOOK: hook.url,
  }
  return { company, gate, hook, clock, daemon: await startTestDaemon(company, { env, clock }) }
}

/** A sync every ten minutes that finds nobody; that is told once. */
async function passAnHourOfFailures(daemon: TestDaemon, clock: FakeClock): Promise<void> {
  for (let minutes = 5; minutes < 60; minutes += 10) {
    await clock.advanceTo(NIGHT + minutes * MINUTE)
    const record = await syncOf(daemon, NIGHT + minutes * MINUTE)
    expect(record).toMatchObject({ outcome: 'failed', snapshot: null })
    await daemon.daemon.beat()
  }
}

async function syncOf(daemon: TestDaemon, timeMs: number) {
  const tick = new Date(timeMs).toISOString()
  return daemon.ended(one => one.job === 'sync' && one.organization !== null && one.tick === tick)
}

function toldOn(hook: Listener): string[] {
  return hook.got.map(body => JSON.parse(body)).map(one => `${one.event} ${one.kind}`)
}

function spaceId(company: Company, title: string): string {
  const vault = company.vault()
  const spaces = [...vault.resources(1, { kind: 'space' })]
  return spaces.find(one => JSON.stringify(vault.readJson(one)).includes(`"title":"${title}"`))?.id ?? ''
}

/** Past the gate, into another vault. */
async function expectAsUndisturbed(company: Company): Promise<void> {
  const calm = { DOCVAULT_VAULT_PATH: join(company.folder, 'calm') }
  const expected = await takeSnapshot(company.env, { exact: true }, { env: calm })
  const last = company.vault().snapshots().at(-1)
  expect(last).toMatchObject({ state: 'complete', gaps: [], resources: expected.resources })
}
