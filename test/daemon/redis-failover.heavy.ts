/**
 * Redis as people run it, and lose it: Sentinels that promote another master, a Cluster whose master dies, a server that
 * is put back to an earlier time, each in the middle of runs. Nothing is lost, nothing is done or told twice.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { type FakeClock, makeFakeClock } from '../helpers/fake-clock.ts'
import { type Listener, listenForHttp } from '../helpers/listeners.ts'
import { startCluster } from '../helpers/redis-servers/cluster.ts'
import { startSentinels } from '../helpers/redis-servers/sentinels.ts'
import { type RedisServer, startRedisServer } from '../helpers/redis-servers/server.ts'
import { expectEachOnce } from '../helpers/redis-servers/trail.ts'

const NIGHT = Date.parse('2026-03-10T02:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('Sentinels', () => {
  test('the master is killed in the middle of a run: it ends complete on the next one, once, and is told once', async () => {
    const sentinels = await startSentinels()
    const { daemon, company, clock, hook } = await setUp(sentinels.url)
    await clock.advanceTo(NIGHT)
    await begun(daemon)
    const master = await sentinels.master()
    await master.kill()
    await sentinels.promoted(master)
    await expectCompleteNight(daemon, company)
    await expectNextNight(daemon, company, clock)
    expect(toldOn(hook)).toEqual([])
  })

  test('the master falls silent without closing a connection: it is left within half a minute', async () => {
    const sentinels = await startSentinels()
    const { daemon, company, clock } = await setUp(sentinels.url)
    await clock.advanceTo(NIGHT)
    await begun(daemon)
    const master = await sentinels.master()
    process.kill(master.pid(), 'SIGSTOP')
    await sentinels.promoted(master)
    await expectCompleteNight(daemon, company)
    process.kill(master.pid(), 'SIGCONT')
    await expectNextNight(daemon, company, clock)
  })

  test('nobody is there for a while: that is told once when it begins and once when it is over', async () => {
    const sentinels = await startSentinels()
    const { daemon, company, clock, hook } = await setUp(sentinels.url)
    const away = daemon.logged(line => line.msg === 'Redis does not answer')
    for (const server of sentinels.servers) await server.kill()
    await away
    await clock.advanceTo(NIGHT - 2 * MINUTE)
    await daemon.daemon.beat()
    for (const server of sentinels.servers) await server.start()
    await daemon.logged(line => line.msg === 'Redis answers again')
    await daemon.daemon.beat()
    expect(toldOn(hook)).toEqual(['begin redis', 'end redis'])
    await clock.advanceTo(NIGHT)
    await expectCompleteNight(daemon, company)
  })
})

describe('a Cluster', () => {
  test('the master of our keys is killed in the middle of a run: its replica takes over, the run ends once', async () => {
    const cluster = await startCluster({ replicas: 1 })
    const { daemon, company, clock, hook } = await setUp(cluster.url)
    await clock.advanceTo(NIGHT)
    await begun(daemon)
    const master = await cluster.masterOf('{docvault}:default:mark')
    await master.kill()
    await expectCompleteNight(daemon, company)
    await expectNextNight(daemon, company, clock)
    await daemon.daemon.beat()
    expect(toldOn(hook)).toEqual([])
  })

  test('another master is killed: nothing is noticed', async () => {
    const cluster = await startCluster({ replicas: 1 })
    const { daemon, company, clock } = await setUp(cluster.url)
    await clock.advanceTo(NIGHT)
    await begun(daemon)
    const ours = await cluster.masterOf('{docvault}:default:mark')
    const other = cluster.servers.slice(0, 3).find(server => server !== ours)
    await other?.kill()
    await expectCompleteNight(daemon, company)
    expect(daemon.lines.filter(line => String(line.msg).includes('Redis'))).toEqual([])
  })
})

describe('a Redis that is put back to an earlier time', () => {
  test('by an hour, with runs in it that have ended since: none is begun again, and none is told again', async () => {
    const { server, restore } = await startRestorable()
    const sync = { DOCVAULT_SCHEDULES_SYNC: '*/10 * * * *' }
    const { daemon, company, clock, hook } = await setUp(server.url, sync)
    const { runs } = daemon.platform().queues
    await runs.pause()
    await clock.advanceTo(NIGHT)
    await daemon.platform().trigger('check', {})
    const { copy } = await restore.take()
    await runs.resume()
    await expectCompleteNight(daemon, company)
    await daemon.ended(record => record.job === 'check')
    for (let minutes = 10; minutes <= 60; minutes += 10) {
      await clock.advanceTo(NIGHT + minutes * MINUTE)
      await ended(daemon, 'sync', NIGHT + minutes * MINUTE)
    }
    const before = { runs: daemon.platform().runs(), requests: company.emulator.requests().total }
    await copy()
    await runs.resume()
    await idle(daemon)
    await daemon.daemon.beat()
    expect(daemon.platform().runs()).toEqual(before.runs)
    expect(company.emulator.requests().total).toBe(before.requests)
    expectEachOnce(daemon, company)
    await expectNextNight(daemon, company, clock)
    expect(toldOn(hook)).toEqual([])
  })

  test.each([
    ['before the run was asked for', 'nothing'],
    ['when it waited', 'waiting'],
    ['when it had begun', 'begun'],
    ['when a part was done', 'part'],
  ] as const)('to %s, while it is under way: it ends complete, once', async (_when, moment) => {
    const { server, restore } = await startRestorable()
    const { daemon, company, clock } = await setUp(server.url)
    const { runs } = daemon.platform().queues
    if (moment === 'waiting') await runs.pause()
    const early = moment === 'nothing' ? await restore.take() : null
    await clock.advanceTo(NIGHT)
    const waiting = moment === 'waiting' ? await restore.take() : null
    if (moment === 'waiting') await runs.resume()
    await begun(daemon)
    const late = moment === 'begun' ? await restore.take() : null
    await oneMorePart(daemon)
    const taken = early ?? waiting ?? late ?? (await restore.take())
    await oneMorePart(daemon)
    await taken.copy()
    // It was in the midst of them.
    expect(
      daemon
        .platform()
        .runs()
        .filter(({ snapshot }) => snapshot !== null),
    ).toEqual([])
    // A queue that was paused when the copy was made is so again.
    await runs.resume()
    await beatUntil(daemon, expectCompleteNight(daemon, company))
    expect(daemon.lines.filter(line => line.msg === 'a gap')).toEqual([])
    await expectNextNight(daemon, company, clock)
  })

  test('to when a drill waited, which has no parts and is under way: it is done once', async () => {
    const { server, restore } = await startRestorable()
    const { daemon, company, clock } = await setUp(server.url)
    await clock.advanceTo(NIGHT)
    await expectCompleteNight(daemon, company)
    await idle(daemon)
    const { runs } = daemon.platform().queues
    await runs.pause()
    const run = await daemon.platform().trigger('drill', { organization: company.emulator.organization })
    const { copy } = await restore.take()
    await runs.resume()
    await daemon.logged(line => line.run === run && line.msg === 'the run begins')
    await copy()
    expect(
      daemon
        .platform()
        .runs()
        .filter(record => record.run === run),
    ).toEqual([])
    await runs.resume()
    await daemon.ended(record => record.run === run)
    await idle(daemon)
    const ofRun = daemon.lines.filter(line => line.run === run)
    expect(ofRun.filter(line => line.msg === 'the run begins')).toHaveLength(1)
    expect(ofRun.filter(line => 'outcome' in line)).toMatchObject([{ outcome: 'done' }])
    expectEachOnce(daemon, company)
  })

  test('to before a run that somebody asked for, was given and cancelled: it stays so', async () => {
    const { server, restore } = await startRestorable()
    const { daemon } = await setUp(server.url)
    const { runs } = daemon.platform().queues
    await runs.pause()
    const run = await daemon.platform().trigger('backup', {})
    const { copy } = await restore.take()
    expect(await daemon.platform().cancel(run)).toBe(true)
    await copy()
    await runs.resume()
    await idle(daemon)
    expect(daemon.platform().runs()).toMatchObject([{ run, outcome: 'cancelled' }])
  })

  test('while the daemon is away: what is due is made good once, what ended stays ended', async () => {
    const { server, restore } = await startRestorable()
    const set = await setUp(server.url)
    const { runs } = set.daemon.platform().queues
    await runs.pause()
    await set.clock.advanceTo(NIGHT)
    const { copy } = await restore.take()
    await runs.resume()
    await expectCompleteNight(set.daemon, set.company)
    await set.daemon.stop()
    await copy()
    await set.clock.advanceTo(NIGHT + 24 * HOUR)
    const again = await startTestDaemon(set.company, { env: set.env, clock: set.clock })
    await again.platform().queues.runs.resume()
    await ended(again, 'backup', NIGHT + 24 * HOUR)
    await idle(again)
    const endsOf = ({ lines }: TestDaemon) => lines.flatMap(line => ('outcome' in line ? [line.run] : []))
    expect(endsOf(again).filter(run => endsOf(set.daemon).includes(run))).toEqual([])
    expectEachOnce(again, set.company)
  })
})

