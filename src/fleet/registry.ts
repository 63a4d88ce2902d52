/**
 * What the hosts of a fleet tell each other through Redis: that they are there, and which vault is where. A place gives way to
 * a later epoch only, whoever asks, so that a host that slept takes nothing back. All of it can be lost: each host tells it again.
 */
import { z } from 'zod'
import type { RedisConnections } from '../queue/connection.ts'
import type { Place } from './placement.ts'

const hostSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  /** Bytes; null where the system does not say. */
  freeBytes: z.number().nullable(),
  /** Vaults that it holds. */
  vaults: z.number(),
  /** Milliseconds since the epoch, by its clock. */
  seenAt: z.number(),
})
export type HostReport = z.infer<typeof hostSchema>

const placeSchema = z.object({ host: z.string(), epoch: z.number() })

export interface Registry {
  report(host: HostReport): Promise<void>
  /** Those that ever reported, by id. */
  hosts(): Promise<HostReport[]>
  /** By platform. */
  places(): Promise<Map<string, Place>>
  /** Answers the place that holds now: this one, or one of a later epoch, or of another host that was first. */
  place(platform: string, place: Place): Promise<Place>
  close(): void
}

/** Not seen for so long, a host counts as away. Milliseconds. */
export const AWAY_AFTER_MS = 60_000

/** Compared by Redis, for two may ask at once. */
const PLACE = `
  local now = redis.call('HGET', KEYS[1], ARGV[1])
  if now then
    local held = cjson.decode(now)
    local epoch = tonumber(ARGV[3])
    if held.epoch > epoch or (held.epoch == epoch and held.host ~= ARGV[2]) then return now end
  end
  local place = cjson.encode({ host = ARGV[2], epoch = tonumber(ARGV[3]) })
  redis.call('HSET', KEYS[1], ARGV[1], place)
  return place`

export function openRegistry(connections: Pick<RedisConnections, 'open'>, prefix: string): Registry {
  const redis = connections.open()
  const [hosts, places] = [`${prefix}:fleet:hosts`, `${prefix}:fleet:places`]
  return {
    async report(host) {
      await redis.hset(hosts, host.id, JSON.stringify(host))
    },
    async hosts() {
      const found = Object.values(await redis.hgetall(hosts))
      return found.flatMap(text => parse(hostSchema, text) ?? []).sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    async places() {
      const found = Object.entries(await redis.hgetall(places))
      return new Map(
        found.flatMap(([platform, text]): [string, Place][] => {
          const place = parse(placeSchema, text)
          return place === null ? [] : [[platform, place]]
        }),
      )
    },
    async place(platform, place) {
      const answer = await redis.eval(PLACE, 1, places, platform, place.host, place.epoch)
      return placeSchema.parse(JSON.parse(String(answer)))
    },
    close: () => redis.disconnect(),
  }
}

/** What somebody else put there is not there. */
function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
