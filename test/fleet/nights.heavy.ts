/**
 * Three hosts on one Redis with many organizations (ORGANIZATIONS, NIGHTS), night after night, among them one in which a host
 * is away: every tick is once, every organization complete, each vault is written by its host alone, and the rate of the
 * token, which all of them share, is kept. The hosts are in this process, with one clock; the platform is in another.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openVault, ownerAt } from '../../src/vault/vault.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { type EmulatorProcess, startEmulatorProcess } from '../helpers/emulator-process.ts'
import { type FakeClock, makeFakeClock } from '../helpers/fake-clock.ts'
import { watchMinutes } from '../helpers/rate-watch.ts'
import { startRedis } from '../helpers/redis.ts'
import { until } from '../helpers/redis-servers/server.ts'

const ORGANIZATIONS = Number(process.env.ORGANIZATIONS ?? 60)
const NIGHTS = Number(process.env.NIGHTS ?? 10)
/** Of all hosts together; less than they could do. */
const PER_MINUTE = Number(process.env.PER_MINUTE ?? 2400)
const FIRST = Date.parse('2026-06-01T12:00:00Z')
const DAY = 24 * 3_600_000
const NAMES = ['one', 'two', 'three'] as const
/** The night that `two` is away; it makes its runs good when it is back. */
const AWAY = 4
const WITHIN_MS = 30 * 60_000

interface TestHost {
  daemon: TestDaemon
  vaultOf(platform: string): string
}

async function makeWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-fleet-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const emulator = await startEmulatorProcess(['--organizations', String(ORGANIZATIONS - 1)])
  onTestFinished(() => emulator.stop())
  const { child } = await startRedis()
  const file = join(folder, 'docvault.yaml')
  const organizations = await organizationsOf(emulator)
  const spaces = await Promise.all(organizations.map(id => spaceIn(emulator, id)))
  const entries = organizations.map(
    (id, index) => `  - { name: ${nameOf(index)}, extends: all, organizations: ${id} }`,
  )
  const template = `templates:\n  all: { url: '${emulator.url}', token: '${emulator.token}', requestsPerMinute: ${PER_MINUTE} }\n`
  writeFileSync(file, `${template}platforms:\n${entries.join('\n')}\n`)
  const clock = makeFakeClock(FIRST)
  const start = async (name: string): Promise<TestHost> => {
    const env = {
      DOCVAULT_FLEET_HOST: name,
      DOCVAULT_FLEET_GATHER: '30s',
      DOCVAULT_REDIS_URL: `unix://${child.path}`,
      DOCVAULT_DAEMON_PATH: join(folder, name),
      DOCVAULT_VAULT_PATH: join(folder, `${name}-vaults`),
      DOCVAULT_SCHEDULES_BACKUP: '30 2 * * *',
    }
    const daemon = await startTestDaemon({ env: {}, folder, emulator }, { file, clock, env })
    return { daemon, vaultOf: platform => join(folder, `${name}-vaults`, platform) }
  }
  return { clock, emulator, spaces, start }
}

function nameOf(index: number): string {
  return `customer-${index}`
}

