/** Connections to Redis, by address or by socket. They come back by themselves, however long it takes. */
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'

/** Where Redis is. */
export type RedisPlace = { url: string } | { path: string }

const LONGEST_PAUSE_MS = 2000

export interface RedisConnections {
  /** One more connection; the caller closes it. Commands wait while Redis is away. */
  open(): Redis
  /** Whether it answers now. */
  isUp(): Promise<boolean>
  close(): void
}

export function makeConnections(place: RedisPlace, changed: (up: boolean, words: string) => void) {
  const control = connect(place)
  let up = true
  const tell = (now: boolean, words: string) => {
    if (up !== now) changed(now, words)
    up = now
  }
  control.on('error', error => tell(false, error.message))
  control.on('ready', () => tell(true, 'Redis is back'))
  return {
    open: () => {
      const redis = connect(place)
      // Told once, by the control connection.
      redis.on('error', () => {})
      return redis
    },
    isUp: () => ping(control),
    close: () => control.disconnect(),
  } satisfies RedisConnections
}

function connect(place: RedisPlace): Redis {
  const options = {
    maxRetriesPerRequest: null,
    enableReadyCheck: true,
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS),
  }
  if ('path' in place) return new Redis({ ...options, path: place.path })
  const socket = /^unix:\/\/(\/.+)$/.exec(place.url)?.[1]
  return socket === undefined ? new Redis(place.url, options) : new Redis({ ...options, path: socket })
}

async function ping(redis: Redis): Promise<boolean> {
  if (redis.status !== 'ready') return false
  const silent = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => silent.resolve(false), 1000)
  try {
    return await Promise.race([redis.ping().then(() => true), silent.promise])
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
