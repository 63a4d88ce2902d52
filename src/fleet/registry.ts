/**
 * What the hosts of a fleet tell each other through Redis: that they are there, and which vault is where. A place gives way to
 * a later epoch only, whoever asks, so that a host that slept takes nothing back. All of it can be lost: each host tells it again.
 */
import { z } from 'zod'
import type { RedisConnections } from '../queue/connection.ts'
import type { Place } from './placement.ts'
import { type PlatformReport, platformReportSchema } from './report.ts'

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
  /** Those that reported and were not forgotten since, by id. */
  hosts(): Promise<HostReport[]>
  /** With what it said of its platforms. One that is there says all of it again. */
  forget(host: string): Promise<void>
  /** By platform. */
  places(): Promise<Map<string, Place>>
  /** Answers the place that holds now: this one, or one of a later epoch, or of another host that was first. */
  place(platform: string, place: Place): Promise<Place>
  /** What a host says of its platforms: what is otherwise by now, and what it does not hold any more. */
  tellReports(
    host: string,
    changed: ReadonlyMap<string, PlatformReport>,
    gone: readonly string[],
  ): Promise<void>
  /** Whether what the host said is there: Redis may have been emptied. */
  hasReports(host: string): Promise<boolean>
  /** What a host said, by platform. */
  reports(host: string): Promise<Map<string, PlatformReport>>
  close(): void
}

/** Not seen for so long, a host counts as away. Milliseconds. */
export const AWAY_AFTER_MS = 60_000
/** Not seen for so long, a host that has no vault is forgotten. Milliseconds. */
export const GONE_AFTER_MS = 7 * 86_400_000

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
  const reportsOf = (host: string) => `${prefix}:fleet:reports:${host}`
  const [hosts, places] = [`${prefix}:fleet:hosts`, `${prefix}:fleet:places`]
  return {
    async report(host) {
      await redis.hset(hosts, host.id, JSON.stringify(host))
    },
    async hosts() {
      const found = Object.values(await redis.hgetall(hosts))
      return found.flatMap(text => parse(hostSchema, text) ?? []).sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    async forget(host) {
      await redis.hdel(hosts, host)
      await redis.del(reportsOf(host))
    },
    places: async () => parseAll(placeSchema, await redis.hgetall(places)),
    async tellReports(host, changed, gone) {
      const fields = [...changed].flatMap(([platform, report]) => [platform, JSON.stringify(report)])
      if (fields.length > 0) await redis.hset(reportsOf(host), fields)
      if (gone.length > 0) await redis.hdel(reportsOf(host), ...gone)
    },
    hasReports: async host => (await redis.exists(reportsOf(host))) === 1,
    reports: async host => parseAll(platformReportSchema, await redis.hgetall(reportsOf(host))),
    async place(platform, place) {
      const answer = await redis.eval(PLACE, 1, places, platform, place.host, place.epoch)
      return placeSchema.parse(JSON.parse(String(answer)))
    },
    close: () => redis.disconnect(),
  }
}

function parseAll<T>(schema: z.ZodType<T>, found: Record<string, string>): Map<string, T> {
  return new Map(
    Object.entries(found).flatMap(([name, text]): [string, T][] => {
      const value = parse(schema, text)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** What somebody else put there is not there. */
function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
