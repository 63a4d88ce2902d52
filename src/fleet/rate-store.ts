/**
 * What Redis keeps of the rate of a token: when its next slot begins, by the clock of Redis, so that the clocks of hosts
 * do not matter. The key goes by itself when nothing is asked for any more.
 */
import { z } from 'zod'
import type { RedisConnection } from '../queue/connection.ts'

export interface RateWish {
  /** Milliseconds between slots. */
  spacingMs: number
  count: number
  /** Slots that begin later than in so many milliseconds are not granted. At most `LONGEST_AHEAD_MS`. */
  aheadMs: number
}

export interface RateGrant {
  /** Milliseconds from now to the first slot; where none is granted, until it is worth asking again. */
  inMs: number
  granted: number
}

export interface RateStore {
  take(token: string, wish: RateWish): Promise<RateGrant>
}

/** The same for all hosts, also where they do not know of equally many: a slot behind it means a clock that was put back. */
export const LONGEST_AHEAD_MS = 60_000

/** Times are fractions of milliseconds, which Redis takes and gives as text. A clock that was put back holds nobody up for longer than a minute. */
const TAKE = `
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
  local spacing, count = tonumber(ARGV[1]), tonumber(ARGV[2])
  local ahead, longest = tonumber(ARGV[3]), tonumber(ARGV[4])
  local begin = tonumber(redis.call('GET', KEYS[1]) or 0)
  if begin < now or begin > now + longest + spacing then begin = now end
  local granted = 0
  if begin <= now + ahead then
    granted = math.min(count, math.floor((now + ahead - begin) / spacing) + 1)
  end
  local wait = begin - now
  if granted == 0 then wait = begin - now - ahead end
  local following = begin + granted * spacing
  redis.call('SET', KEYS[1], string.format('%.3f', following), 'PX', math.ceil(following - now) + 1000)
  return { string.format('%.3f', wait), granted }`

const answerSchema = z.tuple([z.coerce.number(), z.number()])

export function openRateStore(redis: RedisConnection, prefix: string): RateStore {
  return {
    async take(token, { spacingMs, count, aheadMs }) {
      const key = `${prefix}:rate:${token}`
      const answer = await redis.eval(TAKE, 1, key, spacingMs, count, aheadMs, LONGEST_AHEAD_MS)
      const [inMs, granted] = answerSchema.parse(answer)
      return { inMs, granted }
    },
  }
}
