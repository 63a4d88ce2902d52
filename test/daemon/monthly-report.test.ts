/** What a customer is shown of a month: written once, told once, and only what is known. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'
import { makeFakeClock } from '../helpers/fake-clock.ts'
import { listenForHttp, listenForMail } from '../helpers/listeners.ts'
import { lineVersion, runLine } from '../helpers/program.ts'
import { makeDatedVault, nights } from '../retention/dated-vault.ts'
import { temporaryFolder } from '../vault/fixture.ts'

test('the month before is written on the first, with what changed, and told once, but to no pager', async () => {
  const company = await makeCompany()
  const [hook, pager, mail] = [await listenForHttp(), await listenForHttp(), await listenForMail()]
  const env = {
    DOCVAULT_PLATFORM_TENANT: 'acme',
    DOCVAULT_SCHEDULES_MONTHLY_REPORT: '0 7 1 * *',
    DOCVAULT_AUDIT_FOLDER: join(company.folder, 'reports'),
    DOCVAULT_OBJECTIVES_RPO: '26h',
    DOCVAULT_ANOMALIES_WATCH: 'false',
    DOCVAULT_SCHEDULES_OVERDUE_AFTER: '365d',
    DOCVAULT_NOTIFY_WEBHOOK: hook.url,
    DOCVAULT_NOTIFY_SMTP: mail.url,
    DOCVAULT_NOTIFY_MAIL_TO: 'msp@example.com',
    DOCVAULT_NOTIFY_PAGERDUTY: 'key',
    DOCVAULT_NOTIFY_PAGERDUTY_URL: pager.url,
  }
  // Drills are stamped by the clock of the machine.
  const now = new Date()
  const month = now.toISOString().slice(0, 7)
  const clock = makeFakeClock(now.getTime())
  const daemon = await startTestDaemon(company, { env, clock })
  await daemon.run('backup')
  await company.edit({ 'README.md': '# Other' })
  await daemon.run('backup')
  await daemon.run('drill')
  await clock.advanceTo(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 7))
  const { message } = await daemon.ended(
    ({ job, organization }) => job === 'monthly-report' && organization !== null,
  )
  await daemon.daemon.beat()
  await daemon.daemon.beat()
  const months = () => hook.got.map(body => JSON.parse(body)).filter(({ kind }) => kind === 'month')
  expect(months()).toMatchObject([
    {
      event: 'digest',
      platform: 'default',
      title: `acme, default: the month ${month} of Acme Documentation`,
      text: expect.stringContaining('Snapshots begun in the month: 2 complete, 0 partial, 0 not sealed.'),
    },
  ])
  const [{ text }] = months()
  expect(text.split('\n')).toEqual([
    expect.any(String),
    expect.stringMatching(
      /^Age of the newest complete snapshot: .* at the end, .* at most; .* within 1 d 2 h\.$/,
    ),
    'Changes: 0 added, 2 modified, 0 removed, of everything, night by night.',
    'Changes of access and settings: 0 between snapshots 1 and 2.',
    'Drills: 1 passed, 0 failed or not signed as they should be.',
    expect.stringMatching(/^Evidence: PARTIAL: /),
    expect.stringMatching(/^SHA-256 of the evidence: [0-9a-f]{64}$/),
  ])
  expect(mail.got.filter(text => text.includes(`the month ${month} of`))).toHaveLength(1)
  expect(pager.got.filter(body => body.includes('the month'))).toEqual([])
  const files = message?.slice(message.indexOf(' is ') + 4).split(', ') ?? []
  expect(files.map(file => file.slice(file.lastIndexOf('.')))).toEqual(['.txt', '.html', '.json'])
  for (const file of files) expect(file).toContain(join('reports', 'acme', 'month-'))
  expect(readFileSync(files[0] ?? '', 'utf8')).toContain(text)
  for (const file of files.slice(1)) {
    const { code } = await docvault(['audit', 'verify', file], { env: company.env, cwd: company.folder })
    expect(code).toBe(0)
  }
  await daemon.stop()
  const again = await startTestDaemon(company, { env, clock })
  await again.run('backup')
  await again.daemon.beat()
  expect(months()).toHaveLength(1)
}, 120_000)

test('where there are no two backups to compare, and no drill, the report says so', async () => {
  const company = await makeCompany()
  const clock = makeFakeClock(Date.parse('2026-10-20T02:00:00Z'))
  const env = { DOCVAULT_AUDIT_FOLDER: join(company.folder, 'reports') }
  const daemon = await startTestDaemon(company, { env, clock })
  await daemon.run('backup')
  await clock.advanceTo(Date.parse('2026-12-05T02:00:00Z'))
  const { message } = await daemon.run('monthly-report')
  expect(message).toContain('the report of 2026-11 is ')
  const [file = ''] = message?.slice(message.indexOf(' is ') + 4).split(', ') ?? []
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('Snapshots begun in the month: 0 complete, 0 partial, 0 not sealed.')
  expect(text).toContain('Changes: not known, there are no two backups to compare.')
  expect(text).toContain('Drills: none is recorded.')
}, 120_000)

test('what pruned nights of the month have changed is not counted, and the report says of how many', async () => {
  const folder = temporaryFolder()
  const now = new Date()
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 20))
  const env = {
    DOCVAULT_PLATFORM_URL: 'http://127.0.0.1:9/v1',
    DOCVAULT_PLATFORM_TOKEN: 'none',
    DOCVAULT_VAULT_PATH: await makeDatedVault(nights(5, before.toISOString().slice(0, 10))),
    DOCVAULT_AUDIT_FOLDER: join(folder, 'reports'),
    DOCVAULT_RETENTION_UNDO: '0s',
  }
  const served = { env, folder, emulator: { organization: 'org' } }
  const daemon = await startTestDaemon(served, { version: lineVersion })
  const changes = async () => {
    const { message } = await daemon.run('monthly-report')
    const [file = ''] = message?.slice(message.indexOf(' is ') + 4).split(', ') ?? []
    return readFileSync(file, 'utf8').match(/^Changes: .*$/m)?.[0]
  }
  expect(await changes()).toMatch(/ removed, of everything, night by night\.$/)
  await runLine(['forget', '2', '4', '--apply', '--expect', '2'], { env })
  await runLine(['prune', '--apply'], { env })
  expect(await changes()).toMatch(
    /night by night; not counted are those of 2 snapshots that were pruned since\.$/,
  )
}, 120_000)