interface Setting {
  company: Company
  daemon: TestDaemon
  clock: FakeClock
  hook: Listener
  env: Record<string, string>
}

async function setUp(url: string, more: Record<string, string> = {}): Promise<Setting> {
  const company = await makeCompany({ latencyMs: 60 })
  // So many parts that a run is in their midst for a while.
  for (let index = 0; index < 10; index++)
    company.emulator.create('space', { title: `Space ${index}`, organization: company.emulator.organization })
  const hook = await listenForHttp()
  const clock = makeFakeClock(NIGHT - 5 * MINUTE)
  const env = {
    DOCVAULT_REDIS_URL: url,
    DOCVAULT_SCHEDULES_BACKUP: '0 2 * * *',
    DOCVAULT_PLATFORM_ORGANIZATIONS: company.emulator.organization,
    DOCVAULT_NOTIFY_WEBHOOK: hook.url,
    DOCVAULT_BACKUP_SPACES_AT_ONCE: '1',
    ...more,
  }
  return { company, hook, clock, env, daemon: await startTestDaemon(company, { env, clock }) }
}

interface Restorable {
  server: { url: string }
  restore: { take(): Promise<{ copy(): Promise<void> }> }
}

/** `take` writes down how it is now, `copy` puts that back. */
async function startRestorable(): Promise<Restorable> {
  const server: RedisServer = await startRedisServer({ settings: [['save', '']] })
  const dump = join(server.folder, 'dump.rdb')
  let copies = 0
  return {
    server: { url: `redis://127.0.0.1:${server.port}/0` },
    restore: {
      async take() {
        await server.admin.save()
        const kept = `${dump}.${copies++}`
        copyFileSync(dump, kept)
        return {
          async copy() {
            await server.kill()
            copyFileSync(kept, dump)
            await server.start()
          },
        }
      },
    },
  }
}

