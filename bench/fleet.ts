/**
 * What platforms cost a daemon while nothing is to be done: clients and idle commands of Redis, memory, and the time until
 * it is ready again with vaults that are there; each as a ratio to what one platform costs. Every size has a Redis of its own.
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

const SIZES = (process.env.PLATFORMS ?? '1,50,500').split(',').map(Number)
const IDLE_MS = Number(process.env.IDLE_MS ?? 20_000)

const figuresSchema = z.object({
  clients: z.number(),
  commandsPerSecond: z.number(),
  rssBytes: z.number(),
  readyMs: z.number(),
  cpuPercent: z.number(),
})
type Figures = z.infer<typeof figuresSchema>

const [size = '', folder = '', path = '', idleMs = ''] = process.argv.slice(2)
if (process.send)
  process.send(await measure({ size: Number(size), folder, path, idleMs: Number(idleMs) }), () =>
    process.disconnect(),
  )
else await compare()

interface Trial {
  size: number
  folder: string
  /** Socket of Redis. */
  path: string
  idleMs: number
}

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
    await measureApart({ ...trial, idleMs: 0 })
    return await measureApart({ ...trial, idleMs: IDLE_MS })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureApart({ size, folder, path, idleMs }: Trial): Promise<Figures> {
  const child = fork(import.meta.filename, [String(size), folder, path, String(idleMs)])
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the measurement ended with ${code}`)
  })
  const [figures] = await Promise.race([once(child, 'message'), ended])
  await ended.catch(() => {})
  return figuresSchema.parse(figures)
}

async function measure({ size, folder, path, idleMs }: Trial): Promise<Figures> {
  const began = performance.now()
  const daemon = await startDaemon({
    platforms: platformsIn(folder, size, path),
    version: 'bench',
    clock: systemClock,
    random: Math.random,
    programs: '',
    write: () => {},
  })
  const readyMs = performance.now() - began
  const redis = new Redis({ path })
  try {
    const idle = await watchIdle(redis, idleMs)
    return { ...idle, rssBytes: process.memoryUsage.rss(), readyMs }
  } finally {
    redis.disconnect()
    await daemon.stop()
  }
}

/** Our own client and what it asks are left out. */
async function watchIdle(redis: Redis, forMs: number) {
  const clients = (await infoOf(redis, 'connected_clients')) - 1
  const before = await infoOf(redis, 'total_commands_processed')
  const [cpu, began] = [process.cpuUsage(), performance.now()]
  await delay(forMs)
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

/** Nothing is asked of the platform: no schedule ticks. */
function platformsIn(folder: string, size: number, path: string) {
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
      DOCVAULT_SCHEDULES_CHECK: 'off',
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
