/** The daemon's part in a fleet, where `fleet.host` names it. On return the other hosts know of it, and it of them. */
import type { Config } from '../../config/settings.ts'
import { Fleet } from '../fleet/fleet.ts'
import { openRegistry } from '../fleet/registry.ts'
import { UsageError } from '../model/errors.ts'
import { openHost } from '../model/host.ts'
import type { Clock } from '../queue/clock.ts'
import type { RedisConnections } from '../queue/connection.ts'
import type { Closers } from './closers.ts'
import { freeBytes } from './disk.ts'
import { makeOwnFolder } from './own-folder.ts'

export interface FleetPlace {
  config: Config
  version: string
  clock: Clock
  redis: RedisConnections
  closers: Closers
}

/** Null: it works by itself. Throws UsageError where nobody else could hear of it. */
export async function openFleet({
  config,
  version,
  clock,
  redis,
  closers,
}: FleetPlace): Promise<Fleet | null> {
  const setting = config['fleet.host']
  if (setting === null) return null
  if (config['redis.url'] === null)
    throw new UsageError('fleet.host is set, and redis.url is not: hosts of a fleet share one Redis', {
      hint: 'set DOCVAULT_REDIS_URL to the one that all of them use, or leave fleet.host unset',
    })
  const registry = openRegistry(redis, redis.prefixed(config['redis.prefix']))
  const fleet = new Fleet({
    host: openHost(makeOwnFolder(config['daemon.path']), setting),
    registry,
    version,
    gatherMs: config['fleet.gather'],
    now: () => clock.now(),
    isUp: () => redis.isUp(),
    freeBytes: () => freeBytes(config['daemon.path']),
  })
  closers.add(() => fleet.close())
  await fleet.beat()
  return fleet
}
