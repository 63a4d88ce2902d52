/**
 * What a worker of BullMQ does in Redis, with two changes for a process with hundreds of them: it waits for jobs by the
 * process's `JobWaiter`, and it looks for stalled jobs only where there can be some.
 */
import { RedisConnection as BullConnection, QueueKeys, RedisQueueBackend, type WorkerOptions } from 'bullmq'
import type { JobWaiter } from './job-waiter.ts'

export interface WorkerBackendOptions {
  name: string
  worker: WorkerOptions
  waiter: JobWaiter
}

/** Without a word from Redis a worker looks for itself: a marker may be lost with the process that took it. */
export const LOOK_EVERY_S = 60
/** Of a job that this process knows nothing of. */
const STALLED_ANYWAY_MS = 5 * 60_000

export class WorkerBackend extends RedisQueueBackend {
  readonly #waiter: JobWaiter
  /** Key of what is set when there is something to do. */
  readonly #marker: string
  /** How long a job can be under way, or its lock last, after the last sign of it. */
  readonly #suspicionMs: number
  #suspectUntil = 0
  /** The first look is at the start: what a process before this one left counts as stalled then. */
  #lookedAt = 0

  constructor({ name, worker, waiter }: WorkerBackendOptions) {
    const keys = new QueueKeys(worker.prefix)
    // `shared`: whoever opened it ends it.
    const connection = new BullConnection(worker.connection, { shared: true, blocking: false })
    super(connection, name, keys.getKeys(name), type => keys.toKey(name, type), worker)
    this.#waiter = waiter
    this.#marker = this.toKey('marker')
    this.#suspicionMs = 2 * (worker.lockDuration ?? 0) + (worker.stalledInterval ?? 0)
    // What was asked for meanwhile may have been done without our hearing of it.
    this.on('close', () => this.#suspect())
    waiter.serve(this.#marker)
  }

  override get maximumBlockTimeout(): number {
    return LOOK_EVERY_S
  }

  override waitForJob(seconds: number) {
    return this.#waiter.wait(this.#marker, seconds * 1000)
  }

  override async disconnectBlocking(): Promise<void> {
    this.#waiter.leave(this.#marker)
  }

  override async reconnectBlocking(): Promise<void> {}

  override async moveToActive(token: string, name?: string) {
    const answer = await super.moveToActive(token, name)
    if (answer[0]) this.#suspect()
    return answer
  }

  /** Of what is under way, asked for every few seconds. */
  override extendLocks(...args: Parameters<RedisQueueBackend['extendLocks']>) {
    this.#suspect()
    return super.extendLocks(...args)
  }

  override async moveStalledJobsToWait(): Promise<string[]> {
    const now = Date.now()
    if (now > this.#suspectUntil && now - this.#lookedAt < STALLED_ANYWAY_MS) return []
    this.#lookedAt = now
    return super.moveStalledJobsToWait()
  }

  #suspect(): void {
    this.#suspectUntil = Date.now() + this.#suspicionMs
  }
}
