/** What the daemon forgets at night, and when it waits for somebody to look. */
import { expect, test } from 'vitest'
import { startTestDaemon } from '../helpers/daemon.ts'
import { type FakeClock, makeFakeClock } from '../helpers/fake-clock.ts'
import { lineVersion, runLine } from '../helpers/program.ts'
import { makeDatedVault, nights, reading } from '../retention/dated-vault.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const away = { DOCVAULT_PLATFORM_URL: 'http://127.0.0.1:9/v1', DOCVAULT_PLATFORM_TOKEN: 'none' }

async function serve(count: number, retention: Record<string, string>, clock?: FakeClock) {
  const path = await makeDatedVault(nights(count, '2026-06-20'))
  const env = { ...away, DOCVAULT_VAULT_PATH: path, ...retention }
  const served = { env, folder: temporaryFolder(), emulator: { organization: 'org' } }
  const daemon = await startTestDaemon(served, { version: lineVersion, ...(clock ? { clock } : {}) })
  return {
    daemon,
    forget: async () => {
      const id = await daemon.platform().trigger('forget', {})
      return daemon.ended(({ run }) => run === id)
    },
    run: (...argv: string[]) => runLine(argv, { env }),
    forgotten: () =>
      reading(path, vault => vault.snapshots().filter(({ forgotten }) => forgotten !== undefined)).map(
        ({ snapshot, forgotten }) => [snapshot, forgotten?.by],
      ),
  }
}

test('a policy is applied at its time', async () => {
  const clock = makeFakeClock(Date.parse('2026-06-20T12:00Z'))
  const { daemon, forgotten } = await serve(5, { DOCVAULT_RETENTION_KEEP_DAILY: '4' }, clock)
  expect(daemon.platform().nextRuns()).toMatchObject([
    { job: 'forget', cron: '30 3 * * *' },
    { job: 'prune', cron: '30 4 * * 6' },
  ])
  await clock.advanceTo(Date.parse('2026-06-21T04:00Z'))
  expect(await daemon.ended(({ job }) => job === 'forget')).toMatchObject({
    outcome: 'done',
    trigger: 'schedule',
    tick: '2026-06-21T03:30:00.000Z',
  })
  expect(forgotten()).toEqual([[1, 'daemon']])
})

test('without a rule nothing is scheduled; asked for, it says that everything is kept', async () => {
  const { daemon, forgotten } = await serve(3, {})
  expect(daemon.platform().nextRuns()).toEqual([])
  expect(await daemon.run('forget')).toMatchObject({
    outcome: 'skipped',
    message: expect.stringContaining('everything is kept'),
  })
  expect(forgotten()).toEqual([])
})

test('a policy that forgets little is applied; what somebody brings back and pins stays', async () => {
  const { forget, run, forgotten } = await serve(12, { DOCVAULT_RETENTION_KEEP_DAILY: '10' })
  expect(await forget()).toMatchObject({
    outcome: 'done',
    message: '2 forgotten, 10 kept (10 daily)',
  })
  expect(forgotten()).toEqual([
    [1, 'daemon'],
    [2, 'daemon'],
  ])
  expect((await run('pin', '2')).text).toContain('it was forgotten, and is no more')
  expect((await run('forget', '--undo', '1')).code).toBe(0)
  expect(await forget()).toMatchObject({ message: '1 forgotten, 11 kept (10 daily)' })
  expect(forgotten()).toEqual([[1, 'daemon']])
})

test('a new policy that forgets many waits until somebody has looked; then every night does', async () => {
  const { forget, run, forgotten } = await serve(20, { DOCVAULT_RETENTION_KEEP_DAILY: '3' })
  expect(await forget()).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching(
      /3 daily.* forgets 17 of 20 snapshots; nothing was forgotten.*--expect 17/,
    ),
  })
  expect(forgotten()).toEqual([])
  await expect(run('forget', '--apply', '--expect', '16')).rejects.toThrow('forgets 17 snapshots')
  expect((await run('forget', '--apply', '--expect', '17')).code).toBe(0)
  expect(forgotten()).toHaveLength(17)
  await run('forget', '--undo')
  expect(forgotten()).toEqual([])
  expect(await forget()).toMatchObject({
    outcome: 'done',
    message: '17 forgotten, 3 kept (3 daily)',
  })
})

test('a share that is agreed to once and for all is not asked about', async () => {
  const { forget } = await serve(20, { DOCVAULT_RETENTION_KEEP_LAST: '3', DOCVAULT_RETENTION_GUARD: '100' })
  expect(await forget()).toMatchObject({ outcome: 'done' })
})

test('where forgetting beyond the policy needs two people, a new policy forgets nothing by itself, however little', async () => {
  const guarded = {
    DOCVAULT_APPROVALS_ACTIONS: 'forget-beyond-policy',
    DOCVAULT_SERVER_OIDC_ISSUER: 'https://id.example.com',
    DOCVAULT_SERVER_OIDC_CLIENT_ID: 'docvault',
    DOCVAULT_SERVER_ROLES: '[{"group":"it","role":"admin"}]',
    DOCVAULT_SERVER_TOKEN: 'a-token',
  }
  const { forget, forgotten, run } = await serve(3, { DOCVAULT_RETENTION_KEEP_DAILY: '2', ...guarded })
  expect(await forget()).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('needs two people; nothing was forgotten'),
  })
  expect(forgotten()).toEqual([])
  await expect(run('forget', '--apply', '--expect', '1')).rejects.toMatchObject({ code: 'approval-needed' })
  expect(forgotten()).toEqual([])
})
