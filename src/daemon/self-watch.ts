/**
 * How the daemon looks at itself: what is wrong is told, and the heartbeat is sent only while every platform is fresh.
 * Nobody is told anything before the platforms have started.
 */
import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { Condition } from '../notify/condition.ts'
import type { LedgerEntry } from '../notify/ledger.ts'
import { Notifier } from '../notify/notifier.ts'
import type { Clock } from '../queue/clock.ts'
import type { Configuration } from './configuration.ts'
import { sendHeartbeat } from './heartbeat.ts'
import type { Logs } from './logs.ts'
import type { Platforms } from './platforms.ts'
import { RedisWatch } from './redis-watch.ts'

export interface SelfWatchOptions {
  configuration: Configuration
  logs: Logs
  clock: Clock
}

export class SelfWatch {
  readonly redis: RedisWatch
  readonly #options: SelfWatchOptions
  readonly #notifier: Notifier
  readonly #heart: Heart
  #platforms: Platforms | null = null
  /** Names of those that the next look is at. */
  #due: Set<string> | 'all' = new Set()
  #others: () => readonly Condition[] = () => []

  constructor(options: SelfWatchOptions) {
    this.#options = options
    this.redis = new RedisWatch(options.clock)
    this.#notifier = makeNotifier(options)
    this.#heart = new Heart(options.clock)
  }

  conditions(): readonly LedgerEntry[] {
    return this.#notifier.conditions()
  }

  /** What else may be wrong, beside platforms and Redis. */
  also(conditions: () => readonly Condition[]): void {
    this.#others = conditions
  }

  /** Looks at everything every few seconds from now on; answers what ends it. */
  begin(platforms: Platforms, everyMs: number): () => Promise<void> {
    this.#platforms = platforms
    return beatEvery(everyMs, () => this.beat(), this.#cannotLook)
  }

  /**
   * A run of the platform ended: what failed is wrong from now on, and not only from the next beat on. At the others, of
   * which there may be hundreds, nobody looks for it.
   */
  lookSoon(platform: string): void {
    if (!this.#platforms) return
    if (this.#due !== 'all') this.#due.add(platform)
    this.#look().catch(this.#cannotLook)
  }

  /** Resolves when messages are out. */
  async beat(): Promise<void> {
    const { configuration, logs } = this.#options
    const platforms = this.#platforms
    if (!platforms) return
    await platforms.beat()
    await this.redis.look()
    this.#due = 'all'
    await this.#look()
    await platforms.tellChanges((digest, platform) => this.#notifier.tellChanges(digest, platform))
    await platforms.tellMonths((report, platform) => this.#notifier.tellMonth(report, platform))
    await this.#notifier.delivered()
    await this.#heart.beat(configuration.common(), platforms, error =>
      logs.log.warn({ reason: configuration.redact(String(error)) }, 'no heartbeat could be sent'),
    )
    logs.tidy()
  }

  readonly #look = inTurn(async () => {
    const due = this.#due
    this.#due = new Set()
    const found = (await this.#platforms?.look(due)) ?? []
    this.#notifier.update([...found, ...this.redis.conditions(), ...this.#others()])
    await this.#platforms?.report()
  })

  readonly #cannotLook = (error: unknown) => {
    const { configuration, logs } = this.#options
    logs.log.error({ reason: configuration.redact(String(error)) }, 'the daemon could not look at itself')
  }
}

class Heart {
  readonly #clock: Clock
  #sentAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async beat(config: Config, platforms: Platforms, failed: (error: unknown) => void): Promise<void> {
    const url = config['notify.heartbeat']
    if (url === null || this.#clock.now() - this.#sentAt < config['notify.heartbeatEvery']) return
    if (!platforms.areFresh()) return
    this.#sentAt = this.#clock.now()
    await sendHeartbeat(url).catch(failed)
  }
}

function makeNotifier({ configuration, logs, clock }: SelfWatchOptions): Notifier {
  return new Notifier({
    file: join(configuration.common()['daemon.path'], 'notified.json'),
    now: () => clock.now(),
    config: () => configuration.common(),
    announced: ({ event, kind, title, text, advice }) =>
      logs.log.warn({ event, kind, text, advice }, event === 'end' ? `over: ${title}` : title),
    failed: (channel, error) =>
      logs.log.error({ channel, reason: configuration.redact(String(error)) }, 'a message could not be sent'),
  })
}

/** One after another; who asks while one waits for its turn gets that one. */
function inTurn(task: () => Promise<void>): () => Promise<void> {
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

function beatEvery(
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
