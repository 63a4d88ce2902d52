/**
 * The rates of a daemon: platforms with the same address and token share one, and so do the hosts of a fleet. Where their
 * settings differ, the smallest counts, also for those that set none.
 */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { PlatformConfig } from '../../config/load.ts'
import type { Config } from '../../config/settings.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { openRateStore, type RateStore } from '../fleet/rate-store.ts'
import { SharedSlots } from '../fleet/shared-slots.ts'
import { OwnSlots, SharedRate, type Slots } from '../platform/rate.ts'
import type { RedisConnections } from '../queue/connection.ts'

export interface RatesOptions {
  /** As they are by now. */
  configs: () => readonly PlatformConfig[]
  redis: RedisConnections
  /** With its hash tag. */
  prefix: string
  /** Null: no other host shares anything. */
  fleet: Fleet | null
}

export class Rates {
  readonly #options: RatesOptions
  readonly #store: RateStore
  /** By token and number of requests per minute. */
  readonly #rates = new Map<string, SharedRate>()

  constructor(options: RatesOptions) {
    this.#options = options
    this.#store = openRateStore(options.redis.shared, options.prefix)
  }

  /** The share of whoever opens connections by this configuration. Null: there is no rate of our own. */
  of(config: Config): Slots | null {
    const token = nameOf(config)
    const own = [config, ...this.#options.configs().map(platform => platform.config)]
    const limits = own.flatMap(other =>
      nameOf(other) === token ? (other['platform.requestsPerMinute'] ?? []) : [],
    )
    if (limits.length === 0) return null
    const requestsPerMinute = Math.min(...limits)
    const key = `${token} ${requestsPerMinute}`
    const rate = this.#rates.get(key) ?? new SharedRate(this.#slots(token, requestsPerMinute), Date.now)
    this.#rates.set(key, rate)
    return rate.share()
  }

  #slots(token: string, requestsPerMinute: number): Slots {
    const { fleet } = this.#options
    if (fleet === null) return new OwnSlots(requestsPerMinute, Date.now)
    return new SharedSlots({
      store: this.#store,
      token,
      requestsPerMinute,
      now: Date.now,
      random: Math.random,
      timeout,
      hosts: () => fleet.hostsThere(),
    })
  }
}

async function timeout(ms: number): Promise<never> {
  await delay(ms, undefined, { ref: false })
  throw new Error('Redis does not answer')
}

/** The same for the same address and token, on every host. Tokens are long and random: a digest gives none away. */
function nameOf(config: Config): string {
  const { 'platform.url': url, 'platform.token': token } = config
  return createHash('sha256')
    .update(JSON.stringify(['rate', url, token]))
    .digest('hex')
    .slice(0, 32)
}
