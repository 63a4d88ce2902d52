import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'

describe('commands beside a daemon', () => {
  test('trigger starts a job, status shows it, logs prints it', async () => {
    const company = await makeCompany()
    const server = { DOCVAULT_SERVER_TOKEN: 'the-token' }
    const daemon = await startTestDaemon(company, {
      env: { ...server, DOCVAULT_SCHEDULES_BACKUP: '0 2 * * *' },
    })
    const env = { ...company.env, ...server, DOCVAULT_DAEMON_PATH: join(company.folder, 'daemon') }
    const organization = company.emulator.organization
    const triggered = await docvault(['trigger', 'backup', '--org', organization, '--json'], { env })
    expect(triggered.code).toBe(0)
    const run = String(triggered.events[0]?.run)
    await daemon.ended(one => one.run === run)
    const status = await docvault(['status'], { env })
    expect(status.code).toBe(0)
    for (const words of ['complete', '0 2 * * * UTC', run, 'nothing is wrong'])
      expect(status.stdout.toString()).toContain(words)
    const logs = await docvault(['logs', run], { env })
    expect(logs.stdout.toString()).toContain('snapshot 1')
    expect((await docvault(['snapshots'], { env })).code).toBe(0)
    const wrong: [string[], Record<string, string>, number][] = [
      [['trigger', 'nothing'], {}, 2],
      [['trigger'], {}, 2],
      [['trigger', '--cancel', 'none'], {}, 2],
      [['logs', 'none'], {}, 2],
      [['status'], { DOCVAULT_SERVER_TOKEN: 'another' }, 2],
    ]
    for (const [args, changed, code] of wrong)
      expect([args, (await docvault(args, { env: { ...env, ...changed } })).code]).toEqual([args, code])
    await daemon.stop()
    const away = await docvault(['status'], { env: { ...env, DOCVAULT_SERVER_PORT: '9' } })
    expect([away.code, away.stderr.includes('docvault daemon')]).toEqual([1, true])
  })

  test('trigger backup --allow-shrink believes, this once, what a backup of the night did not', async () => {
    const company = await makeCompany({ comments: 8 })
    const daemon = await startTestDaemon(company)
    const env = { ...company.env, DOCVAULT_DAEMON_PATH: join(company.folder, 'daemon') }
    await daemon.run('backup')
    company.emulator.fault({ operation: 'listCommentRepliesInSpace', kind: 'status', status: 403 })
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'partial' })
    const args = ['trigger', 'backup', '--org', company.emulator.organization, '--json']
    const believed = await docvault([...args, '--allow-shrink'], { env })
    const run = String(believed.events[0]?.run)
    expect(await daemon.ended(one => one.run === run)).toMatchObject({ outcome: 'complete' })
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete' })
  })
})
