/**
 * The long-running service: opens Redis, the platforms and the server, hands them to each other, and closes them in
 * reverse. It watches itself: what is wrong is told, and the heartbeat is sent only while nothing is overdue.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlatformConfig } from '../../config/load.ts'
import type { Config } from '../../config/settings.ts'
import { Interrupted, UsageError } from '../model/errors.ts'
import type { Clock } from '../queue/clock.ts'
import { makeMetrics } from '../server/metrics.ts'
import { listenAddress, type RunningServer, startServer } from '../server/server.ts'
import type { DaemonView } from '../server/view.ts'
import { assertPlatforms } from './assert-platforms.ts'
import { Closers } from './closers.ts'
import { type Logs, listRunLogs, openLogs, readRunLog } from './logs.ts'
import { openRedis } from './open-redis.ts'
import { makeOwnFolder } from './own-folder.ts'
import { PlatformDaemon } from './platform.ts'
import { planReload } from './reload.ts'
import { RunLog } from './run-log.ts'
import { Secrets } from './secrets.ts'
import { beatEvery, Heart, inTurn, makeNotifier, RedisWatch } from './self-watch.ts'

export interface DaemonOptions {
  platforms: readonly PlatformConfig[]
  version: string
  clock: Clock
  random: () => number
  /** Where programs are looked for: `PATH`. */
  programs: string
  /** Takes the lines of the log. */
  write: (line: string) => void
  /** How often the daemon looks at itself. */
  beatMs?: number
  /** Ends a start that waits. */
  signal?: AbortSignal
}

export interface Daemon {
  view: DaemonView
  url: string
  /** What waits for a restart is logged. */
  reload(platforms: readonly PlatformConfig[]): Promise<void>
  /** Looks at everything now, as it does every few seconds. Resolves when messages are out. */
  beat(): Promise<void>
  /** Runs go on until `daemon.stopTimeout`, then are left to be resumed. */
  stop(): Promise<void>
}

