/** How the daemon looks at itself: is Redis there, is everybody fresh, and whom has it told. */
import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { Redact } from '../model/redact.ts'
import type { Condition } from '../notify/condition.ts'
import { Notifier } from '../notify/notifier.ts'
import type { Clock } from '../queue/clock.ts'
import { sendHeartbeat } from './heartbeat.ts'
import type { Logs } from './logs.ts'
import type { PlatformDaemon } from './platform.ts'

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
        title: 'Redis does not answer',
        text: `Since ${new Date(since).toISOString()} no job can be started. What runs goes on.`,
        advice: 'start Redis again, or look at redis.url. Jobs go on by themselves; the vault needs nothing.',
      },
    ]
  }
}

export class Heart {
  readonly #clock: Clock
  #sentAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async beat(
    config: Config,
    platforms: readonly PlatformDaemon[],
    failed: (error: unknown) => void,
  ): Promise<void> {
    const url = config['notify.heartbeat']
    if (url === null || this.#clock.now() - this.#sentAt < config['notify.heartbeatEvery']) return
    if (!platforms.every(one => one.isFresh() === true)) return
    this.#sentAt = this.#clock.now()
    await sendHeartbeat(url).catch(failed)
  }
}

export function makeNotifier(config: () => Config, logs: Logs, clock: Clock, redact: Redact): Notifier {
  return new Notifier({
    file: join(config()['daemon.path'], 'notified.json'),
    now: () => clock.now(),
    config,
    told: ({ event, kind, title, text, advice }) =>
      logs.log.warn({ event, kind, text, advice }, event === 'end' ? `over: ${title}` : title),
    failed: (channel, error) =>
      logs.log.error({ channel, reason: redact(String(error)) }, 'a message could not be sent'),
  })
}

/** One after another; who asks while one waits for its turn gets that one. */
export function inTurn(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        running = task()
        return running
      })
    return next
  }
}

export function beatEvery(
  ms: number,
  beat: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = beat()
      .catch(failed)
      .finally(() => {
        busy = false
      })
  }, ms)
  return async () => {
    clearInterval(timer)
    await running
  }
}
