/** What the daemon prunes by itself, and what it does for a command that finds it. */
import { expect, test } from 'vitest'
import { startTestDaemon } from '../helpers/daemon.ts'
import { type FakeClock, makeFakeClock } from '../helpers/fake-clock.ts'
import { lineVersion, runLine } from '../helpers/program.ts'
import { makeDatedVault, nights, reading } from '../retention/dated-vault.ts'
import { temporaryFolder } from '../vault/fixture.ts'
import { editCatalog } from '../vault/prune/pages.ts'

const away = { DOCVAULT_PLATFORM_URL: 'http://127.0.0.1:9/v1', DOCVAULT_PLATFORM_TOKEN: 'none' }

async function serve(count: number, settings: Record<string, string>, clock?: FakeClock) {
  const path = await makeDatedVault(nights(count, '2026-06-19'))
  const env = { ...away, DOCVAULT_VAULT_PATH: path, ...settings }
  const served = { env, folder: temporaryFolder(), emulator: { organization: 'org' } }
  const daemon = await startTestDaemon(served, { version: lineVersion, ...(clock ? { clock } : {}) })
  return {
    path,
    daemon,
    prune: async () => {
      const id = await daemon.platform().trigger('prune', {})
      return daemon.ended(({ run }) => run === id)
    },
    run: (...argv: string[]) => runLine(argv, { env }),
    runWith: (given: Record<string, string>, ...argv: string[]) =>
      runLine(argv, { env: { ...env, ...given } }),
    kept: () => reading(path, vault => vault.snapshots().map(({ snapshot }) => snapshot)),
  }
}

test('on Saturday what was forgotten long enough ago goes', async () => {
  // A Friday.
  const clock = makeFakeClock(Date.parse('2026-06-19T12:00Z'))
  const settings = {
    DOCVAULT_RETENTION_KEEP_DAILY: '2',
    DOCVAULT_RETENTION_UNDO: '3d',
    DOCVAULT_SCHEDULES_CHECK: 'off',
    DOCVAULT_SCHEDULES_DRILL: 'off',
  }
  const { daemon, kept } = await serve(4, settings, clock)
  expect(
    daemon
      .platform()
      .nextRuns()
      .map(({ job, cron }) => [job, cron]),
  ).toEqual(expect.arrayContaining([['prune', '30 4 * * 6']]))
  await clock.advanceTo(Date.parse('2026-06-20T05:00Z'))
  const first = await daemon.ended(({ job }) => job === 'prune')
  expect(first).toMatchObject({ outcome: 'done', message: 'there was nothing to prune' })
  expect(kept()).toEqual([1, 2, 3, 4])
  await clock.advanceTo(Date.parse('2026-06-27T05:00Z'))
  expect(await daemon.ended(({ job, run }) => job === 'prune' && run !== first.run)).toMatchObject({
    outcome: 'done',
    trigger: 'schedule',
    message: expect.stringMatching(/^2 snapshots pruned, \d+\.\d MiB less$/),
  })
  expect(kept()).toEqual([3, 4])
})

test('without a rule nothing is scheduled', async () => {
  const { daemon } = await serve(2, {})
  expect(daemon.platform().nextRuns()).toEqual([])
})

test('a vault that is damaged is left alone, and somebody hears of it', async () => {
  const { path, run, prune, kept } = await serve(4, { DOCVAULT_RETENTION_UNDO: '0s' })
  await run('forget', '1', '2', '--apply', '--expect', '2')
  editCatalog(path, db => db.exec('DELETE FROM content WHERE id = (SELECT max(content) FROM version)'), {
    unnoticed: true,
  })
  expect(await prune()).toMatchObject({
    outcome: 'damage',
    message: expect.stringMatching(/^nothing was changed, because the vault is damaged/),
  })
  expect(kept()).toEqual([1, 2, 3, 4])
})

test('a command hands its prune over, follows it, and what it was given counts', async () => {
  const { run, runWith, kept, daemon } = await serve(4, {})
  await run('forget', '1', '2', '--apply', '--expect', '2')
  const waiting = await run('prune', '--apply')
  expect(waiting.text).toMatch(/^there was nothing to prune\ncan still be brought back .*: 1-2, /)
  expect(kept()).toEqual([1, 2, 3, 4])
  const lines = await runWith({ DOCVAULT_RETENTION_UNDO: '0s' }, 'prune', '--apply', '--json')
  expect(lines.text).toMatch(/"message_type":"status","phase":"planning"/)
  expect(lines.text).toMatch(/"message_type":"summary","applied":true,"finished":true,"prunes":2/)
  expect(kept()).toEqual([3, 4])
  expect(
    await daemon.ended(
      ({ job, outcome, message }) => job === 'prune' && outcome === 'done' && !message.startsWith('there'),
    ),
  ).toMatchObject({
    trigger: 'command',
    message: expect.stringMatching(/^2 snapshots pruned/),
  })
})
