/**
 * The daemon's own Redis: a `redis-server` (or `valkey-server`) on a private unix socket, every write on disk before it
 * is answered. Started again when it dies; stopped with the daemon. Never a second one on the same folder: that of
 * another daemon is shared, and the one that a killed daemon left is ended first.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DocvaultError, UsageError } from '../model/errors.ts'
import { pingSocket, shutDown } from './connection.ts'

export interface RedisChild {
  /** Path of the socket. */
  path: string
  pid(): number | null
  stop(): Promise<void>
}

export interface RedisChildOptions {
  folder: string
  /** Where programs are looked for: `PATH`. */
  programs: string
  died?: (words: string) => void
}

class RedisFailed extends DocvaultError {
  constructor(program: string, words: string) {
    super('redis-failed', `${program} does not start: ${words}`, {
      hint: 'look at the folder redis in daemon.path (it may be emptied: nothing in it is needed), or set redis.url',
    })
  }
}

const READY_WITHIN_MS = 15_000
const RESTART_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const STEADY_AFTER_MS = 10_000
/** The system's limit for the path of a socket, less what some systems lack. */
const LONGEST_SOCKET_PATH = 100

export async function startRedisChild(options: RedisChildOptions): Promise<RedisChild> {
  const program = findProgram(options.programs)
  const folder = resolve(options.folder)
  mkdirSync(folder, { recursive: true })
  const path = socketPath(folder)
  const owner = join(folder, 'owner.pid')
  let child: ChildProcess | null = null
  let stopping = false
  /** Ends in a row, none of which it had lived long before. */
  let ends = 0
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const run = () => {
    rmSync(path, { force: true })
    writeFileSync(owner, String(process.pid))
    const started = spawn(program, redisArguments(folder, path), { stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    const [said, startedAt] = [lastLineOf(started), Date.now()]
    started.on('error', error => failed.reject(new RedisFailed(program, error.message)))
    started.on('close', (code, signal) => {
      failed.reject(new RedisFailed(program, said() ?? `it ended with ${signal ?? code}`))
      if (stopping) return
      if (Date.now() - startedAt > STEADY_AFTER_MS) ends = 0
      if (ends++ === 0) options.died?.(`redis-server ended with ${signal ?? code}; it is started again`)
      share()
    })
  }
  /** Somebody else's server is used for as long as it answers. */
  const share = () => {
    setTimeout(async () => {
      const answers = await pingSocket(path)
      if (stopping) return
      if (answers) share()
      else run()
    }, pauseMs(ends)).unref()
  }
  const stop = async () => {
    stopping = true
    if (!child) return
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(path, { force: true })
  }
  if (await isOthers(path, owner)) share()
  else run()
  try {
    await Promise.race([untilReady(path, () => stopping), failed.promise])
  } catch (error) {
    await stop()
    throw error
  }
  return { path, pid: () => child?.pid ?? null, stop }
}

/** At once after a first end, then longer and longer. */
function pauseMs(ends: number): number {
  return Math.min(RESTART_PAUSE_MS * 2 ** Math.max(0, ends - 1), LONGEST_PAUSE_MS)
}

/** Of what it says, with a bound. */
function lastLineOf(child: ChildProcess): () => string | null {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      text = `${text}${chunk}`.slice(-2000)
    })
  return () => text.trim().split('\n').at(-1)?.trim() || null
}

/** True: a daemon that lives runs it. What is left of a dead one is ended, so that the folder has one writer. */
async function isOthers(path: string, owner: string): Promise<boolean> {
  if (!(await pingSocket(path))) return false
  if (isAlive(Number(readFileSync(owner, { encoding: 'utf8', flag: 'a+' })))) return true
  await shutDown(path)
  return false
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Throws when no server answers in time. */
async function untilReady(path: string, isOver: () => boolean): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (!isOver() && !(await pingSocket(path))) {
    if (Date.now() > deadline) throw new RedisFailed('redis-server', `no answer at ${path}`)
    await delay(20)
  }
}

function redisArguments(folder: string, path: string): string[] {
  const settings = {
    port: '0',
    unixsocket: path,
    unixsocketperm: '700',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
    'maxmemory-policy': 'noeviction',
    loglevel: 'warning',
  }
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
}

function findProgram(programs: string): string {
  for (const name of ['redis-server', 'valkey-server']) {
    for (const folder of programs.split(delimiter)) {
      const path = join(folder, name)
      if (isExecutable(path)) return path
    }
  }
  throw new UsageError('redis.url is not set, and there is no redis-server to start', {
    hint: 'install it (Debian: apt-get install redis-server), or set redis.url to a Redis or Valkey',
  })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function socketPath(folder: string): string {
  const path = join(folder, 'redis.sock')
  if (path.length <= LONGEST_SOCKET_PATH) return path
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `docvault-${name}.sock`)
}
