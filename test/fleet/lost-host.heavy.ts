/**
 * A host is killed, or stops and wakes again after its vault was taken over, in the middle of a backup: by the manual and the
 * command line alone. The other host's own vault goes on, what is taken over is whole, and the first one writes nothing more.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openForReading } from '../../src/vault/catalog/database.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { type DaemonProcess, startDaemonProcess } from '../helpers/daemon-process.ts'
import { docvault } from '../helpers/docvault.ts'
import { startRedis } from '../helpers/redis.ts'
import { filesBelow } from '../helpers/source-tree.ts'

interface Host {
  daemon: DaemonProcess
  vault(platform: string): string
  run(...args: string[]): Promise<{ code: number | null; text: string; notes: string }>
  restart(): Promise<DaemonProcess>
}

/** `acme` is on the first host, `beta` on the second, which alone has it in its configuration. */
async function makeHosts() {
  const company = await makeCompany()
  const { child } = await startRedis()
  const { folder, emulator } = company
  const start = (name: string, ...platforms: string[]) => {
    const config = join(folder, `${name}.yaml`)
    const entries = platforms.map(
      platform => `  - { name: ${platform}, url: '${emulator.url}', token: '${emulator.token}' }\n`,
    )
    writeFileSync(config, `platforms:\n${entries.join('')}`)
    return startHost(company, { name, config, redis: `unix://${child.path}` })
  }
  return { company, first: await start('one', 'acme'), second: await start('two', 'acme', 'beta') }
}

async function startHost(
  { folder, env: { DOCVAULT_PLATFORM_RETRY_DELAY = '' } }: Company,
  { name, config, redis }: { name: string; config: string; redis: string },
): Promise<Host> {
  const env = {
    DOCVAULT_CONFIG: config,
    DOCVAULT_PLATFORM_RETRY_DELAY,
    DOCVAULT_FLEET_HOST: name,
    DOCVAULT_REDIS_URL: redis,
    DOCVAULT_DAEMON_PATH: join(folder, name),
    DOCVAULT_VAULT_PATH: join(folder, `${name}-vaults`),
    DOCVAULT_REPLICA_TARGETS: join(folder, 'replica'),
    DOCVAULT_SCHEDULES_REPLICATE: 'off',
  }
  const run: Host['run'] = async (...args) => {
    const { code, stdout, stderr } = await docvault(args, { env, cwd: folder })
    return { code, text: stdout.toString(), notes: stderr }
  }
  const own = name === 'one' ? 'acme' : 'beta'
  expect((await run('backup', '--platform', own)).code).toBe(0)
  const begin = async () => {
    const daemon = await startDaemonProcess(env)
    onTestFinished(async () => {
      await daemon.kill('SIGKILL')
    })
    return daemon
  }
  const daemon = await begin()
  await daemon.logged(line => line.msg === 'holding the vault' && line.platform === own)
  const vault = (platform: string) => join(folder, `${name}-vaults`, platform)
  return { daemon, vault, run, restart: begin }
}

/** Until it says so; a host is away when it was not seen for a minute. */
async function untilSaid(host: Host, line: readonly string[], words: RegExp): Promise<string> {
  for (const deadline = Date.now() + 180_000; Date.now() < deadline; await delay(1000)) {
    const { text, notes } = await host.run(...line)
    if (words.test(text + notes)) return text + notes
  }
  throw new Error(`docvault ${line.join(' ')} does not say ${words}`)
}

/** Every row that was ever written for a snapshot. */
function snapshotsIn(path: string): unknown[] {
  const db = openForReading(join(path, 'catalog.db'))
  try {
    return db.prepare('SELECT id, state, digest FROM snapshot ORDER BY id').all()
  } finally {
    db.close()
  }
}

async function exported(host: Host, folder: string, platform: string): Promise<[string, string][]> {
  expect((await host.run('export', 'latest', folder, '--platform', platform)).code).toBe(0)
  return filesBelow(folder).map(file => [relative(folder, file), readFileSync(file, 'utf8')])
}

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  '%s in the middle of a backup',
  { timeout: 900_000 },
  async signal => {
    const { company, first, second } = await makeHosts()
    const target = join(company.folder, 'replica')
    writeFileSync(join(company.folder, 'pass'), 'correct horse battery staple\n')
    const acme = ['--platform', 'acme']
    expect((await first.run('replica', 'key', 'new', '--passphrase-file', 'pass', ...acme)).notes).toBe('')
    expect((await first.run('replicate', target, '--init', ...acme)).code).toBe(0)

    await company.edit({ 'README.md': '# Welcome\n\nAfter the last replication.\n' })
    company.emulator.fault({ operation: '*', kind: 'slow', ms: 200 })
    await first.daemon.trigger('backup', company.emulator.organization, { platform: 'acme' })
    await first.daemon.logged(line => line.msg === 'a snapshot is begun' && line.platform === 'acme')
    process.kill(first.daemon.pid, signal)
    company.emulator.clearFaults()
    const left = snapshotsIn(first.vault('acme'))
    expect(left).toHaveLength(2)

    expect((await second.run('backup', '--platform', 'beta')).code).toBe(0)
    const early = await second.run('fleet', 'adopt', ...acme, '--apply')
    expect([early.code, early.notes]).toEqual([10, expect.stringContaining('docvault recover')])
    await untilSaid(second, ['fleet', 'list'], /acme .*away/)
    const recovered = await second.run(
      'recover',
      target,
      second.vault('acme'),
      '--passphrase-file',
      'pass',
      ...acme,
    )
    expect([recovered.code, recovered.notes]).toEqual([0, ''])
    await untilSaid(second, ['fleet', 'adopt', ...acme, '--max-age', '26h', '--apply'], /since epoch 2/)
    await second.daemon.logged(line => line.msg === 'holding the vault' && line.platform === 'acme')
    expect((await second.run('backup', ...acme)).code).toBe(0)

    if (signal === 'SIGSTOP') process.kill(first.daemon.pid, 'SIGCONT')
    const woken = signal === 'SIGSTOP' ? first.daemon : await first.restart()
    await woken.logged(line => /standing by/.test(String(line.msg)) && line.platform === 'acme')
    expect(snapshotsIn(first.vault('acme'))).toEqual(left)
    expect((await first.run('backup', ...acme)).code).not.toBe(0)
    expect(snapshotsIn(first.vault('acme'))).toEqual(left)

    expect((await second.run('backup', '--platform', 'beta')).code).toBe(0)
    const [taken, own] = [join(company.folder, 'taken'), join(company.folder, 'own')]
    expect(await exported(second, taken, 'acme')).toEqual(await exported(second, own, 'beta'))
    expect((await second.run('check', '--read-data', ...acme)).code).toBe(0)
  },
)
