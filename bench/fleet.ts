/**
 * What platforms cost a daemon: clients and idle commands of Redis, processor and memory while nothing is to be done, the time until
 * it is ready again with vaults that are there, and how long after the minute in which all are due the last of them begins and
 * ends; each as a ratio to what one platform costs. Every size has a Redis of its own.
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

/** Between ready and the minute in which all are due, at least. */
const SETTLED_MS = 5_000
const LOOK_MS = 500
const MOST_WAIT_MS = 5 * 60_000

const idleSchema = z.object({
  clients: z.number(),
  commandsPerSecond: z.number(),
  cpuPercent: z.number(),
  rssBytes: z.number(),
  readyMs: z.number(),
})
const dueSchema = z.object({ lastBeginsMs: z.number(), lastEndsMs: z.number() })
const figuresSchema = z.object({ ...idleSchema.shape, ...dueSchema.shape })
type Figures = z.infer<typeof figuresSchema>

interface Trial {
  size: number
  folder: string
  /** Socket of Redis. */
  path: string
  watch: 'nothing' | 'idle' | 'due'
}

const [given] = process.argv.slice(2)
if (process.send && given !== undefined)
  process.send(await measure(JSON.parse(given)), () => process.disconnect())
else await compare()

async function compare(): Promise<void> {
  let first: Figures | null = null
  for (const size of SIZES) {
    const figures = await measureSize(size)
    first ??= figures
    console.log(`platforms: ${size}`)
    for (const [name, value] of Object.entries(figures)) {
      const of = figuresSchema.keyof().parse(name)
      console.log(`  ${name}: ${value.toFixed(1)}, ratio ${(value / first[of]).toFixed(2)}`)
    }
  }
}

/** The first start makes the vaults; the second one is measured. */
async function measureSize(size: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-bench-'))
  const server = await startRedisChild({ folder: join(folder, 'redis'), programs: process.env.PATH ?? '' })
  try {
    const trial = { size, folder, path: server.path }
    await measureApart({ ...trial, watch: 'nothing' })
    const idle = idleSchema.parse(await measureApart({ ...trial, watch: 'idle' }))
    return { ...idle, ...dueSchema.parse(await measureApart({ ...trial, watch: 'due' })) }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureApart(trial: Trial): Promise<unknown> {
  const child = fork(import.meta.filename, [JSON.stringify(trial)])
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the measurement ended with ${code}`)
  })
  const [figures] = await Promise.race([once(child, 'message'), ended])
  await ended.catch(() => {})
  return figures
}

async function measure(trial: Trial): Promise<object> {
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
    if (trial.watch === 'due') return await watchDue(daemon.view)
    const idle = trial.watch === 'idle' ? await watchIdle(trial.path) : {}
    return { ...idle, rssBytes: process.memoryUsage.rss(), readyMs }
  } finally {
    await daemon.stop()
  }
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

/** Our own client and what it asks are left out. */
async function watchIdle(path: string) {
  const redis = new Redis({ path })
  try {
    return await idleOf(redis)
  } finally {
    redis.disconnect()
  }
}

async function idleOf(redis: Redis) {
  const clients = (await infoOf(redis, 'connected_clients')) - 1
  const before = await infoOf(redis, 'total_commands_processed')
  const [cpu, began] = [process.cpuUsage(), performance.now()]
  await delay(IDLE_MS)
  const idleMs = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  const commands = (await infoOf(redis, 'total_commands_processed')) - before - 1
  const cpuPercent = (user + system) / 10 / idleMs
  return { clients, commandsPerSecond: (commands * 1000) / idleMs, cpuPercent }
}

async function infoOf(redis: Redis, field: string): Promise<number> {
  const line = (await redis.info()).split('\r\n').find(line => line.startsWith(`${field}:`))
  return z.coerce.number().parse(line?.slice(field.length + 1))
}

/** Nothing is asked of the platform. */
function platformsIn({ folder, size, path, watch }: Trial) {
  const [platform] = loadPlatforms({
    env: {
      DOCVAULT_PLATFORM_URL: 'http://127.0.0.1:9',
      DOCVAULT_PLATFORM_TOKEN: 'bench',
      DOCVAULT_VAULT_PATH: join(folder, 'vault'),
      DOCVAULT_DAEMON_PATH: join(folder, 'daemon'),
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
    return { name, config: { ...platform.config, 'vault.path': join(folder, 'vaults', name) } }
  })
}
