/** Two daemons, one Redis, a disk each: which of them works for an organization, and what the other one does meanwhile. */
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { backup } from '../../jobs/backup.ts'
import { fleetSchema } from '../../src/fleet/answer.ts'
import { Fleet } from '../../src/fleet/fleet.ts'
import { homeOf } from '../../src/fleet/placement.ts'
import type { HostReport } from '../../src/fleet/registry.ts'
import { openRegistry } from '../../src/fleet/registry.ts'
import { VaultFenced } from '../../src/model/errors.ts'
import { readHost } from '../../src/model/host.ts'
import { openVault, openVaultForWriting, ownerAt } from '../../src/vault/vault.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { type FakeClock, makeFakeClock } from '../helpers/fake-clock.ts'
import { startRedis } from '../helpers/redis.ts'
import { rejection } from '../vault/fixture.ts'

const EVENING = Date.parse('2026-06-01T01:59:50Z')

interface TestHost extends TestDaemon {
  id: string
  data: string
  vault: string
}

async function world() {
  const { child, redis } = await startRedis()
  const company = await makeCompany()
  const clock = makeFakeClock(EVENING)
  const registry = openRegistry(redis, 'docvault')
  onTestFinished(() => registry.close())
  const start = (name: string, more: Record<string, string> = {}) =>
    startHost({ company, clock, socket: child.path, more }, name)
  return { company, clock, registry, redis, start }
}

interface HostWorld {
  company: Company
  clock: FakeClock
  socket: string
  more: Record<string, string>
}

async function startHost({ company, clock, socket, more }: HostWorld, name: string): Promise<TestHost> {
  const [data, vault] = [join(company.folder, name), join(company.folder, `${name}-vault`)]
  const env = {
    DOCVAULT_FLEET_HOST: name,
    DOCVAULT_REDIS_URL: `unix://${socket}`,
    DOCVAULT_DAEMON_PATH: data,
    DOCVAULT_VAULT_PATH: vault,
    DOCVAULT_SCHEDULES_BACKUP: '0 2 * * *',
    ...more,
  }
  const daemon = await startTestDaemon(company, { env, clock })
  return { ...daemon, id: readHost(data) ?? '', data, vault }
}

/** Both know of each other, and which of them made the vault. */
async function twoHosts() {
  const made = await world()
  const first = await made.start('one')
  const second = await made.start('two')
  expect([first.platform().state, second.platform().state]).toEqual(['running', 'standby'])
  return { ...made, first, second }
}

const snapshotsAt = (path: string) => {
  const vault = openVault(path)
  try {
    return vault.snapshots().map(({ snapshot, state }) => [snapshot, state])
  } finally {
    vault.close()
  }
}

test('a vault is made on one host, the other stands by, and a tick runs once', async () => {
  const { first, second, clock, registry } = await twoHosts()
  expect(await registry.places()).toEqual(new Map([['default', { host: first.id, epoch: 1 }]]))
  expect(ownerAt(first.vault)).toMatchObject({ host: first.id, epoch: 1, retired: false })
  await clock.advanceTo(clock.now() + 15_000)
  await first.ended(one => one.organization !== null)
  expect(snapshotsAt(first.vault)).toEqual([[1, 'complete']])
  expect(second.platform().runs()).toEqual([])
  const answer = await second.ask('/api/fleet')
  expect(await answer.json()).toMatchObject({
    host: second.id,
    hosts: [first.id, second.id].sort().map(id => ({ id, away: false })),
    places: [{ platform: 'default', host: first.id, epoch: 1 }],
  })
})

test('hosts that start together share the new vaults: none is made before they have gathered', async () => {
  const { registry, clock, start } = await world()
  const gathering = { DOCVAULT_FLEET_GATHER: '30s' }
  const hosts = [await start('one', gathering), await start('two', gathering)]
  expect(hosts.map(host => host.platform().state)).toEqual(['standby', 'standby'])
  const ids = hosts.map(host => host.id)
  await hosts[0]?.daemon.beat()
  await clock.advanceTo(clock.now() + 31_000)
  for (const host of hosts) await host.daemon.beat()
  const home = hosts.find(host => host.id === homeOf('default', ids))
  await home?.logged(line => line.msg === 'holding the vault')
  expect(hosts.map(host => host.platform().state === 'running')).toEqual(hosts.map(host => host === home))
  expect(await registry.places()).toEqual(new Map([['default', { host: home?.id, epoch: 1 }]]))
})

