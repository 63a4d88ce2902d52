/** The daemon's way to Redis: the one that is configured, or one of its own. On return it answers. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config/settings.ts'
import { DocvaultError, UsageError } from '../model/errors.ts'
import { makeConnections, type RedisConnections, type RedisPlace } from '../queue/connection.ts'
import { startRedisChild } from '../queue/redis-child.ts'
import type { Closers } from './closers.ts'
import type { Logs } from './logs.ts'
import { makeOwnFolder } from './own-folder.ts'
import { placeOf } from './redis-settings.ts'
import type { RedisWatch } from './redis-watch.ts'

export interface RedisOptions {
  config: Config
  /** Where programs are looked for: `PATH`. */
  programs: string
  logs: Logs
  watch: RedisWatch
  closers: Closers
  signal: AbortSignal | undefined
}

const POLL_MS = 100
/** What the library of the queues needs at least. */
const OLDEST = '5.0.0'
/** What the manual names. */
const OLDEST_TRIED = '6.2.0'

class RedisAway extends DocvaultError {
  constructor(words: string) {
    super('redis-away', `Redis at redis.url does not answer: ${words}`, {
      hint: 'start it, correct redis.url (DOCVAULT_REDIS_URL), or leave it unset for a redis-server of its own',
      retry: 'later',
    })
  }
}

/** Throws UsageError, RedisAway. */
export async function openRedis(options: RedisOptions): Promise<RedisConnections> {
  const { config, logs, watch, closers, signal } = options
  const place = placeOf(config) ?? (await ownRedis(options))
  let reason = 'no answer'
  const redis = makeConnections(place, (up, words) => {
    reason = words
    const downMs = watch.changed(up)
    if (up) logs.log.info({ downMs }, 'Redis answers again')
    else logs.log.warn({ reason: words }, 'Redis does not answer')
  })
  closers.add(() => redis.close())
  watch.watch(() => redis.evictionPolicies())
  const deadline = Date.now() + config['redis.startTimeout']
  while (!(await redis.isUp())) {
    signal?.throwIfAborted()
    if (Date.now() > deadline) throw new RedisAway(reason)
    await delay(POLL_MS)
  }
  lookAtAge(await redis.versions(), logs)
  return redis
}

/** Once for all queues, which do not ask any more. */
function lookAtAge(versions: readonly string[], logs: Logs): void {
  for (const version of versions) {
    if (isOlder(version, OLDEST))
      throw new UsageError(`Redis is of version ${version}, which is too old for the queues`, {
        hint: `use Redis from ${OLDEST_TRIED} on, or Valkey`,
      })
    if (isOlder(version, OLDEST_TRIED))
      logs.log.warn({ version }, `Redis is older than ${OLDEST_TRIED}, and may lack what docvault needs`)
  }
}

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}

async function ownRedis({ config, programs, logs, closers }: RedisOptions): Promise<RedisPlace> {
  const folder = makeOwnFolder(join(config['daemon.path'], 'redis'))
  const child = await startRedisChild({ folder, programs, died: words => logs.log.warn(words) })
  closers.add(() => child.stop())
  return { path: child.path }
}
