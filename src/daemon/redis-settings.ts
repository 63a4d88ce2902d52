/** The settings `redis.*` as a place to connect to. Refuses what contradicts itself, and never repeats an address. */
import { accessSync, constants } from 'node:fs'
import type { Config } from '../../config/settings.ts'
import { UsageError } from '../model/errors.ts'
import { namesAnyone, parseRedisUrl, type RedisPlace, type TlsFiles } from '../queue/redis-place.ts'

/** Null: the daemon has one of its own. Throws UsageError. */
export function placeOf(config: Config): RedisPlace | null {
  const url = config['redis.url']
  if (url === null) return null
  const place = parseRedisUrl(url)
  // The address may hold a password.
  if (!place)
    throw new UsageError('redis.url is no address of a Redis', {
      hint: 'set DOCVAULT_REDIS_URL (or redis.url) to e.g. redis://host:6379/0, rediss://…, redis+sentinel://host:26379,host:26379/NAME, redis+cluster://host:6379,host:6379 or unix:///path',
    })
  assertOneUser(config, url)
  const [username, password] = [config['redis.username'], config['redis.password']]
  return {
    ...place,
    prefix: config['redis.prefix'],
    ...(username === null && password === null ? {} : { username, password }),
    sentinelUsername: config['redis.sentinelUsername'],
    sentinelPassword: config['redis.sentinelPassword'],
    ...(place.tls ? { tls: tlsFilesOf(config) } : refuseTls(config)),
  }
}

function assertOneUser(config: Config, url: string): void {
  if (!namesAnyone(url) || (config['redis.username'] === null && config['redis.password'] === null)) return
  throw new UsageError('redis.url names a user or a password, and so does redis.username or redis.password', {
    hint: 'leave them out of redis.url',
  })
}

function tlsFilesOf(config: Config): TlsFiles {
  const [certificate, key] = [config['redis.certificateFile'], config['redis.certificateKeyFile']]
  if ((certificate === null) !== (key === null))
    throw new UsageError('redis.certificateFile and redis.certificateKeyFile go together', {
      hint: 'set both, or none',
    })
  for (const setting of FILES) assertReadable(setting, config[setting])
  return { ca: config['redis.caFile'], certificate, key, name: config['redis.tlsName'] }
}

const FILES = ['redis.caFile', 'redis.certificateFile', 'redis.certificateKeyFile'] as const
const TLS_SETTINGS = [...FILES, 'redis.tlsName'] as const

function assertReadable(setting: string, file: string | null): void {
  try {
    if (file !== null) accessSync(file, constants.R_OK)
  } catch (cause) {
    throw new UsageError(`${setting}: ${file} cannot be read`, { cause })
  }
}

/** Who names certificates wants TLS: to go on without would send passwords in the clear. */
function refuseTls(config: Config): object {
  const given = TLS_SETTINGS.find(key => config[key] !== null)
  if (given === undefined) return {}
  throw new UsageError(`${given} is set, and redis.url is without TLS`, {
    hint: 'write rediss: in place of redis: in redis.url',
  })
}
