/**
 * Connections to Redis, wherever it is. They come back by themselves, however long it takes, and to whoever is the master
 * by then. A server that says nothing for a while counts as gone.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { hashTagged, type RedisAccess, type RedisPlace, tlsOptionsOf } from './redis-place.ts'

export type { RedisPlace } from './redis-place.ts'
export type RedisConnection = Redis | Cluster

const LONGEST_PAUSE_MS = 2000
/** Longer than any command of ours waits for an answer: a host that lost its power closes no connection. */
const SILENT_MS = 30_000
/** Of a Cluster whose slots have no master: asked again as long as that lasts. */
const ASK_AGAIN_MS = 200

export interface RedisConnections {
  /** For whatever does not block, of all platforms; `close` ends it. Commands wait while Redis is away. */
  readonly shared: RedisConnection
  /** One more connection; the caller closes it. Commands wait while Redis is away. */
  open(): RedisConnection
  /** What stands in front of keys, where `redis.prefix` is this. */
  prefixed(prefix: string): string
  /** Whether it answers now. */
  isUp(): Promise<boolean>
  /** What it does when its memory is full, where that has a limit; of each master of a Cluster. Empty while it is away. */
  evictionPolicies(): Promise<string[]>
  /** Of each server that answers, a master of a Cluster: `7.0.15`. A Valkey names the Redis that it stands in for. */
  versions(): Promise<string[]>
  close(): void
}

export function makeConnections(place: RedisPlace, changed: (up: boolean, words: string) => void) {
  const control = connect(place)
  // Of its own: an answer to the control connection does not wait behind a thousand parts that are added.
  const shared = connectQuietly(place)
  const isCluster = 'nodes' in place
  const prefixed = (prefix: string) => (isCluster ? hashTagged(prefix) : prefix)
  // In a Cluster the master of our slot counts, and of its end no event tells.
  const ask = () => (isCluster ? control.exists(`${prefixed(place.prefix ?? '')}:up`) : control.ping())
  let up = true
  let everUp = false
  const tell = (now: boolean, words: string) => {
    if (up !== now) changed(now, words)
    up = now
  }
  control.on('error', error => tell(false, wordsOf(error)))
  control.on('ready', () => tell(true, BACK))
  return {
    shared,
    open: () => connectQuietly(place),
    prefixed,
    async isUp() {
      const problem = await askInTime(control, ask)
      const now = problem === null
      everUp ||= now
      // While it starts there is nothing to be told of; what it refuses is the user's to know.
      if (problem?.isRefused || (isCluster && everUp)) tell(now, now ? BACK : problem.words)
      return now
    },
    evictionPolicies: async () => ((await askInTime(control, ask)) === null ? policiesOf(control) : []),
    versions: () => versionsOf(control),
    close() {
      control.disconnect()
      shared.disconnect()
    },
  } satisfies RedisConnections
}

const BACK = 'Redis is back'

/** Of a Cluster, why the last of its nodes could not be asked. */
function wordsOf(error: Error): string {
  const last = 'lastNodeError' in error ? error.lastNodeError : undefined
  return last instanceof Error ? `${error.message} ${last.message}` : error.message
}

/** That it is away is told once, by the control connection. */
function connectQuietly(place: RedisPlace): RedisConnection {
  const redis = connect(place)
  redis.on('error', () => {})
  return redis
}

function connect(place: RedisPlace): RedisConnection {
  if ('nodes' in place) return connectCluster(place.nodes, commonOptions(place))
  const options = { ...commonOptions(place), retryStrategy: pauseMs }
  if ('path' in place) return new Redis({ ...options, path: place.path })
  if ('url' in place) return new Redis(place.url, options)
  return new Redis({ ...options, ...sentinelOptions(place) })
}

function sentinelOptions(place: Extract<RedisPlace, { sentinels: unknown }>) {
  const { sentinels, name, database, sentinelUsername, sentinelPassword, tls } = place
  return {
    sentinels,
    name,
    db: database,
    ...(sentinelUsername ? { sentinelUsername } : {}),
    ...(sentinelPassword ? { sentinelPassword } : {}),
    ...(tls ? { enableTLSForSentinelMode: true, sentinelTLS: tlsOptionsOf(tls) } : {}),
    sentinelRetryStrategy: pauseMs,
  } satisfies RedisOptions
}

function connectCluster(
  nodes: Extract<RedisPlace, { nodes: unknown }>['nodes'],
  redisOptions: ReturnType<typeof commonOptions>,
): Cluster {
  return new Cluster(nodes, {
    redisOptions,
    clusterRetryStrategy: pauseMs,
    // As long as it takes: who waits has a limit of its own.
    maxRedirections: Number.MAX_SAFE_INTEGER,
    retryDelayOnFailover: ASK_AGAIN_MS,
    retryDelayOnClusterDown: ASK_AGAIN_MS,
    // A certificate is of a name.
    dnsLookup: (address, callback) => callback(null, address),
  })
}

function commonOptions({ username, password, tls }: RedisAccess) {
  return {
    maxRetriesPerRequest: null,
    enableReadyCheck: true,
    // Nobody needs it, and a user of few rights may not.
    disableClientInfo: true,
    socketTimeout: SILENT_MS,
    // It was the master, and is none any more: the next connection finds the one that is.
    reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false),
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(tls ? { tls: tlsOptionsOf(tls) } : {}),
  } satisfies RedisOptions
}

function pauseMs(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS)
}

/** Null: it answers within a second. */
async function askInTime(
  redis: RedisConnection,
  ask: () => Promise<unknown>,
): Promise<{ words: string; isRefused: boolean } | null> {
  if (redis.status !== 'ready') return SILENT
  const silent = Promise.withResolvers<typeof SILENT>()
  const timer = setTimeout(() => silent.resolve(SILENT), 1000)
  try {
    return await Promise.race([ask().then(() => null), silent.promise])
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return { words, isRefused: words.startsWith('NOPERM') }
  } finally {
    clearTimeout(timer)
  }
}

async function versionsOf(redis: RedisConnection): Promise<string[]> {
  const answers = await informationOf(redis, 'server')
  return answers.flatMap(text => /^redis_version:(\S+)/m.exec(text)?.[1] ?? [])
}

/** Of each server; empty where it does not answer. */
function informationOf(redis: RedisConnection, section: 'memory' | 'server'): Promise<string[]> {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis]
  return Promise.all(servers.map(server => server.info(section).catch(() => '')))
}

async function policiesOf(redis: RedisConnection): Promise<string[]> {
  const answers = await informationOf(redis, 'memory')
  return answers.flatMap(text => {
    const policy = /^maxmemory_policy:(\S+)/m.exec(text)?.[1]
    return policy === undefined || /^maxmemory:0\r?$/m.test(text) ? [] : [policy]
  })
}

const SILENT = { words: 'no answer', isRefused: false }

/** One question, no patience. */
export async function pingSocket(path: string): Promise<boolean> {
  return (await once(path, redis => redis.ping())) === 'PONG'
}

/** Ends the server behind a socket, with everything on disk. Resolves when it is gone. */
export async function shutDown(path: string): Promise<void> {
  await once(path, redis => redis.shutdown())
  while (await pingSocket(path)) await delay(50)
}

/** Null when nobody answers. */
async function once<T>(path: string, ask: (redis: Redis) => Promise<T>): Promise<T | null> {
  const redis = new Redis({ path, lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  redis.on('error', () => {})
  try {
    await redis.connect()
    return await ask(redis)
  } catch {
    return null
  } finally {
    redis.disconnect()
  }
}
