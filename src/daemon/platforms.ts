/** The platforms of one daemon: started, looked after and stopped together, with a log and numbers of each. */
import type { PlatformConfig } from '../../config/load.ts'
import type { Config } from '../../config/settings.ts'
import { type FleetAnswer, fleetAnswer } from '../fleet/answer.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { PlatformReport } from '../fleet/report.ts'
import { standingsOf } from '../fleet/worst-first.ts'
import type { ChangeDigest, MonthReport } from '../model/notice.ts'
import type { Condition } from '../notify/condition.ts'
import type { Clock } from '../queue/clock.ts'
import type { RedisConnections } from '../queue/connection.ts'
import { JobWaiter } from '../queue/job-waiter.ts'
import type { RunEvent } from '../queue/run-events.ts'
import { RunTurns } from '../queue/run-turns.ts'
import type { Metrics } from '../server/metrics.ts'
import { makeTurns } from '../server/turns.ts'
import { makeCheckpointer } from '../vault/vault.ts'
import type { Configuration } from './configuration.ts'
import type { Logs } from './logs.ts'
import { MemoryReturn } from './memory-return.ts'
import { PlatformDaemon } from './platform.ts'
import { reportOf } from './platform-report.ts'
import { Rates } from './rates.ts'
import { Readers } from './reader.ts'
import { RunLog } from './run-log.ts'

export interface PlatformsOptions {
  configuration: Configuration
  version: string
  clock: Clock
  random: () => number
  logs: Logs
  redis: RedisConnections
  metrics: Metrics
  fleet: Fleet | null
  /** `platform`: its name. */
  runEnded(platform: string): void
}

/** Each takes a process and its memory, whoever asks: the API or a page. */
const SEARCHES = { atOnce: 2, waiting: 20 }

export class Platforms {
  readonly list: PlatformDaemon[]
  readonly #options: PlatformsOptions
  readonly #searches = makeTurns(SEARCHES)
  readonly #readers = new Readers()
  readonly #checkpointer = makeCheckpointer()
  readonly #memory = new MemoryReturn()
  readonly #rates: Rates
  readonly #waiter: JobWaiter
  readonly #turns: RunTurns
  /** Of each, what was wrong with it when it was last looked at. */
  readonly #found = new Map<string, readonly Condition[]>()
  /** Of those that work here. */
  readonly #reports = new Map<string, PlatformReport>()
  #stopped: Promise<unknown> | null = null

  constructor(options: PlatformsOptions) {
    this.#options = options
    const { redis, configuration, fleet } = options
    const prefix = redis.prefixed(configuration.common()['redis.prefix'])
    this.#rates = new Rates({ configs: () => configuration.platforms, redis, prefix, fleet })
    this.#waiter = new JobWaiter({ redis, prefix })
    this.#turns = new RunTurns(() => configuration.common()['daemon.runsAtOnce'])
    this.list = options.configuration.platforms.map(config => this.#make(config))
  }

  /** Resolves when each works or stands by. Throws VaultLocked where the setting says so. */
  async start(): Promise<void> {
    await Promise.all(this.list.map(platform => platform.start()))
  }

  async beat(): Promise<void> {
    await this.#options.fleet?.beat()
    for (const platform of this.list) await platform.beat()
    if (this.list.every(platform => platform.active().length === 0)) this.#memory.allow()
  }

  /** Looks at all of them, or at those of these names; answers what is wrong with any, as far as it was looked at. */
  async look(names: ReadonlySet<string> | 'all'): Promise<Condition[]> {
    const chosen = this.list.filter(({ name }) => names === 'all' || names.has(name))
    await Promise.all(chosen.map(platform => this.#lookAt(platform)))
    return [...this.#found.values()].flat()
  }

  /** What was seen at the last look: the other hosts hear of it. */
  async report(): Promise<void> {
    await this.#options.fleet?.tellReports(this.#reports)
  }

  fleet(): FleetAnswer {
    const { fleet, clock } = this.#options
    const view = fleet?.view() ?? null
    const tenants = new Map(this.list.map(({ name, tenant }) => [name, tenant]))
    const platforms = standingsOf({ fleet: view, own: this.#reports, tenants, now: clock.now() })
    return fleetAnswer({ view, tenants, platforms })
  }

  async tellChanges(tell: (digest: ChangeDigest, platform: string) => Promise<void>): Promise<void> {
    for (const platform of this.list) await platform.tellChanges(digest => tell(digest, platform.name))
  }

  async tellMonths(tell: (report: MonthReport, platform: string) => Promise<void>): Promise<void> {
    for (const platform of this.list) await platform.tellMonths(report => tell(report, platform.name))
  }

  areFresh(): boolean {
    return this.list.every(platform => platform.isFresh() === true)
  }

  async reload(configs: ReadonlyMap<string, Config>): Promise<void> {
    for (const platform of this.list) {
      const config = configs.get(platform.name)
      if (config) await platform.reload(config)
    }
  }

  /** Runs go on until `daemon.stopTimeout`. Who asks again waits for the same end. */
  async stop(): Promise<void> {
    const graceMs = this.#options.configuration.common()['daemon.stopTimeout']
    this.#stopped ??= Promise.all(this.list.map(platform => platform.stop(graceMs))).finally(() =>
      Promise.all([this.#waiter.close(), this.#readers.close(), this.#checkpointer.close()]),
    )
    await this.#stopped
  }

  async #lookAt(platform: PlatformDaemon): Promise<void> {
    const { name } = platform
    const found = await platform.conditions()
    this.#found.set(name, found)
    if (platform.state === 'running') this.#reports.set(name, reportOf(found, platform.organizations()))
    else this.#reports.delete(name)
  }

  #make(config: PlatformConfig): PlatformDaemon {
    const { configuration, logs, metrics, version, clock, random, redis, fleet } = this.#options
    const { name } = config
    const titleOf = (id: string) =>
      platform.organizations().find(organization => organization.id === id)?.title ?? null
    const runLog = new RunLog(logs, name, titleOf)
    const platform: PlatformDaemon = new PlatformDaemon({
      config,
      version,
      fleet,
      redis,
      waiter: this.#waiter,
      turns: this.#turns,
      clock,
      random,
      redact: configuration.redact,
      keepSecrets: used => configuration.keepSecrets(used),
      log: logs.log.child({ platform: name }),
      observer: metrics.observer(name),
      searches: this.#searches,
      readers: this.#readers,
      checkpointer: this.#checkpointer,
      rates: this.#rates,
      event: event => {
        runLog.heed(event)
        this.#heed(name, event)
      },
    })
    return platform
  }

  #heed(platform: string, event: RunEvent): void {
    if (event.type === 'begin') this.#memory.hold()
    if (event.type !== 'end') return
    this.#options.metrics.ended(platform, event.record)
    this.#options.runEnded(platform)
  }
}
