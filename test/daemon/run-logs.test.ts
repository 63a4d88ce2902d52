/** What people read about runs: the log lines of one, the list of all, and the status. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'

describe('what people read about runs', () => {
  test('the run that trigger names shows the work, with title, outcome and time in the zone of the schedules', async () => {
    const company = await makeCompany()
    const zone = { DOCVAULT_SCHEDULES_TIMEZONE: 'Asia/Tokyo' }
    const daemon = await startTestDaemon(company, { env: zone })
    const env = { ...company.env, ...zone, DOCVAULT_DAEMON_PATH: join(company.folder, 'daemon') }
    const run = await daemon.platform().trigger('backup', {})
    const { finished } = await daemon.ended(one => one.run.startsWith(`${run}.`))
    await daemon.logged(one => one.run === run && one.outcome === 'done')
    const local = new Date(finished).toLocaleString('sv-SE', { timeZone: 'Asia/Tokyo' })
    const log = (await docvault(['logs', run], { env })).stdout.toString()
    expect(log).toContain('snapshot 1: ')
    const list = (await docvault(['logs'], { env })).stdout.toString().trim().split('\n')
    const backups = list.filter(line => line.includes('  backup  '))
    expect(list[0]).toContain('Asia/Tokyo')
    expect(backups).toHaveLength(1)
    expect(backups[0]).toMatch(
      new RegExp(
        `^${local.slice(0, -3)}:\\d\\d  backup  Acme Documentation  complete +${run.replaceAll('.', '\\.')}$`,
      ),
    )
    const status = (await docvault(['status'], { env })).stdout.toString()
    expect(status).toContain('times in Asia/Tokyo')
    expect(status).toContain(`  ${local}  backup of Acme Documentation: complete: snapshot 1: `)
    expect(status).toContain(`(run ${run})`)
    expect(status).not.toContain('organizations')
  })

  test('no line of the log has a key twice, whatever an event is called by', async () => {
    const company = await makeCompany()
    const texts: string[] = []
    const daemon = await startTestDaemon(company, { wrote: text => texts.push(text) })
    await daemon.run('backup')
    // A restore tells of its own run, a drill of its steps.
    await daemon.run('drill')
    await daemon.run('restore')
    company.emulator.fault({ operation: 'getOrganizationById', kind: 'status', status: 403 })
    await daemon.run('sync')
    await daemon.daemon.beat()
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.filter(text => JSON.stringify(JSON.parse(text)) !== text.trim())).toEqual([])
  })
})
