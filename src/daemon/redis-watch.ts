/** Since when Redis does not answer, and from when on that is to be told. */
import type { Condition } from '../notify/condition.ts'
import type { Clock } from '../queue/clock.ts'

/** Redis may be started again without anybody being told. */
const REDIS_PATIENCE_MS = 60_000

export class RedisWatch {
  readonly #clock: Clock
  #downSince: number | null = null

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

  conditions(): Condition[] {
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
