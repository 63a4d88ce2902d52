/** Commands beside a daemon, which has their work done: the same output, the same exit codes. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exitCodeOf } from '../../src/cli/exit-code.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { lineVersion, runLine } from '../helpers/program.ts'
import { progressInOrder } from '../helpers/progress-in-order.ts'
import { startRedis } from '../helpers/redis.ts'

describe('a command that writes, beside a daemon', () => {
  test('a backup is taken by the daemon, and is the same line for line', async () => {
    const [alone, beside] = [await makeCompany(), await makeCompany()]
    const daemon = await serve(beside)
    for (const args of [['backup', '--json'], ['backup'], ['backup', '--exact', '--allow-shrink']])
      expect([args, await line(beside, args)]).toEqual([args, await line(alone, args)])
    const commanded = daemon
      .platform()
      .runs()
      .filter(({ trigger }) => trigger === 'command')
    expect(commanded).toMatchObject(
      Array(3).fill({ job: 'backup', trigger: 'command', outcome: 'complete', organization: null }),
    )
    expect(await line(beside, ['backup', '--space', 'none'])).toEqual(
      await line(alone, ['backup', '--space', 'none']),
    )
  })

  test('a restore is planned, applied and undone; what deletes asks the terminal and not for a token', async () => {
    const company = await makeCompany()
    await company.backUp()
    const daemon = await serve(company)
    const [team] = company.vault().resources(1, { kind: 'team' })
    const { title } = z.object({ title: z.string() }).parse(team && company.vault().readJson(team))
    const state = () => JSON.stringify(company.emulator.state())
    company.emulator.remove('team', team?.id ?? '')
    company.emulator.create('team', { title: 'Extra team' })
    const wish = ['restore', '1', '--delete-extra', '--confirm', 'Acme Documentation']
    const planned = await line(company, wish)
    expect(planned.text).toContain('Extra team')
    const digest = /restore apply ([0-9a-f]{12})/.exec(planned.text)?.[1] ?? ''
    // Nobody is there to agree: nothing is handed over.
    const runs = daemon.platform().runs().length
    expect((await line(company, ['restore', 'apply', digest])).code).toBe(2)
    expect(daemon.platform().runs()).toHaveLength(runs)
    const applied = await line(company, ['restore', 'apply', digest, '--yes'])
    expect([applied.code, applied.text]).toEqual([0, expect.stringContaining('restore 1 begins')])
    expect([state().includes(`"${title}"`), state().includes('Extra team')]).toEqual([true, false])
    expect((await line(company, ['restore', 'undo', '1', '--yes'])).code).toBeLessThan(4)
    expect(state()).not.toContain(`"${title}"`)
  })

  test('Ctrl-C cancels it, the daemon goes on, and the next one resumes', async () => {
    const company = await makeCompany()
    const daemon = await serve(company)
    company.emulator.fault({ operation: '*', kind: 'slow', ms: 40 })
    const control = new AbortController()
    const working = line(company, ['backup'], { signal: control.signal })
    await daemon.logged(one => one.msg === 'a snapshot is begun')
    expect((await line(company, ['status'])).text).toMatch(/ backup: under way \(run backup\.command-/)
    control.abort()
    expect((await working).code).toBe(130)
    expect(await daemon.ended(one => one.job === 'backup')).toMatchObject({ outcome: 'cancelled' })
    company.emulator.clearFaults()
    const again = await line(company, ['backup'])
    expect([again.code, again.text]).toEqual([0, expect.stringContaining('resuming snapshot 1')])
  })

  test('it waits for a run of the daemon that is at work, and a run of the daemon for it', async () => {
    const company = await makeCompany()
    const daemon = await serve(company)
    company.emulator.fault({ operation: '*', kind: 'slow', ms: 20 })
    const nightly = daemon.run('backup')
    await daemon.logged(one => one.msg === 'a snapshot is begun')
    const working = line(company, ['backup'])
    const second = await daemon.logged(one => one.job === 'backup' && /command/.test(String(one.run)))
    const after = daemon.run('backup')
    expect([(await nightly).snapshot, (await working).code, (await after).snapshot]).toEqual([1, 0, 3])
    expect(second.msg).toBe('the run begins')
  })

  test('its own token counts, and is in no log; without one the daemon’s does', async () => {
    const company = await makeCompany()
    const daemon = await serve(company, { DOCVAULT_PLATFORM_TOKEN: 'a-token-that-nobody-takes' })
    const { organization, token } = company.emulator
    company.emulator.patch('organization', organization, { title: `Known as ${token}` })
    expect((await line(company, ['backup'])).code).toBe(0)
    const bare = { DOCVAULT_VAULT_PATH: company.vaultPath }
    expect((await runLine(['backup'], { env: bare }).catch(failed)).code).toBe(12)
    const elsewhere = { ...bare, DOCVAULT_PLATFORM_URL: 'http://127.0.0.1:9/v1' }
    expect((await runLine(['backup'], { env: elsewhere }).catch(failed)).code).toBe(2)
    expect(JSON.stringify(daemon.lines)).toContain('Known as …')
    expect(JSON.stringify(daemon.lines)).not.toContain(token)
  })

  test('a daemon that is stopped lets it end within the grace', async () => {
    const company = await makeCompany()
    const daemon = await serve(company, { DOCVAULT_DAEMON_STOP_TIMEOUT: '60s' })
    company.emulator.fault({ operation: '*', kind: 'slow', ms: 10 })
    const working = line(company, ['backup'])
    await daemon.logged(one => one.msg === 'a snapshot is begun')
    await daemon.stop()
    expect(await working).toMatchObject({ code: 0, text: expect.stringContaining('complete') })
  })

  test('past that it ends with how to go on, and the daemon is not held up', async () => {
    const company = await makeCompany()
    const daemon = await serve(company, { DOCVAULT_DAEMON_STOP_TIMEOUT: '100ms' })
    company.emulator.fault({ operation: '*', kind: 'slow', ms: 40 })
    const working = line(company, ['backup'])
    await daemon.logged(one => one.msg === 'a snapshot is begun')
    await daemon.stop()
    expect(await working).toMatchObject({
      code: 1,
      text: expect.stringContaining('run the same command again'),
    })
    company.emulator.clearFaults()
    const again = await line(company, ['backup'])
    expect([again.code, again.text]).toEqual([0, expect.stringContaining('resuming snapshot 1')])
  })

  test('Redis away: it works all the same', async () => {
    const company = await makeCompany()
    const { child } = await startRedis()
    const daemon = await serve(company, {
      DOCVAULT_REDIS_URL: `unix://${child.path}`,
      DOCVAULT_DAEMON_STOP_TIMEOUT: '1ms',
    })
    await child.stop()
    await daemon.logged(one => one.msg === 'Redis does not answer')
    expect((await line(company, ['backup'])).code).toBe(0)
  })
})

/** A daemon of the version that `runLine` is. */
function serve(company: Company, env: Record<string, string> = {}): Promise<TestDaemon> {
  return startTestDaemon(company, { env, version: lineVersion })
}

/** Times aside. */
async function line(company: Company, argv: readonly string[], { signal }: { signal?: AbortSignal } = {}) {
  const env = { ...company.env, DOCVAULT_DAEMON_PATH: join(company.folder, 'daemon') }
  const { code, text } = await runLine(argv, { env, ...(signal ? { signal } : {}) }).catch(failed)
  const said = text.replaceAll(TIMES, '…').replaceAll(company.emulator.organization, 'ORG')
  return { code, text: progressInOrder(said) }
}

const TIMES =
  /\d{4}-\d\d-\d\dT[\d:.]+Z|\d+(\.\d+)? m?s\b|"(duration_ms|digest|previous|contents)":("\w*"|\d+|null)|\b[0-9a-f]{64}\b/g

function failed(error: unknown): { code: number; text: string } {
  const hint = error instanceof Error && 'hint' in error ? String(error.hint) : ''
  return { code: exitCodeOf(error), text: `${error}\n${hint}` }
}
