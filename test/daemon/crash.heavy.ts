/**
 * Kills: the daemon at random moments of a backup, its seal and the mirror; its Redis; the platform; one of two daemons.
 * Evidence is what the platform counted and what the catalog says.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openVault } from '../../src/vault/vault.ts'
import { type DaemonProcess, startDaemonProcess } from '../helpers/daemon-process.ts'
import { docvault } from '../helpers/docvault.ts'
import { type EmulatorProcess, startEmulatorProcess } from '../helpers/emulator-process.ts'
import { startRedis } from '../helpers/redis.ts'

const manual = resolve(import.meta.dirname, '../../docs')
const KILLS = Number(process.env.KILLS ?? 8)

interface Stage {
  emulator: EmulatorProcess
  folder: string
  env: Record<string, string>
  start(env?: Record<string, string>): Promise<DaemonProcess>
  snapshots(): { state: string; snapshot: number }[]
}

async function setUp(
  args: readonly string[] = [],
  spaces: readonly string[] = ['Manual', 'Second'],
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-crash-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const load = spaces.flatMap(title => ['--load', `${title}=${manual}`])
  const emulator = await startEmulatorProcess([...load, ...args])
  onTestFinished(() => emulator.stop())
  const env = {
    ...emulator.env,
    DOCVAULT_VAULT_PATH: join(folder, 'vault'),
    DOCVAULT_DAEMON_PATH: join(folder, 'daemon'),
    DOCVAULT_DAEMON_RETRY_DELAY: '100ms',
    DOCVAULT_PLATFORM_RETRY_DELAY: '10ms',
  }
  return {
    emulator,
    folder,
    env,
    async start(more = {}) {
      const daemon = await startDaemonProcess({ ...env, ...more })
      onTestFinished(async () => void (await daemon.kill('SIGKILL')))
      return daemon
    },
    snapshots() {
      const vault = openVault(join(folder, 'vault'))
      try {
        return vault.snapshots()
      } finally {
        vault.close()
      }
    },
  }
}

async function bodies(emulator: EmulatorProcess): Promise<number> {
  const { operations } = await emulator.requests()
  return Object.entries(operations)
    .filter(([name]) => /^(getPage|getDocument|download)/.test(name))
    .reduce((sum, [, count]) => sum + count, 0)
}

/** Redis of its own, killed with the daemon: what a power cut does. */
async function killWithRedis(daemon: DaemonProcess): Promise<void> {
  const children = execFileSync('pgrep', ['-P', String(daemon.pid)])
    .toString()
    .split('\n')
    .filter(Boolean)
  await daemon.kill('SIGKILL')
  for (const pid of children) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It went first.
    }
  }
}

describe('kill -9', () => {
  test(`at ${KILLS} moments of a backup and its seal: the next start resumes, nothing is fetched or sealed twice`, async () => {
    const spaces = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    const whole = await setUp(['--latency', '3'], spaces)
    const calm = await whole.start()
    const began = performance.now()
    const run = await calm.trigger('backup', whole.emulator.organization)
    await calm.ended(one => one.run === run)
    const wholeMs = performance.now() - began
    const fetched = await bodies(whole.emulator)
    const resumed: number[] = []
    const repeated: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const stage = await setUp(['--latency', '3'], spaces)
      const first = await stage.start()
      const name = await first.trigger('backup', stage.emulator.organization)
      await delay((wholeMs * (kill + 0.5)) / KILLS)
      await killWithRedis(first)
      const second = await stage.start()
      const began = performance.now()
      const end = await second.ended(one => one.run === name)
      resumed.push(Math.round(performance.now() - began))
      expect([kill, end.outcome, stage.snapshots().map(one => one.state)]).toEqual([
        kill,
        'complete',
        ['complete'],
      ])
      // What was in flight and in blocks that were not written yet, nothing else.
      const again = (await bodies(stage.emulator)) - fetched
      expect([kill, again < fetched / 10]).toEqual([kill, true])
      repeated.push(again)
      await second.kill('SIGTERM')
      expect((await docvault(['check', '--read-data'], { env: stage.env })).code).toBe(0)
    }
    console.log(
      `a whole run took ${Math.round(wholeMs)} ms and ${fetched} bodies; after each kill the run ended within ${resumed.join(', ')} ms and fetched ${repeated.join(', ')} bodies again`,
    )
  })

  test('in the middle of a mirror: the next start makes it equal to an export, with one commit a snapshot', async () => {
    const stage = await setUp()
    const mirror = join(stage.folder, 'mirror')
    const env = { DOCVAULT_MIRROR_PATH: mirror, DOCVAULT_MIRROR_GIT: 'true' }
    const first = await stage.start(env)
    await first.trigger('backup', stage.emulator.organization)
    await first.logged(line => line.outcome === 'complete')
    await delay(30)
    await killWithRedis(first)
    const second = await stage.start(env)
    // Its follow-up may have died before it was queued.
    await second.trigger('mirror', stage.emulator.organization)
    await second.ended(one => one.job === 'mirror' && one.outcome === 'done')
    await second.kill('SIGTERM')
    const [organization = ''] = readdirSync(mirror)
    const exported = join(stage.folder, 'export')
    await docvault(['export', 'latest', exported], { env: stage.env })
    const differences = diffFolders(exported, join(mirror, organization))
    expect(differences).toEqual([])
    const log = execFileSync('git', ['log', '--format=%s'], { cwd: join(mirror, organization) }).toString()
    expect(log.trim().split('\n')).toHaveLength(1)
  })

  test('one of two daemons: the other takes over within the time of a lease', async () => {
    const stage = await setUp(['--latency', '3'])
    const { child } = await startRedis()
    const env = (name: string) => ({
      DOCVAULT_REDIS_URL: `unix://${child.path}`,
      DOCVAULT_DAEMON_PATH: join(stage.folder, name),
    })
    const first = await stage.start(env('one'))
    const second = await stage.start(env('two'))
    await second.logged(line => String(line.msg).includes('standing by'))
    const run = await first.trigger('backup', stage.emulator.organization)
    await delay(200)
    await first.kill('SIGKILL')
    const killed = performance.now()
    await second.logged(line => line.msg === 'holding the vault')
    const tookOverMs = Math.round(performance.now() - killed)
    const end = await second.ended(one => one.run === run)
    console.log(
      `took over after ${tookOverMs} ms, its run ended after ${Math.round(performance.now() - killed)} ms`,
    )
    expect(tookOverMs).toBeLessThan(60_000)
    expect([end.outcome, stage.snapshots().length]).toEqual(['complete', 1])
  })
})

