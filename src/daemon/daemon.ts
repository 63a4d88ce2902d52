/**
 * The long-running service: opens Redis, the platforms and the server, hands them to each other, and closes them in
 * reverse. It watches itself: what is wrong is told, and the heartbeat is sent only while nothing is overdue.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlatformConfig } from '../../config/load.ts'
import type { Config } from '../../config/settings.ts'
import { strangeTenants } from '../../config/tenants.ts'
import { Interrupted } from '../model/errors.ts'
import type { Clock } from '../queue/clock.ts'
import { makeMetrics } from '../server/metrics.ts'
import type { RunningServer } from '../server/server.ts'
import type { DaemonView } from '../server/view.ts'
import { assertPlatforms } from './assert-platforms.ts'
import { Closers } from './closers.ts'
import { Configuration } from './configuration.ts'
import { type Logs, listRunLogs, openLogs, readRunLog } from './logs.ts'
import { openFleet } from './open-fleet.ts'
import { openRedis } from './open-redis.ts'
import { openServer } from './open-server.ts'
import { makeOwnFolder } from './own-folder.ts'
import { Platforms } from './platforms.ts'
import { SelfWatch } from './self-watch.ts'
import { openWebApart } from './web-apart.ts'

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
  const { clock, random, version, programs, signal } = options
  await assertPlatforms(options.platforms)
  const configuration = new Configuration(options.platforms)
  const config = configuration.common()
  const logs = openDaemonLogs(configuration, options.write)
  doubt(options.platforms, logs)
  const watch = new SelfWatch({ configuration, logs, clock })
  const redis = await openRedis({ config, programs, logs, watch: watch.redis, closers, signal })
  const metrics = makeMetrics({
    version,
    isDetailed: () => configuration.common()['server.metricsDetail'] === 'organizations',
  })
  const fleet = await openFleet({ config, version, clock, redis, closers })
  if (fleet) logs.log.info({ ...fleet.host }, 'one host of a fleet')
  const held = { configuration, version, clock, random, logs, redis, metrics, fleet }
  const platforms = new Platforms({ ...held, runEnded: platform => watch.lookSoon(platform) })
  // Where the server cannot be opened; else it goes on answering until they have stopped.
  closers.add(() => platforms.stop())
  const web = webOf(config, { version, platforms, watch, logs })
  closers.add(() => web.close())
  const view: DaemonView = {
    version,
    started: new Date(clock.now()).toISOString(),
    platforms: () => platforms.list,
    redisIsUp: () => redis.isUp(),
    fleet: () => platforms.fleet(),
    conditions: () => watch.conditions(),
    log: run => readRunLog(logFolderOf(config), run),
    logs: () => listRunLogs(logFolderOf(config)),
    web: (request, visit) => web.fetch(request, visit),
  }
  const server = await openServer({ configuration, clock, logs, metrics }, view)
  closers.add(() => server.close())
  watch.also(() => server.conditions())
  closers.add(() => platforms.stop())
  announce(config, server, closers)
  await Promise.race([platforms.start(), aborted(signal)])
  closers.add(watch.begin(platforms, options.beatMs ?? BEAT_MS))
  logs.log.info(
    { url: server.url, version, platforms: platforms.list.map(platform => platform.name) },
    'the daemon runs',
  )
  return {
    view,
    url: server.url,
    beat: () => watch.beat(),
    reload: platformsNow => reload(platformsNow, { configuration, platforms, logs }),
    async stop() {
      logs.log.info('stopping')
      await closers.closeAll()
      logs.log.info('stopped')
    },
  }
}

/** Nothing that it could not work with. */
function doubt(platforms: readonly PlatformConfig[], logs: Logs): void {
  for (const words of strangeTenants(platforms)) logs.log.warn(words)
}

interface Reloaded {
  configuration: Configuration
  platforms: Platforms
  logs: Logs
}

/** Throws UsageError; everything goes on as it was then. */
async function reload(
  platformsNow: readonly PlatformConfig[],
  { configuration, platforms, logs }: Reloaded,
): Promise<void> {
  await assertPlatforms(platformsNow)
  doubt(platformsNow, logs)
  const { configs, waiting } = configuration.reload(platformsNow)
  await platforms.reload(configs)
  logs.log.info({ waiting }, 'the configuration was read again')
}

interface Shown {
  version: string
  platforms: Platforms
  watch: SelfWatch
  logs: Logs
}

function webOf(config: Config, { version, platforms, watch, logs }: Shown) {
  return openWebApart({
    version,
    platforms: () => platforms.list.map(platform => platform.web()),
    fleet: () => platforms.fleet(),
    conditions: () => watch.conditions().map(({ toldAt: _told, times: _times, ...condition }) => condition),
    memoryBytes: config['daemon.readerMemory'],
    failed: (error, path) =>
      logs.log.error({ path, error: error instanceof Error ? error.stack : String(error) }, 'a page failed'),
  })
}

function openDaemonLogs(configuration: Configuration, write: (line: string) => void): Logs {
  const config = configuration.common()
  return openLogs({
    level: config['daemon.logLevel'],
    folder: makeOwnFolder(logFolderOf(config)),
    keep: config['daemon.keepRuns'],
    redact: configuration.redact,
    write,
  })
}

function logFolderOf(config: Config): string {
  return join(config['daemon.path'], 'logs')
}

/** For commands on this machine: where the daemon listens. */
function announce(config: Config, server: RunningServer, closers: Closers): void {
  const file = join(config['daemon.path'], 'daemon.json')
  writeFileSync(file, `${JSON.stringify({ pid: process.pid, url: server.url })}\n`)
  closers.add(() => rmSync(file, { force: true }))
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