function begun(daemon: TestDaemon) {
  return daemon.logged(line => line.msg === 'the run begins')
}

async function oneMorePart(daemon: TestDaemon): Promise<void> {
  const { parts } = daemon.platform().queues
  const before = await parts.getCompletedCount()
  while ((await parts.getCompletedCount()) === before) await new Promise(setImmediate)
}

function ended(daemon: TestDaemon, job: string, tickMs: number) {
  const tick = new Date(tickMs).toISOString()
  return daemon.ended(record => record.job === job && record.tick === tick && record.organization !== null)
}

async function expectCompleteNight(daemon: TestDaemon, company: Company): Promise<void> {
  expect(await ended(daemon, 'backup', NIGHT)).toMatchObject({ outcome: 'complete', snapshot: 1 })
  expectEachOnce(daemon, company)
}

async function expectNextNight(daemon: TestDaemon, company: Company, clock: FakeClock): Promise<void> {
  await idle(daemon)
  expectEachOnce(daemon, company)
  await company.edit({ 'README.md': '# Changed\n' })
  await clock.advanceTo(NIGHT + 24 * HOUR)
  expect(await ended(daemon, 'backup', NIGHT + 24 * HOUR)).toMatchObject({ outcome: 'complete', snapshot: 2 })
  await idle(daemon)
  expectEachOnce(daemon, company)
}

/** Resolves when the queue has nothing to do. */
async function idle(daemon: TestDaemon): Promise<void> {
  const { runs, parts } = daemon.platform().queues
  const open = async () =>
    (await runs.getJobCountByTypes('wait', 'active', 'delayed', 'prioritized', 'waiting-children')) +
    (await parts.getJobCountByTypes('wait', 'active', 'delayed', 'prioritized'))
  while ((await open()) > 0) await new Promise(setImmediate)
}

/** As the daemon does every ten seconds. */
async function beatUntil(daemon: TestDaemon, done: Promise<void>): Promise<void> {
  let isDone = false
  const finished = done.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await daemon.daemon.beat()
    await new Promise(setImmediate)
  }
  await finished
}

function toldOn(hook: Listener): string[] {
  return hook.got.map(body => JSON.parse(body)).map(({ event, kind }) => `${event} ${kind}`)
}
