/** A `redis-server` of a test's own on a free port of 127.0.0.1, ended with the test; it can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis, type RedisOptions } from 'ioredis'
import { onTestFinished } from 'vitest'

export interface RedisServer {
  port: number
  folder: string
  pid(): number
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>
  /** Writes everything down and ends. */
  shutDown(): Promise<void>
  start(): Promise<void>
  /** For the test itself, with all rights. */
  admin: Redis
}

export interface RedisServerOptions {
  /** As they stand in its configuration: `['maxmemory-policy', 'noeviction']`. */
  settings?: readonly (readonly [name: string, ...values: string[]])[]
  /** A file that it may rewrite, instead of settings. */
  file?: string
  args?: readonly string[]
  port?: number
  admin?: Pick<RedisOptions, 'password' | 'tls'>
}

export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-redis-'))
  const port = options.port ?? (await freePort())
  const settings = (options.settings ?? []).flatMap(([name, ...values]) => [`--${name}`, ...values])
  const common = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--logfile',
    join(folder, 'log'),
  ]
  const args = [
    ...(options.file === undefined ? [] : [options.file]),
    ...common,
    ...settings,
    ...(options.args ?? []),
  ]
  let child: ChildProcess | null = null
  const admin = new Redis({
    host: '127.0.0.1',
    port,
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
    ...options.admin,
  })
  admin.on('error', () => {})
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    if (signal === 'SIGKILL') child.kill('SIGCONT')
    await exit
  }
  const start = async () => {
    child = spawn('redis-server', args, { stdio: 'ignore' })
    await admin.ping()
  }
  onTestFinished(async () => {
    admin.disconnect()
    await end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  return {
    port,
    folder,
    pid: () => child?.pid ?? 0,
    kill: () => end('SIGKILL'),
    shutDown: () => end('SIGTERM'),
    start,
    admin,
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Of what no event tells: asks until it is so. */
export async function until(isSo: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await isSo()); await delay(20))
    if (Date.now() > deadline) throw new Error('it does not come to be')
}
