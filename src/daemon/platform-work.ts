/**
 * What a platform of the daemon has only while it holds its vault: the runs, the schedule, and the socket on which
 * commands hand over theirs.
 */
import type { Config } from '../../config/settings.ts'
import { delegatedJobs } from '../../jobs/delegated.ts'
import type { HeldByUs } from '../../jobs/held.ts'
import { openHistory } from '../../jobs/history.ts'
import { jobs } from '../../jobs/index.ts'
import type { Delegate } from '../delegation/listen.ts'
import { recordPolicy } from '../evidence/records/policy-records.ts'
import type { Redact } from '../model/redact.ts'
import { ATTENDED } from '../queue/attended-runs.ts'
import type { Clock } from '../queue/clock.ts'
import type { RedisConnections } from '../queue/connection.ts'
import { type History, parseRecord } from '../queue/history.ts'
import type { JobWaiter } from '../queue/job-waiter.ts'
import type { Queues } from '../queue/queues.ts'
import type { RunEvent } from '../queue/run-events.ts'
import type { RunTurns } from '../queue/run-turns.ts'
import { Runner } from '../queue/runner.ts'
import { Scheduler } from '../queue/scheduler.ts'
import type { WritableVault } from '../vault/vault.ts'
import { openDelegation } from './delegation.ts'
import { assertRoom } from './disk.ts'
import { needsFirstBackup } from './first-backup.ts'
import type { Logger } from './logs.ts'

export interface WorkOptions {
  name: string
  version: string
  redis: RedisConnections
  waiter: JobWaiter
  turns: RunTurns
  queues: Queues
  /** A key of Redis that is gone when Redis was emptied. */
  markKey: string
  clock: Clock
  random: () => number
  redact: Redact
  keepSecrets(config: Config): void
  log: Logger
  config(): Config
  nameRun(job: string, trigger: string): string
  event(event: RunEvent): void
}

export interface PlatformWork {
  held: HeldByUs
  vault: WritableVault
  history: History
  runner: Runner
  scheduler: Scheduler
  delegate: Delegate | null
}

export async function openWork(
  options: WorkOptions,
  held: HeldByUs,
  vault: WritableVault,
): Promise<PlatformWork> {
  const { clock, config, log, markKey, queues, redis } = options
  const history: History = openHistory(vault, parseRecord)
  recordPolicy(vault, config(), clock.now())
  const runner = makeRunner(options, held, history)
  const failed = (words: string) => log.error({ reason: words }, 'a tick could not be queued')
  const scheduler = new Scheduler({ jobs, queues, history, clock, config, failed })
  queues.asked.forgetAll()
  await redis.shared.set(markKey, '1')
  if (config()['schedules.catchUp']) await scheduler.catchUp()
  else for (const job of jobs) history.settle(job.name, null, clock.now())
  const [next, nowMs] = [scheduler.nextRuns(), clock.now()]
  if (await needsFirstBackup({ config: config(), vault, queues, next, nowMs }))
    await scheduler.startNow('backup', 'first')
  await runner.start()
  scheduler.start()
  const delegate = await openDelegation({
    ...options,
    vault,
    held,
    attended: runner.attended,
    nameRun: job => options.nameRun(job, ATTENDED),
  })
  return { held, vault, history, runner, scheduler, delegate }
}

/** Runs go on for the grace, commands that wait for one hear of its end. */
export async function closeWork(work: PlatformWork, graceMs: number): Promise<void> {
  work.scheduler.stop()
  await work.runner.stop(graceMs)
  await work.delegate?.close()
  await work.held.close()
}

function makeRunner(options: WorkOptions, held: HeldByUs, history: History): Runner {
  const { config, random } = options
  return new Runner({
    ...options,
    prefix: options.redis.prefixed(config()['redis.prefix']),
    jobs,
    delegated: delegatedJobs,
    history,
    retry: { delayMs: config()['daemon.retryDelay'], random },
    context: () => ({ config: config(), held }),
    guard: () => assertRoom(config()['vault.path'], config()['daemon.minFree']),
  })
}
