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
  /** One more connection; the caller closes it. Commands wait while Redis is away. */
  open(): RedisConnection
  /** What stands in front of keys, where `redis.prefix` is this. */
  prefixed(prefix: string): string
  /** Whether it answers now. */
  isUp(): Promise<boolean>
  /** What it says of itself, as `INFO` does; null while it is away. */
  info(): Promise<string | null>
  close(): void
}

export function makeConnections(place: RedisPlace, changed: (up: boolean, words: string) => void) {
  const control = connect(place)
  const prefixed = (prefix: string) => ('nodes' in place ? hashTagged(prefix) : prefix)
  let up = true
  let everUp = false
  const tell = (now: boolean, words: string) => {
    if (up !== now) changed(now, words)
    up = now
  }
  control.on('error', error => tell(false, wordsOf(error)))
  control.on('ready', () => tell(true, BACK))
  return {
    open: () => {
      const redis = connect(place)
      // Told once, by the control connection.
      redis.on('error', () => {})
      return redis
    },
    prefixed,
    async isUp() {
      // In a Cluster the master of our slot counts, and of its end no event tells.
      const now = await answers(control, () => control.exists(prefixed('docvault')))
      everUp ||= now
      if ('nodes' in place && everUp) tell(now, now ? BACK : 'the Cluster has no master for our keys')
      return now
    },
    info: async () => (control.status === 'ready' ? control.info().catch(() => null) : null),
    close: () => control.disconnect(),
  } satisfies RedisConnections
}

const BACK = 'Redis is back'

/** Of a Cluster, why the last of its nodes could not be asked. */
function wordsOf(error: Error): string {
  const last = 'lastNodeError' in error ? error.lastNodeError : undefined
  return last instanceof Error ? `${error.message} ${last.message}` : error.message
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

/** In a second. */
async function answers(redis: RedisConnection, ask: () => Promise<unknown>): Promise<boolean> {
  if (redis.status !== 'ready') return false
  const silent = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => silent.resolve(false), 1000)
  try {
    return await Promise.race([ask().then(() => true), silent.promise])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

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