test('one that slept, or hears nothing of Redis, takes nobody for gone: it makes no new vault', async () => {
  const { registry, clock, company } = await world()
  let isUp = true
  const fleet = new Fleet({
    host: { id: 'here.1', name: 'here' },
    registry,
    version: '1.0.0',
    gatherMs: 0,
    now: () => clock.now(),
    isUp: async () => isUp,
    freeBytes: async () => null,
  })
  const rule = () => fleet.rule('new', join(company.folder, 'none'))
  await fleet.beat()
  expect(rule()).toMatchObject({ is: 'ours' })
  await clock.advanceTo(clock.now() + 31_000)
  expect(rule()).toMatchObject({ is: 'elsewhere', place: null })
  isUp = false
  await fleet.beat()
  expect(rule()).toMatchObject({ is: 'elsewhere' })
  isUp = true
  await fleet.beat()
  expect(rule()).toMatchObject({ is: 'ours' })
})

test('of two that made the same vault, the one that was first has it', async () => {
  const { registry, clock } = await world()
  const fleet = new Fleet({
    host: { id: 'late.2', name: 'late' },
    registry,
    version: '1.0.0',
    gatherMs: 0,
    now: () => clock.now(),
    isUp: async () => true,
    freeBytes: async () => null,
  })
  await fleet.beat()
  await registry.place('default', { host: 'early.1', epoch: 1 })
  expect(await fleet.hold('default', 1)).toEqual({ host: 'early.1', epoch: 1 })
  await fleet.beat()
  expect(await registry.places()).toEqual(new Map([['default', { host: 'early.1', epoch: 1 }]]))
  expect(await fleet.hold('default', 2)).toBeNull()
})

test('each host knows how the platforms of the others stand, also when Redis had forgotten it', async () => {
  const { first, second, clock, redis } = await twoHosts()
  const bySecond = async () => {
    await second.daemon.beat()
    return fleetSchema.parse(await (await second.ask('/api/fleet')).json()).platforms
  }
  await first.daemon.beat()
  expect(await bySecond()).toMatchObject([{ platform: 'default', host: first.id, state: 'unprotected' }])
  await clock.advanceTo(clock.now() + 15_000)
  await first.ended(record => record.organization !== null)
  const other = redis.open()
  await other.flushall()
  await first.daemon.beat()
  expect(await bySecond()).toMatchObject([
    { platform: 'default', state: 'well', why: null, complete: new Date(clock.now()).toISOString() },
  ])
  await other.hset(`docvault:fleet:reports:${first.id}`, 'default', 'rubbish')
  other.disconnect()
  expect(await bySecond()).toMatchObject([{ platform: 'default', state: 'unknown', as_of: null }])
  const seen = new Date(clock.now()).toISOString()
  await clock.advanceTo(clock.now() + 61_000)
  expect(await bySecond()).toMatchObject([
    { platform: 'default', state: 'away', why: `its host was last seen ${seen}` },
  ])
})

test('a command makes no vault on a host that has none: another host may have it', async () => {
  const { company, second } = await twoHosts()
  const env = { ...company.env, DOCVAULT_FLEET_HOST: 'two', DOCVAULT_DAEMON_PATH: second.data }
  const config = loadConfig({ env: { ...env, DOCVAULT_VAULT_PATH: second.vault } })
  const context = { config, signal: new AbortController().signal, report: () => {} }
  await expect(backup.run(context, { trigger: 'manual' })).rejects.toMatchObject({
    code: 'vault-elsewhere',
    hint: expect.stringContaining('docvault fleet list'),
  })
  expect(existsSync(second.vault)).toBe(false)
})

test('a vault of before the fleet joins it with the host that has it', async () => {
  const { company, start } = await world()
  const alone = await startTestDaemon(company, {
    env: { DOCVAULT_VAULT_PATH: join(company.folder, 'two-vault') },
  })
  await alone.run('backup')
  await alone.stop()
  expect(ownerAt(join(company.folder, 'two-vault')).epoch).toBe(0)
  const host = await start('two')
  expect(host.platform().state).toBe('running')
  expect(ownerAt(host.vault)).toMatchObject({ host: host.id, epoch: 1 })
  expect(snapshotsAt(host.vault)).toEqual([[1, 'complete']])
})