describe('Redis', () => {
  test('stopped for a minute in the middle of a backup: everything waits and goes on', async () => {
    const stage = await setUp(['--latency', '10'])
    const { child } = await startRedis()
    const daemon = await stage.start({ DOCVAULT_REDIS_URL: `unix://${child.path}` })
    const run = await daemon.trigger('backup', stage.emulator.organization)
    await daemon.logged(line => line.msg === 'the run begins')
    process.kill(child.pid() ?? 0, 'SIGSTOP')
    await delay(Number(process.env.REDIS_STOPPED_MS ?? 60_000))
    process.kill(child.pid() ?? 0, 'SIGCONT')
    expect((await daemon.ended(one => one.run === run)).outcome).toBe('complete')
    expect(stage.snapshots().map(one => one.state)).toEqual(['complete'])
    expect(await daemon.kill('SIGTERM')).toBe(0)
    expect((await docvault(['check', '--read-data'], { env: stage.env })).code).toBe(0)
  })
})

describe('the platform', () => {
  test('down for long: retried, then partial with gaps, then complete by itself', async () => {
    const stage = await setUp()
    const daemon = await stage.start({ DOCVAULT_PLATFORM_ATTEMPTS: '2' })
    const first = await daemon.trigger('backup', stage.emulator.organization)
    await daemon.ended(one => one.run === first)
    await stage.emulator
      .control('POST', 'load', { space: 'Manual', folder: join(manual, 'how-to') })
      .catch(() => {})
    const down = { kind: 'status', status: 503 }
    await stage.emulator.control('POST', 'faults', { operation: '*', ...down })
    const second = await daemon.trigger('backup', stage.emulator.organization)
    await daemon.logged(line => line.msg === 'failed for now, and is repeated')
    // The organization answers again, what is below it does not.
    await stage.emulator.control('DELETE', 'faults')
    await stage.emulator.control('POST', 'faults', { operation: 'getRevisionById', ...down })
    await stage.emulator.control('POST', 'faults', { operation: 'getCurrentRevision', ...down })
    await stage.emulator.control('POST', 'faults', { operation: 'listMembersInOrganizationById', ...down })
    expect((await daemon.ended(one => one.run === second)).outcome).toBe('partial')
    await stage.emulator.control('DELETE', 'faults')
    const third = await daemon.trigger('sync', stage.emulator.organization)
    expect((await daemon.ended(one => one.run === third)).outcome).toBe('complete')
  })
})

describe('ten organizations under one rate', () => {
  test('take turns: small ones do not wait for a large one, and the rate is never exceeded', async () => {
    const perMinute = 1200
    const stage = await setUp(['--organizations', '9', '--rate-limit', String(perMinute)])
    const daemon = await stage.start({ DOCVAULT_PLATFORM_REQUESTS_PER_MINUTE: String(perMinute) })
    await stage.emulator.resetRequests()
    const began = performance.now()
    await daemon.ask('/api/jobs/backup', { method: 'POST', body: '{}' })
    const big = await daemon.ended(one => one.organization === stage.emulator.organization)
    const seconds = (performance.now() - began) / 1000
    const runs = (await daemon.runs()).filter(one => one.organization !== null)
    const { total } = await stage.emulator.requests()
    const metrics = await (await fetch(await urlOf(daemon))).text()
    console.log(
      `${total} requests in ${seconds.toFixed(1)} s; ${runs.length} organizations, the large one ended last`,
    )
    expect([big.outcome, runs.length]).toEqual(['complete', 10])
    expect(runs.at(-1)?.organization === big.organization || runs[0]?.organization !== big.organization).toBe(
      true,
    )
    expect(metrics).not.toContain('class="429"')
  })
})

async function urlOf(daemon: DaemonProcess): Promise<string> {
  const { url } = await daemon.logged(line => typeof line.url === 'string')
  return `${url}/metrics`
}

/** Files that differ, or stand on one side only; what docvault and Git keep for themselves aside. */
function diffFolders(a: string, b: string): string[] {
  const [left, right] = [contents(a), contents(b)]
  return [...new Set([...left.keys(), ...right.keys()])].filter(path => left.get(path) !== right.get(path))
}

function contents(folder: string): Map<string, string> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter(one => one.isFile())
  const paths = files.map(one => relative(folder, join(one.parentPath, one.name)))
  const ours = paths.filter(path => !path.startsWith('.git/') && !path.includes('.docvault-'))
  return new Map(ours.map(path => [path, readFileSync(join(folder, path), 'latin1')]))
}
