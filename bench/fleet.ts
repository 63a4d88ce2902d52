/**
 * What platforms cost a daemon: clients and idle commands of Redis, processor and memory while nothing is to be done, the time until
 * it is ready again with vaults that are there, and how long after the minute in which all are due the last of them begins and
 * ends; each as a ratio to what one platform costs. Then what several hosts cost that share the largest number on one Redis, all
 * together: the slowest is the one that is ready. PLATFORMS (1,50,500), HOSTS (3; 1: none), IDLE_MS. Every size has a Redis of its own.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { loadPlatforms } from '../config/load.ts'
import { startDaemon } from '../src/daemon/daemon.ts'
import { startRedisChild } from '../src/queue/redis-child.ts'
import { systemClock } from '../src/queue/system-clock.ts'
import type { DaemonView } from '../src/server/view.ts'

const SIZES = (process.env.PLATFORMS ?? '1,50,500').split(',').map(Number)
const IDLE_MS = Number(process.env.IDLE_MS ?? 20_000)
const HOSTS = Number(process.env.HOSTS ?? 3)

/** Between ready and what is measured, or the minute in which all are due, at least. */
const SETTLED_MS = 5_000
const LOOK_MS = 500
const MOST_WAIT_MS = 5 * 60_000

/** Of one process. */
const processSchema = z.object({ cpuPercent: z.number(), rssBytes: z.number(), readyMs: z.number() })
const redisSchema = z.object({ clients: z.number(), commandsPerSecond: z.number() })
const dueSchema = z.object({ lastBeginsMs: z.number(), lastEndsMs: z.number() })
type Idle = z.infer<typeof redisSchema> & z.infer<typeof processSchema>
type Figures = Idle & Partial<z.infer<typeof dueSchema>>

interface Trial {
  size: number
  folder: string
  /** Socket of Redis. */
  path: string
  watch: 'placed' | 'idle' | 'due'
  /** Of a fleet; null: the daemon works by itself. */
  host: string | null
}

const [given] = process.argv.slice(2)
if (process.send && given !== undefined) await measure(JSON.parse(given), process.send.bind(process))
else await compare()

async function compare(): Promise<void> {
  let first: Figures | null = null
  for (const size of SIZES) {
    const figures = await inWorld(async world => {
      const alone = { ...world, size, host: null }
      const idle = await measureIdle([alone])
      const [[due]] = await measureApart([{ ...alone, watch: 'due' }])
      return { ...idle, ...dueSchema.parse(due) }
    })
    first ??= figures
    print(`platforms: ${size}`, figures, first)
  }
  const most = Math.max(...SIZES)
  if (first === null || HOSTS < 2) return
  const figures = await inWorld(world =>
    measureIdle(Array.from({ length: HOSTS }, (_, n) => ({ ...world, size: most, host: `host-${n}` }))),
  )
  print(`platforms: ${most}, on ${HOSTS} hosts together`, figures, first)
}

function print(title: string, figures: Figures, first: Figures): void {
  console.log(title)
  const known = Object.entries(first)
  for (const [name, value] of Object.entries(figures)) {
    const alone = known.find(([other]) => other === name)?.[1] ?? Number.NaN
    console.log(`  ${name}: ${value.toFixed(1)}, ratio ${(value / alone).toFixed(2)}`)
  }
}

type World = Pick<Trial, 'folder' | 'path'>