/** What `recover` and a claim do on another host, while the first one hears nothing. */
async function adopt(from: TestHost, to: TestHost, clock: FakeClock): Promise<void> {
  cpSync(from.vault, to.vault, { recursive: true })
  const later = () => clock.now() + 61_000
  const vault = await openVaultForWriting(to.vault, { claim: { host: to.id, epoch: 2 }, clock: later })
  await vault.close()
}

test('a host that wakes after its vault was taken over writes nothing more, also after a restart without Redis’ word', async () => {
  const { first, second, clock, registry, redis, start } = await twoHosts()
  await clock.advanceTo(clock.now() + 15_000)
  await first.ended(one => one.organization !== null)
  await adopt(first, second, clock)
  await registry.place('default', { host: second.id, epoch: 2 })
  await second.daemon.beat()
  await second.logged(one => one.msg === 'holding the vault')

  await first.daemon.beat()
  await first.logged(one => one.msg === 'the vault is held elsewhere: standing by')
  expect(first.platform().state).toBe('standby')
  expect(ownerAt(first.vault)).toEqual({ ...ownerAt(second.vault), since: expect.anything(), retired: true })
  expect(await rejection(() => openVaultForWriting(first.vault))).toBeInstanceOf(VaultFenced)

  await clock.advanceTo(clock.now() + 24 * 3_600_000)
  await second.ended(one => one.snapshot === 2)
  expect(snapshotsAt(second.vault)).toHaveLength(2)
  expect(snapshotsAt(first.vault)).toHaveLength(1)

  await first.stop()
  const other = redis.open()
  await other.flushall()
  other.disconnect()
  const again = await start('one')
  expect(again.platform().state).toBe('standby')
})

test('a Redis that was emptied, or restored from before a move, is told by the host that has the vault', async () => {
  const { first, registry, redis } = await twoHosts()
  const other = redis.open()
  onTestFinished(() => other.disconnect())
  await other.hset('docvault:fleet:places', 'default', JSON.stringify({ host: 'gone.00000000', epoch: 0 }))
  await first.daemon.beat()
  expect(await registry.places()).toEqual(new Map([['default', { host: first.id, epoch: 1 }]]))
  await other.flushall()
  await first.daemon.beat()
  await first.daemon.beat()
  expect(await registry.places()).toEqual(new Map([['default', { host: first.id, epoch: 1 }]]))
  expect(first.platform().state).toBe('running')
})

test('a host whose vault is gone makes no empty one in its place', async () => {
  const { company, start, registry } = await world()
  const data = join(company.folder, 'one')
  const before = await start('one')
  await before.stop()
  await registry.place('default', { host: readHost(data) ?? '', epoch: 5 })
  rmSync(before.vault, { recursive: true })
  const host = await start('one')
  expect(host.platform().state).toBe('standby')
  const line = await host.logged(one => one.msg === 'standing by: the vault is held elsewhere')
  expect(line.reason).toContain('recover it from a replica')
})

const reportOf = (id: string, seenAt: number): HostReport => ({
  ...{ id, name: 'gone', version: '1', freeBytes: null, vaults: 3, seenAt },
})

test('one that was not seen for a minute is away', async () => {
  const { second, clock, registry } = await twoHosts()
  await registry.report(reportOf('gone.1', clock.now() - 61_000))
  await second.daemon.beat()
  const { hosts } = fleetSchema.parse(await (await second.ask('/api/fleet')).json())
  expect(hosts.find(({ id }) => id === 'gone.1')).toMatchObject({ away: true, vaults: 3 })
})

test('one that was not seen for a week is forgotten, unless it still has a vault', async () => {
  const { second, clock, registry } = await twoHosts()
  const week = 7 * 86_400_000
  const said = { conditions: 0, gravity: null, why: null, complete: null }
  const ids = ['away.1', 'gone.2', 'lost.3']
  for (const [index, id] of ids.entries()) {
    await registry.report(reportOf(id, clock.now() - week + (index === 0 ? 1 : -1)))
    await registry.tellReports(id, new Map([['acme', said]]), [])
  }
  await registry.place('acme', { host: 'lost.3', epoch: 1 })
  await second.daemon.beat()
  const { hosts } = fleetSchema.parse(await (await second.ask('/api/fleet')).json())
  const listed = hosts.map(({ id }) => id)
  expect(ids.filter(id => listed.includes(id))).toEqual(['away.1', 'lost.3'])
  expect((await registry.hosts()).map(({ id }) => id)).toEqual(listed)
  expect(await registry.hasReports('gone.2')).toBe(false)
})
