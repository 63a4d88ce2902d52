/** What is wrong with Redis, and from when on that is to be told: it does not answer, or it may throw away what is queued. */
import type { Condition } from '../notify/condition.ts'
import type { Clock } from '../queue/clock.ts'

/** Redis may be started again without anybody being told. */
const REDIS_PATIENCE_MS = 60_000

export class RedisWatch {
  readonly #clock: Clock
  #downSince: number | null = null
  #policy: string | null = null
  #policies: () => Promise<readonly string[]> = async () => []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Answers how long it was away, when it is back. */
  changed(up: boolean): number {
    const now = this.#clock.now()
    const since = this.#downSince ?? now
    this.#downSince = up ? null : since
    return now - since
  }

  /** `policies`: how its servers make room when their memory is full; empty while it is away. */
  watch(policies: () => Promise<readonly string[]>): void {
    this.#policies = policies
  }

  async look(): Promise<void> {
    const policies = await this.#policies()
    if (policies.length > 0) this.#policy = policies.find(policy => policy !== 'noeviction') ?? null
  }

  conditions(): Condition[] {
    return [...this.#away(), ...this.#evicting()]
  }

  #evicting(): Condition[] {
    if (this.#policy === null) return []
    return [
      {
        key: 'redis eviction',
        kind: 'redis',
        platform: null,
        organization: null,
        title: 'Redis may throw away what is queued',
        text: `Its maxmemory-policy is ${this.#policy}: when its memory is full it removes keys, runs that wait among them.`,
        advice: 'set maxmemory-policy noeviction in the configuration of Redis.',
      },
    ]
  }

  #away(): Condition[] {
    const since = this.#downSince
    if (since === null || this.#clock.now() - since < REDIS_PATIENCE_MS) return []
    return [
      {
        key: 'redis',
        kind: 'redis',
        platform: null,
        organization: null,
        title: 'Redis does not answer',
        text: `Since ${new Date(since).toISOString()} no job can be started. What runs goes on.`,
        advice: 'start Redis again, or look at redis.url. Jobs go on by themselves; the vault needs nothing.',
      },
    ]
  }
}
