/**
 * What a worker of BullMQ does in Redis, with three changes for a process with hundreds of them: it waits for jobs by the
 * process's `JobWaiter`, it looks for stalled jobs only where there can be some, and it needs no connection of its own. A worker that
 * is closed while Redis is away cannot take back what it has asked for: a job that it is given by that goes back to the queue.
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

type NextJob = Awaited<ReturnType<RedisQueueBackend['moveToDelayed']>>

export class WorkerBackend extends RedisQueueBackend {
  readonly #waiter: JobWaiter
  /** Key of what is set when there is something to do. */
  readonly #marker: string
  /** How long a job can be under way, or its lock last, after the last sign of it. */
  readonly #suspicionMs: number
  #suspectUntil = 0
  /** The first look is at the start: what a process before this one left counts as stalled then. */
  #lookedAt = 0
  #isLeft = false

  constructor({ name, worker, waiter }: WorkerBackendOptions) {
    const keys = new QueueKeys(worker.prefix)
    // `shared`: whoever opened it ends it, and asked how old the server is.
    const connection = new BullConnection(worker.connection, {
      shared: true,
      blocking: false,
      skipVersionCheck: true,
    })
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

  /** Nobody works on what is answered from now on. */
  leave(): void {
    this.#isLeft = true
  }

  override async moveToActive(token: string, name?: string) {
    const next = await super.moveToActive(token, name)
    if (next[0]) this.#suspect()
    return (await this.#kept(next, token)) ?? []
  }

  // These three may answer with the next job, too.

  override async moveToCompleted(...args: Parameters<RedisQueueBackend['moveToCompleted']>) {
    const [, , , token] = args
    const { result, ...rest } = await super.moveToCompleted(...args)
    return { ...rest, result: await this.#kept(result, token) }
  }

  override async moveToFailed(...args: Parameters<RedisQueueBackend['moveToFailed']>) {
    const [, , , token] = args
    const { result, ...rest } = await super.moveToFailed(...args)
    return { ...rest, result: await this.#kept(result, token) }
  }

  override async moveToDelayed(...args: Parameters<RedisQueueBackend['moveToDelayed']>) {
    const [, , , token] = args
    return this.#kept(await super.moveToDelayed(...args), token)
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

  /** `next`: of a job, its data and its id. */
  async #kept(next: NextJob, token: string | undefined): Promise<NextJob> {
    const [data, id] = next ?? []
    if (!this.#isLeft || !data) return next
    await super.moveJobFromActiveToWait(String(id), token)
    return []
  }

  #suspect(): void {
    this.#suspectUntil = Date.now() + this.#suspicionMs
  }
}