const BEAT_MS = 10_000
/** Throws UsageError, VaultLocked (where `daemon.vaultBusy` is `refuse`); nothing is left open then. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const closers = new Closers()
  try {
    return await open(options, closers)
  } catch (error) {
    await closers.closeAll().catch(() => {})
    throw error
  }
}

async function open(options: DaemonOptions, closers: Closers): Promise<Daemon> {
  const { clock, version } = options
  let configs = options.platforms
  await assertPlatforms(configs)
  const secrets = new Secrets()
  for (const one of configs) secrets.keep(one.config)
  const redacted = secrets.redact
  const common = commonOf(configs)
  const logs = openLogs({
    level: common['daemon.logLevel'],
    folder: makeOwnFolder(join(common['daemon.path'], 'logs')),
    keep: common['daemon.keepRuns'],
    redact: redacted,
    write: options.write,
  })
  const watch = new RedisWatch(clock)
  const { programs, signal } = options
  const redis = await openRedis({ config: common, programs, logs, watch, closers, signal })
  const metrics = makeMetrics(version)
  const cannotLook = (error: unknown) =>
    logs.log.error({ reason: redacted(String(error)) }, 'the daemon could not look at itself')
  const notifier = makeNotifier(() => commonOf(configs), logs, clock, redacted)
  let look = async () => {}
  const platforms = configs.map(config => {
    const runLog = new RunLog(
      logs,
      config.name,
      id => platform.organizations().find(one => one.id === id)?.title ?? null,
    )
    const platform: PlatformDaemon = new PlatformDaemon({
      config,
      version,
      redis,
      clock,
      random: options.random,
      redact: redacted,
      keepSecrets: used => secrets.keep(used),
      log: logs.log.child({ platform: config.name }),
      observer: metrics.observer(config.name),
      event: event => {
        runLog.heed(event)
        if (event.type !== 'end') return
        metrics.ended(config.name, event.record)
        // What failed is wrong from now on, and not only from the next beat on.
        look().catch(cannotLook)
      },
    })
    return platform
  })
  let stopped: Promise<unknown> | null = null
  const stopPlatforms = async () => {
    const graceMs = commonOf(configs)['daemon.stopTimeout']
    stopped ??= Promise.all(platforms.map(one => one.stop(graceMs)))
    await stopped
  }
  // Where the server cannot be opened; else it goes on answering until they have stopped.
  closers.add(stopPlatforms)
  const view: DaemonView = {
    version,
    started: new Date(clock.now()).toISOString(),
    platforms: () => platforms,
    redisIsUp: () => redis.isUp(),
    conditions: () => notifier.conditions(),
    log: run => readRunLog(join(common['daemon.path'], 'logs'), run),
    logs: () => listRunLogs(join(common['daemon.path'], 'logs')),
  }
  const server = await openServer(common, view, metrics, logs, clock)
  closers.add(() => server.close())
  closers.add(stopPlatforms)
  announce(common, server, closers)
  await Promise.race([Promise.all(platforms.map(one => one.start())), aborted(signal)])
  look = inTurn(async () => {
    const found = await Promise.all(platforms.map(one => one.conditions()))
    notifier.update([...found.flat(), ...watch.conditions()])
  })
  const heart = new Heart(clock)
  const beat = async () => {
    for (const one of platforms) await one.beat()
    await look()
    await notifier.delivered()
    await heart.beat(commonOf(configs), platforms, error =>
      logs.log.warn({ reason: redacted(String(error)) }, 'no heartbeat could be sent'),
    )
    logs.tidy()
  }
  closers.add(beatEvery(options.beatMs ?? BEAT_MS, beat, cannotLook))
  logs.log.info({ url: server.url, version, platforms: platforms.map(one => one.name) }, 'the daemon runs')
  return {
    view,
    url: server.url,
    beat,
    async reload(platformsNow) {
      await assertPlatforms(platformsNow)
      const plan = planReload(configs, platformsNow)
      configs = configs.map(one => ({ name: one.name, config: plan.configs.get(one.name) ?? one.config }))
      for (const one of [...platformsNow, ...configs]) secrets.keep(one.config)
      for (const one of platforms) {
        const config = plan.configs.get(one.name)
        if (config) await one.reload(config)
      }
      logs.log.info({ waiting: plan.waiting }, 'the configuration was read again')
    },
    stop: async () => {
      logs.log.info('stopping')
      await closers.closeAll()
      logs.log.info('stopped')
    },
  }
}

async function openServer(
  config: Config,
  view: DaemonView,
  metrics: ReturnType<typeof makeMetrics>,
  logs: Logs,
  clock: Clock,
): Promise<RunningServer> {
  const [host, token] = [config['server.host'], config['server.token']]
  if (listenAddress({ host, token }) !== host)
    logs.log.warn({ host }, 'server.token is not set: listening on loopback only')
  return startServer({
    view,
    metrics,
    host,
    token,
    restoreToken: config['server.restoreToken'],
    port: config['server.port'],
    publicUrl: () => config['server.publicUrl'],
    now: () => clock.now(),
    failed: (error, request) =>
      logs.log.error(
        { ...request, error: error instanceof Error ? error.stack : String(error) },
        'a request failed',
      ),
  })
}

/** For commands on this machine: where the daemon listens. */
function announce(config: Config, server: RunningServer, closers: Closers): void {
  const file = join(config['daemon.path'], 'daemon.json')
  writeFileSync(file, `${JSON.stringify({ pid: process.pid, url: server.url })}\n`)
  closers.add(() => rmSync(file, { force: true }))
}

/** What is of the daemon as a whole is the same for every platform. */
function commonOf(platforms: readonly PlatformConfig[]): Config {
  const [first] = platforms
  if (!first) throw new UsageError('there is no platform to work for')
  return first.config
}

/** Rejects with Interrupted. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  if (signal?.aborted) reject(new Interrupted())
  signal?.addEventListener('abort', () => reject(new Interrupted()), { once: true })
  // After the start nobody waits for it.
  promise.catch(() => {})
  return promise
}
