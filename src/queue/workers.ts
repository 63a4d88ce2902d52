/**
 * The two BullMQ workers of a runner: how they are opened, how long a lock lasts, how they end even when Redis is away.
 */
import {
  type Job as BullJob,
  ErrorCode,
  isNotConnectionError,
  type RedisQueueBackend,
  WaitingError,
  Worker,
  type WorkerOptions,
} from 'bullmq'
import type { JobData, Outcome } from '../../jobs/job.ts'
import type { RedisConnections } from './connection.ts'
import type { JobWaiter } from './job-waiter.ts'
import { type PartData, partQueueName, type Queues } from './queues.ts'
import { LOOK_EVERY_S, WorkerBackend } from './worker-backend.ts'

export interface Workers {
  setPartsAtOnce(count: number): void
  /** Takes no more jobs and waits for those under way; past the grace and a little more, does not wait. */
  close(graceMs: number): Promise<void>
}

export interface WorkerPlace {
  name: string
  prefix: string
  redis: RedisConnections
  /** Of the process. */
  waiter: JobWaiter
  queues: Queues
}

export interface Processors {
  runs(bull: BullJob<JobData, Outcome>, token: string): Promise<Outcome>
  parts(bull: BullJob<PartData>, token: string): Promise<string>
  failed(error: Error): void
}

/** Fails a run for now; the queue repeats it. */
export class Repeat extends Error {
  readonly delayMs: number
  constructor(message: string, delayMs: number) {
    super(message)
    this.delayMs = delayMs
  }
}

/** Renewed while a job runs. */
const LOCK_MS = 30_000
const STALLED_EVERY_MS = 5_000
/** Runs beside each other; those of the same organization wait inside. */
const RUNS_AT_ONCE = 100
const MORE_PATIENCE_MS = 5_000

export async function startWorkers(place: WorkerPlace, processors: Processors): Promise<Workers> {
  const { name, queues, redis } = place
  for (const queue of [queues.runs, queues.parts]) await releaseDeadLocks(redis, queue)
  const { waiter } = place
  const backends: WorkerBackend[] = []
  const backend = (name: string, worker: WorkerOptions) => {
    const made = new WorkerBackend({ name, worker, waiter })
    backends.push(made)
    return made
  }
  const options = workerOptions(place)
  const [runs, parts] = [
    new Worker<JobData, Outcome, string, RedisQueueBackend>(
      name,
      (bull, token) => processors.runs(bull, token ?? ''),
      { ...options, concurrency: RUNS_AT_ONCE },
      backend,
    ),
    new Worker<PartData, string, string, RedisQueueBackend>(
      partQueueName(name),
      (bull, token) => processors.parts(bull, token ?? ''),
      options,
      backend,
    ),
  ]
  for (const worker of [runs, parts])
    worker.on('error', error => {
      // That Redis is away is told once, by the control connection, and not by each of these.
      if (!isConnectionError(error)) processors.failed(error)
    })
  await Promise.all([runs.waitUntilReady(), parts.waitUntilReady()])
  return {
    setPartsAtOnce: count => {
      parts.concurrency = count
    },
    async close(graceMs) {
      await Promise.all([runs.pause(true), parts.pause(true)])
      await closeInTime([runs, parts], graceMs + MORE_PATIENCE_MS)
      for (const left of backends) left.leave()
    },
  }
}

const CONNECTION_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]

/** ioredis gives no code to commands that a lost connection took along. */
function isConnectionError(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined
  return CONNECTION_CODES.includes(code) || !isNotConnectionError(error)
}

/** The queue has taken the job away from whoever had it: it was put back to a time at which nobody had it. */
export function isLockLost(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return LOST_CODES.includes(code)
}

const LOST_CODES: readonly unknown[] = [
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]

export async function backToQueue(bull: BullJob, token: string): Promise<never> {
  await bull.moveToWait(token)
  throw new WaitingError()
}

function workerOptions({ prefix, redis }: WorkerPlace): WorkerOptions {
  return {
    connection: redis.shared,
    prefix,
    drainDelay: LOOK_EVERY_S,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_EVERY_MS,
    // A crash is no fault of the run.
    maxStalledCount: 1000,
    settings: {
      backoffStrategy: (_attempt, _type, error) => (error instanceof Repeat ? error.delayMs : 1000),
    },
  }
}

/**
 * Who holds the vault knows that whoever held these is gone: they count as stalled at the first look, instead of after
 * two rounds of `STALLED_EVERY_MS`.
 */
async function releaseDeadLocks(
  { shared }: RedisConnections,
  queue: Queues['runs'] | Queues['parts'],
): Promise<void> {
  const ids = await shared.lrange(queue.toKey('active'), 0, -1)
  if (ids.length === 0) return
  await shared.del(ids.map(id => `${queue.toKey(id)}:lock`))
  await shared.sadd(queue.toKey('stalled'), ids)
  await shared.del(queue.toKey('stalled-check'))
}

/** With Redis away, a worker would wait for it forever. */
async function closeInTime(
  workers: readonly { close(force?: boolean): Promise<void> }[],
  ms: number,
): Promise<void> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(true), ms)
  const closeAll = (force: boolean) => Promise.all(workers.map(worker => worker.close(force).catch(() => {})))
  const isLate = await Promise.race([closeAll(false).then(() => false), late.promise])
  clearTimeout(timer)
  if (isLate) void closeAll(true)
}
