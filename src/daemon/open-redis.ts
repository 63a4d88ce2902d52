/** The daemon's way to Redis: the one that is configured, or one of its own. On return it answers. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config/settings.ts'
import { DocvaultError } from '../model/errors.ts'
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
  return redis
}

async function ownRedis({ config, programs, logs, closers }: RedisOptions): Promise<RedisPlace> {
  const folder = makeOwnFolder(join(config['daemon.path'], 'redis'))
  const child = await startRedisChild({ folder, programs, died: words => logs.log.warn(words) })
  closers.add(() => child.stop())
  return { path: child.path }
}