async function inWorld<T>(task: (world: World) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-bench-'))
  const server = await startRedisChild({ folder: join(folder, 'redis'), programs: process.env.PATH ?? '' })
  try {
    return await task({ folder, path: server.path })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first start makes the vaults; the second one is measured. */
async function measureIdle(hosts: readonly Omit<Trial, 'watch'>[]): Promise<Idle> {
  const path = hosts[0]?.path ?? ''
  await measureApart(hosts.map(host => ({ ...host, watch: 'placed' })))
  const idle = hosts.map((host): Trial => ({ ...host, watch: 'idle' }))
  const [answers, redis] = await measureApart(idle, () => watchRedis(path))
  const each = answers.map(answer => processSchema.parse(answer))
  return {
    ...redisSchema.parse(redis),
    cpuPercent: each.reduce((sum, { cpuPercent }) => sum + cpuPercent, 0),
    rssBytes: each.reduce((sum, { rssBytes }) => sum + rssBytes, 0),
    readyMs: Math.max(...each.map(({ readyMs }) => readyMs)),
  }
}

/** Each in a process of its own. All are begun when all are ready, with `beside`, and ended when all have answered. */
async function measureApart<T>(
  trials: readonly Trial[],
  beside?: () => Promise<T>,
): Promise<[unknown[], T | undefined]> {
  const children = trials.map(trial => fork(import.meta.filename, [JSON.stringify(trial)]))
  const ends = children.map(child => once(child, 'exit'))
  const failed = Promise.race(ends).then(([code]) => {
    throw new Error(`a measurement ended with ${code}`)
  })
  failed.catch(() => {})
  const answers = () => Promise.race([Promise.all(children.map(child => once(child, 'message'))), failed])
  await answers()
  for (const child of children) child.send('begin')
  const [figures, other] = await Promise.all([answers(), beside?.()])
  for (const child of children) child.send('end')
  await Promise.all(ends)
  return [figures.map(([answer]) => answer), other]
}

async function measure(trial: Trial, send: (message: unknown) => void): Promise<void> {
  const began = performance.now()
  const daemon = await startDaemon({
    platforms: platformsIn(trial),
    version: 'bench',
    clock: systemClock,
    random: Math.random,
    programs: '',
    write: () => {},
  })
  const readyMs = performance.now() - began
  try {
    if (trial.host !== null) await everyVaultPlaced(daemon.view)
    await toldTo(send, 'ready')
    const figures = trial.watch === 'due' ? await watchDue(daemon.view) : {}
    const cpuPercent = trial.watch === 'idle' ? await watchProcess() : 0
    await toldTo(send, { ...figures, cpuPercent, rssBytes: process.memoryUsage.rss(), readyMs })
  } finally {
    await daemon.stop()
    process.disconnect()
  }
}

/** Says so, and waits for what it is to do then. */
async function toldTo(send: (message: unknown) => void, message: unknown): Promise<void> {
  const order = once(process, 'message')
  send(message)
  await order
}

/** Each is made on one host, and the others have heard of it. */
async function everyVaultPlaced({ fleet }: DaemonView): Promise<void> {
  for (let waited = 0; waited < MOST_WAIT_MS; waited += LOOK_MS) {
    if (fleet().platforms.every(({ host, state }) => host !== null && state !== 'unknown')) return
    await delay(LOOK_MS)
  }
  throw new Error('not every vault was placed on a host')
}

/** In the first minute after the daemon was ready: the check of each vault, which is empty. */
async function watchDue(view: DaemonView): Promise<z.infer<typeof dueSchema>> {
  const tickMs = Math.ceil((Date.now() + SETTLED_MS) / 60_000) * 60_000
  const tick = new Date(tickMs).toISOString()
  for (let waited = 0; waited < MOST_WAIT_MS; waited += LOOK_MS) {
    await delay(LOOK_MS)
    const runs = view.platforms().map(platform => platform.runs().find(run => run.tick === tick))
    if (runs.includes(undefined)) continue
    const after = (time: 'started' | 'finished') =>
      Math.max(...runs.map(run => Date.parse(run?.[time] ?? '') - tickMs))
    return { lastBeginsMs: after('started'), lastEndsMs: after('finished') }
  }
  throw new Error(`not every platform has run what was due at ${tick}`)
}

async function watchProcess(): Promise<number> {
  await delay(SETTLED_MS)
  const [cpu, began] = [process.cpuUsage(), performance.now()]
  await delay(IDLE_MS)
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / 10 / (performance.now() - began)
}

/** Our own client and what it asks are left out. */
async function watchRedis(path: string): Promise<z.infer<typeof redisSchema>> {
  await delay(SETTLED_MS)
  const redis = new Redis({ path })
  try {
    const clients = (await infoOf(redis, 'connected_clients')) - 1
    const [before, began] = [await infoOf(redis, 'total_commands_processed'), performance.now()]
    await delay(IDLE_MS)
    const commands = (await infoOf(redis, 'total_commands_processed')) - before - 1
    return { clients, commandsPerSecond: (commands * 1000) / (performance.now() - began) }
  } finally {
    redis.disconnect()
  }
}

async function infoOf(redis: Redis, field: string): Promise<number> {
  const line = (await redis.info()).split('\r\n').find(line => line.startsWith(`${field}:`))
  return z.coerce.number().parse(line?.slice(field.length + 1))
}

/** Nothing is asked of the platform. */
function platformsIn({ folder, size, path, watch, host }: Trial) {
  const own = join(folder, host ?? 'alone')
  const [platform] = loadPlatforms({
    env: {
      DOCVAULT_PLATFORM_URL: 'http://127.0.0.1:9',
      DOCVAULT_PLATFORM_TOKEN: 'bench',
      DOCVAULT_VAULT_PATH: join(own, 'vault'),
      DOCVAULT_DAEMON_PATH: join(own, 'daemon'),
      ...(host === null ? {} : { DOCVAULT_FLEET_HOST: host }),
      DOCVAULT_DAEMON_MIN_FREE: '0',
      DOCVAULT_REDIS_URL: `unix://${path}`,
      DOCVAULT_SERVER_PORT: '0',
      DOCVAULT_SCHEDULES_BACKUP: 'off',
      DOCVAULT_SCHEDULES_SYNC: 'off',
      DOCVAULT_SCHEDULES_CHECK: watch === 'due' ? '* * * * *' : 'off',
      DOCVAULT_SCHEDULES_AUDIT_REPORT: 'off',
      DOCVAULT_SCHEDULES_DRILL: 'off',
    },
  })
  if (!platform) throw new Error('there is no platform')
  return Array.from({ length: size }, (_, n) => {
    const name = `company-${n}`
    return { name, config: { ...platform.config, 'vault.path': join(own, 'vaults', name) } }
  })
}
