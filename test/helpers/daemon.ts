/** A daemon in this process with its own Redis, and ways to wait for what it does. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadPlatforms, type PlatformConfig } from '../../config/load.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type Daemon, startDaemon } from '../../src/daemon/daemon.ts'
import type { Clock } from '../../src/queue/clock.ts'
import type { RunRecord } from '../../src/queue/history.ts'
import { systemClock } from '../../src/queue/system-clock.ts'
import type { PlatformView } from '../../src/server/view.ts'
import type { Company } from './company.ts'
import { ofProgram } from './of-program.ts'
import { unscheduled } from './unscheduled.ts'

export interface TestDaemon {
  daemon: Daemon
  /** Of everything the daemon logged, parsed. */
  lines: Record<string, unknown>[]
  platform(name?: string): PlatformView
  /** Triggers a job for one organization (default: the company's) and waits for its end. */
  run(job: string, organization?: string): Promise<RunRecord>
  /** Resolves with the first record, past or coming, that fits. */
  ended(fits: (record: RunRecord) => boolean): Promise<RunRecord>
  /** As `ended`, of one platform. */
  endedOn(platform: string, fits: (record: RunRecord) => boolean): Promise<RunRecord>
  /** Resolves with the first line of the log, past or coming, that fits. */
  logged(fits: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  ask(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>
  configs(env?: Record<string, string>): PlatformConfig[]
  stop(): Promise<void>
}

const packageVersion = packageJson.version

/** What a daemon needs of a company. */
export type Served = Pick<Company, 'env' | 'folder'> & { emulator: { organization: string } }

export interface TestDaemonOptions {
  env?: Record<string, string>
  /** A configuration file. */
  file?: string
  clock?: Clock
  /** Default: that of the program that `docvault` starts. */
  version?: string
  /** Told of every line of the log, as it is. */
  wrote?: (line: string) => void
}

/** What stays until the end of the test knows a stopped daemon no more, so that its memory can be measured. */
function stopOnce(daemon: Daemon): () => Promise<void> {
  const running = new Map([['daemon', daemon]])
  let stopped = Promise.resolve()
  const stop = () => {
    const found = running.get('daemon')
    running.clear()
    if (found) stopped = found.stop()
    return stopped
  }
  onTestFinished(stop)
  return stop
}

/** Few things happen by themselves: no schedule, no pauses. */
const quiet = {
  ...unscheduled,
  DOCVAULT_DAEMON_RETRY_DELAY: '5ms',
  DOCVAULT_DAEMON_STOP_TIMEOUT: '5s',
}

const timing = {
  DOCVAULT_PLATFORM_RETRY_DELAY: '1ms',
  DOCVAULT_PLATFORM_TIMEOUT: '2s',
  DOCVAULT_PLATFORM_ATTEMPTS: '2',
}

export async function startTestDaemon(company: Served, options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const lines: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  const configs = (env: Record<string, string> = {}) =>
    loadPlatforms({
      file: options.file,
      env: {
        ...(options.file === undefined ? company.env : timing),
        ...quiet,
        DOCVAULT_DAEMON_PATH: join(company.folder, 'daemon'),
        ...options.env,
        ...env,
      },
    })
  const daemon = await startDaemon({
    platforms: configs(),
    version: options.version ?? packageVersion,
    clock: options.clock ?? systemClock,
    random: Math.random,
    programs: process.env.PATH ?? '',
    write: line => {
      options.wrote?.(line)
      lines.push(JSON.parse(line))
      for (const wake of [...waiting]) wake()
    },
    beatMs: 60 * 60_000,
  })
  const stop = stopOnce(daemon)
  const platform = (name?: string) => {
    const found = daemon.view.platforms().find(one => name === undefined || one.name === name)
    if (!found) throw new Error(`there is no platform ${name}`)
    return found
  }
  const eventually = <T>(find: () => T | undefined): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>()
    const look = () => {
      const found = find()
      if (found === undefined) return
      waiting.delete(look)
      resolve(found)
    }
    waiting.add(look)
    look()
    return promise
  }
  const ended = (fits: (record: RunRecord) => boolean) =>
    eventually(() =>
      daemon.view
        .platforms()
        .flatMap(one => one.runs())
        .find(fits),
    )
  return {
    daemon,
    lines,
    platform,
    ended,
    endedOn: (name, fits) => eventually(() => platform(name).runs().find(fits)),
    logged: fits => eventually(() => lines.find(fits)),
    configs,
    stop,
    async run(job, organization = company.emulator.organization) {
      const run = await platform().trigger(job, { organization })
      return ended(one => one.run === run)
    },
    ask: (path, init = {}) => {
      const headers = { ...((init.method ?? 'GET') === 'GET' ? {} : ofProgram), ...init.headers }
      return fetch(`${daemon.url}${path}`, { ...init, headers })
    },
  }
}
