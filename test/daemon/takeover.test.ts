import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { VaultLocked } from '../../src/model/errors.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { makeFakeClock } from '../helpers/fake-clock.ts'
import { startRedis } from '../helpers/redis.ts'

describe('two daemons for one vault', () => {
  test('one works, the other stands by; a tick runs once; when the first ends the second takes over', async () => {
    const { child } = await startRedis()
    const company = await makeCompany()
    // Shortly before the tick: a lease outlives the seconds that pass, and no night.
    const clock = makeFakeClock(Date.parse('2026-06-01T01:59:50Z'))
    const env = (name: string) => ({
      DOCVAULT_REDIS_URL: `unix://${child.path}`,
      DOCVAULT_SCHEDULES_BACKUP: '0 2 * * *',
      DOCVAULT_DAEMON_PATH: join(company.folder, name),
    })
    const first = await startTestDaemon(company, { env: env('one'), clock })
    const second = await startTestDaemon(company, { env: env('two'), clock })
    expect([first.platform().state, second.platform().state]).toEqual(['running', 'standby'])
    await clock.advanceTo(clock.now() + 15_000)
    await first.ended(one => one.organization !== null)
    expect(company.vault().snapshots()).toHaveLength(1)
    await first.stop()
    await second.logged(one => one.msg === 'holding the vault')
    await clock.advanceTo(clock.now() + 24 * 3_600_000)
    await second.ended(one => one.snapshot === 2)
    expect(
      company
        .vault()
        .snapshots()
        .map(one => one.state),
    ).toEqual(['complete', 'complete'])
  })

  test('daemon.vaultBusy refuse: the second one ends with an error that names the holder', async () => {
    const company = await makeCompany()
    await startTestDaemon(company)
    const env = { DOCVAULT_DAEMON_VAULT_BUSY: 'refuse', DOCVAULT_DAEMON_PATH: join(company.folder, 'two') }
    await expect(startTestDaemon(company, { env })).rejects.toBeInstanceOf(VaultLocked)
  })

  test('one whose vault went to another host stands by, and writes nothing more', async () => {
    const company = await makeCompany()
    const clock = makeFakeClock(Date.parse('2026-06-01T01:59:50Z'))
    const env = { DOCVAULT_SCHEDULES_BACKUP: '0 2 * * *' }
    const daemon = await startTestDaemon(company, { env, clock })
    expect(daemon.platform().state).toBe('running')
    takeAway(company.vaultPath, clock.now())
    await clock.advanceTo(clock.now() + 15_000)
    await daemon.logged(one => one.msg === 'the vault is held elsewhere: standing by')
    expect(daemon.platform().state).toBe('standby')
    expect(company.vault().snapshots()).toEqual([])
    await daemon.stop()
  })
})

/** As the host that takes over does it in the same folder. */
function takeAway(vault: string, nowMs: number): void {
  const db = new Database(join(vault, 'catalog.db'))
  db.prepare("INSERT INTO owner VALUES (1, 2, 'b.2', ?, 0)").run(nowMs)
  db.close()
}