async function organizationsOf({ url, token }: EmulatorProcess): Promise<string[]> {
  const found: string[] = []
  const schema = z.object({
    items: z.array(z.object({ id: z.string() })),
    next: z.object({ page: z.string() }).optional(),
  })
  let query = ''
  do {
    const answer = await fetch(`${url}/orgs?limit=100${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { items, next } = schema.parse(await answer.json())
    found.push(...items.map(({ id }) => id))
    query = next === undefined ? '' : `&page=${encodeURIComponent(next.page)}`
  } while (query !== '')
  return found
}

async function spaceIn(emulator: EmulatorProcess, organization: string): Promise<string> {
  const set = { organization, title: `Space of ${organization}` }
  return z
    .object({ id: z.string() })
    .parse(await emulator.control('POST', 'create', { object: 'space', set })).id
}

/** Which host works on it. */
function hostOf(hosts: ReadonlyMap<string, TestHost>, platform: string): string[] {
  return [...hosts].flatMap(([name, { daemon }]) =>
    daemon.platform(platform).state === 'running' ? [name] : [],
  )
}

/** Since the lines were last let go: how many organizations are backed up, by the logs, for the vaults are busy. */
function endedOn(hosts: Iterable<TestHost>): number {
  return [...hosts]
    .flatMap(({ daemon }) => daemon.lines)
    .filter(line => line.job === 'backup' && line.outcome === 'complete').length
}

async function untilEnded(hosts: ReadonlyMap<string, TestHost>, count: number): Promise<void> {
  for (const deadline = Date.now() + WITHIN_MS; endedOn(hosts.values()) < count; await delay(100))
    if (Date.now() > deadline) throw new Error(`${endedOn(hosts.values())} of ${count} are backed up`)
}

async function gather(hosts: ReadonlyMap<string, TestHost>, clock: FakeClock): Promise<void> {
  for (const { daemon } of hosts.values()) await daemon.daemon.beat()
  await clock.advanceTo(clock.now() + 31_000)
  for (const { daemon } of hosts.values()) await daemon.daemon.beat()
  const all = Array.from({ length: ORGANIZATIONS }, (_, index) => nameOf(index))
  await until(async () => all.every(name => hostOf(hosts, name).length === 1), WITHIN_MS)
}

test(`${NIGHTS} nights of ${ORGANIZATIONS} organizations on three hosts`, {
  timeout: 3 * WITHIN_MS,
}, async () => {
  const { clock, emulator, spaces, start } = await makeWorld()
  const hosts = new Map<string, TestHost>()
  for (const name of NAMES) hosts.set(name, await start(name))
  await gather(hosts, clock)
  const homes = Array.from({ length: ORGANIZATIONS }, (_, index) => hostOf(hosts, nameOf(index))[0] ?? '')
  const shares = NAMES.map(name => homes.filter(home => home === name).length)
  expect(Math.min(...shares)).toBeGreaterThan(ORGANIZATIONS / 6)

  const busiest = watchMinutes(emulator)
  for (let night = 0; night < NIGHTS; night++) {
    const changed = spaces.filter((_, index) => index % NIGHTS === night)
    for (const id of changed)
      await emulator.control('POST', 'patch', { object: 'space', id, set: { title: `Night ${night}` } })
    const awake = new Map(hosts)
    for (const { daemon } of hosts.values()) daemon.lines.splice(0)
    if (night === AWAY) {
      await hosts.get('two')?.daemon.stop()
      awake.delete('two')
    }
    await clock.advanceTo(FIRST + (night + 1) * DAY)
    const due = homes.filter(home => awake.has(home)).length
    await untilEnded(awake, due)
    if (night === AWAY) {
      hosts.set('two', await start('two'))
      await gather(hosts, clock)
      await untilEnded(hosts, ORGANIZATIONS)
    }
  }

  const { requests, minutes } = await busiest()
  process.stdout.write(`busiest minute: ${requests} requests in ${minutes.toFixed(3)} minutes\n`)
  // A second's worth is on its way, or in the queue of the platform.
  expect(requests).toBeLessThanOrEqual(PER_MINUTE * (minutes + 1 / 60) + 1)
  expect(requests).toBeGreaterThan(PER_MINUTE / 2)
  const fenced = [...hosts.values()].flatMap(({ daemon }) =>
    daemon.lines.filter(line => line.code === 'vault-fenced'),
  )
  expect(fenced).toEqual([])
  for (const [index, home] of homes.entries()) {
    const platform = nameOf(index)
    expect([platform, hostOf(hosts, platform)]).toEqual([platform, [home]])
    const runs = hosts.get(home)?.daemon.platform(platform).runs() ?? []
    const backups = runs.filter(run => run.job === 'backup' && run.organization !== null)
    expect(backups.map(run => run.outcome)).toEqual(Array(NIGHTS).fill('complete'))
    expect(new Set(backups.map(run => run.tick)).size).toBe(NIGHTS)
  }
  await Promise.all([...hosts.values()].map(({ daemon }) => daemon.stop()))
  for (const [index, home] of homes.entries()) {
    const vaults = NAMES.filter(name =>
      existsSync(join(hosts.get(name)?.vaultOf(nameOf(index)) ?? '', 'catalog.db')),
    )
    expect([nameOf(index), vaults]).toEqual([nameOf(index), [home]])
    const path = hosts.get(home)?.vaultOf(nameOf(index)) ?? ''
    expect(ownerAt(path)).toMatchObject({ epoch: 1, retired: false })
    const vault = openVault(path)
    expect(vault.snapshots().map(({ state }) => state)).toEqual(Array(NIGHTS).fill('complete'))
    vault.close()
  }
})
