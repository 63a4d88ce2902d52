/**
 * Runs the jobs of one platform by BullMQ, in the process that holds its vault. A run with parts opens, waits in Redis
 * until its parts are done, and is finished; see `open-runs.ts` for what a crash in between means. Nothing but
 * organizations, names and numbers goes to Redis, and no error text that was not redacted.
 */
import { randomUUID } from 'node:crypto'
import {
  type Job as BullJob,
  UnrecoverableError,
  WaitingChildrenError,
  WaitingError,
  Worker,
  type WorkerOptions,
} from 'bullmq'
import type { JobData, Outcome, QueuedContext, QueuedJob } from '../../jobs/job.ts'
import { DocvaultError } from '../model/errors.ts'
import type { Redact } from '../model/redact.ts'
import type { Clock } from './clock.ts'
import type { RedisConnections } from './connection.ts'
import type { History, RunRecord } from './history.ts'
import { Locks, type Release } from './locks.ts'
import { type OpenRun, OpenRuns } from './open-runs.ts'
import { type PartData, partOptions, partQueueName, type Queues, runOptions } from './queues.ts'
import { Cancelled, type RetryPolicy, retryDelayMs, Stopping } from './retry.ts'
import type { RunEvent } from './run-events.ts'
import { runId } from './run-id.ts'

export interface RunnerOptions {
  name: string
  prefix: string
  redis: RedisConnections
  queues: Queues
  jobs: readonly QueuedJob[]
  history: History
  clock: Clock
  retry: RetryPolicy
  redact: Redact
  /** What a run works with, as it is configured when it begins. */
  context(): Pick<QueuedContext, 'config' | 'held'>
  /** Before a run that writes: throws when it must not. */
  guard?(): Promise<void>
  event(event: RunEvent): void
}

/** Locks in Redis of a process that died are given up after this time. */
const LOCK_MS = 30_000
const STALLED_EVERY_MS = 5_000
/** Runs beside each other; those of the same organization wait inside. */
const RUNS_AT_ONCE = 100
const PROGRESS_EVERY_MS = 500

type Bull = BullJob<JobData, Outcome>

interface Active {
  control: AbortController
  /** By the daemon's clock. */
  started: number
}

export class Runner {
  readonly #options: RunnerOptions
  readonly #locks = new Locks()
  readonly #runs = new OpenRuns()
  readonly #active = new Map<string, Active>()
  readonly #waiting = new Set<AbortController>()
  readonly #connections: { disconnect(): void }[] = []
  #workers: { runs: Worker<JobData, Outcome>; parts: Worker<PartData> } | null = null
  #stopping = false

  constructor(options: RunnerOptions) {
    this.#options = options
  }

  /** Call when the vault is held: nobody else works on these queues then. */
  async start(): Promise<void> {
    const { name, queues } = this.#options
    for (const queue of [queues.runs, queues.parts]) await this.#releaseDeadLocks(queue)
    const runs = new Worker<JobData, Outcome>(name, (bull, token) => this.#process(bull, token ?? ''), {
      ...this.#workerOptions(),
      concurrency: RUNS_AT_ONCE,
    })
    const parts = new Worker<PartData>(
      partQueueName(name),
      (bull, token) => this.#processPart(bull, token ?? ''),
      { ...this.#workerOptions(), concurrency: this.#partsAtOnce() },
    )
    for (const worker of [runs, parts])
      worker.on('error', error => this.#tell({ type: 'queue-error', message: error.message }))
    this.#workers = { runs, parts }
    await Promise.all([runs.waitUntilReady(), parts.waitUntilReady()])
  }

  /** False: there was no such run to cancel. A run under way ends at its next request. */
  async cancel(id: string): Promise<boolean> {
    const control = this.#active.get(id)?.control
    control?.abort(new Cancelled('cancelled from outside'))
    if (control) return true
    const bull = await this.#options.queues.runs.getJob(id)
    if (!bull || (await bull.isCompleted()) || (await bull.isFailed())) return false
    await bull.remove({ removeChildren: true })
    this.#record(bull, 'cancelled', { message: 'cancelled before it began' })
    return true
  }

  /** Ids of runs under way here. */
  active(): string[] {
    return [...this.#active.keys()]
  }

  /** Runs that Redis has forgotten: given up here and added again, to be resumed. */
  async readdForgotten(): Promise<number> {
    let count = 0
    for (const run of this.#runs.all()) {
      if (await this.#options.queues.runs.getJob(run.id)) continue
      this.#active.delete(run.id)
      await this.#runs.abandon(run)
      await this.#options.queues.runs.add(run.job.name, run.data, { ...runOptions(run.job), jobId: run.id })
      count++
    }
    return count
  }

  /** Lets runs go on until the deadline, then leaves the rest to be resumed. Runs are back in the queue on return. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true
    const workers = this.#workers
    if (!workers) return
    for (const control of this.#waiting) control.abort(new Stopping())
    await Promise.all([workers.runs.pause(true), workers.parts.pause(true)])
    const timer = setTimeout(() => this.#abortAll(), graceMs)
    await this.#closeOrForce(workers, graceMs)
    clearTimeout(timer)
    this.#abortAll()
    for (const run of this.#runs.all()) await this.#runs.abandon(run)
    for (const connection of this.#connections.splice(0)) connection.disconnect()
    this.#workers = null
  }

  #abortAll(): void {
    for (const { control } of this.#active.values()) control.abort(new Stopping())
  }

  /** With Redis away, a worker would wait for it forever. */
  async #closeOrForce(workers: { runs: Worker; parts: Worker }, graceMs: number): Promise<void> {
    const both = [workers.runs, workers.parts]
    const patience = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => patience.resolve('late'), graceMs + 5000)
    const closed = Promise.all(both.map(worker => worker.close().catch(() => {})))
    if ((await Promise.race([closed, patience.promise])) === 'late')
      await Promise.race([Promise.all(both.map(worker => worker.close(true).catch(() => {}))), tick()])
    clearTimeout(timer)
  }

  async #process(bull: Bull, token: string): Promise<Outcome> {
    const control = this.#controlOf(idOf(bull))
    const job = this.#options.jobs.find(one => one.name === bull.name)
    try {
      if (!job) throw new Cancelled(`there is no job ${bull.name}`)
      const outcome = await this.#run(job, bull, token, control.signal)
      this.#record(bull, outcome.state, outcome)
      await this.#follow(bull, outcome)
      return outcome
    } catch (error) {
      if (error instanceof WaitingChildrenError) throw error
      if (control.signal.reason instanceof Stopping || error instanceof Stopping)
        return backToQueue(bull, token)
      throw this.#failure(bull, control.signal.aborted ? control.signal.reason : error)
    } finally {
      if (!this.#runs.get(idOf(bull))) this.#active.delete(idOf(bull))
    }
  }

  async #run(job: QueuedJob, bull: Bull, token: string, signal: AbortSignal): Promise<Outcome> {
    const open = this.#runs.get(idOf(bull))
    if (open) return this.#finish(open)
    if (this.#stopping) throw new Stopping()
    const data = job.parse(bull.data)
    const context = { ...this.#options.context(), signal, report: this.#reporter(bull) }
    if (data.organization === undefined && job.each) return this.#spread(job, bull, context)
    const release = await this.#claim(job, data, this.#controlOf(idOf(bull)))
    if (release === null) return { state: 'skipped', message: 'another run is at work on this organization' }
    const run = await this.#open(job, idOf(bull), context, data, release)
    this.#tell({ type: 'begin', run: run.id, job: job.name, organization: data.organization ?? null })
    if (run.work.parts.length === 0) return this.#finish(run)
    await this.#addParts(run, bull)
    if (await bull.moveToWaitingChildren(token)) throw new WaitingChildrenError()
    return this.#finish(run)
  }

  async #open(
    job: QueuedJob,
    id: string,
    context: QueuedContext,
    data: JobData,
    release: Release,
  ): Promise<OpenRun> {
    try {
      if (job.holds !== 'nothing') await this.#options.guard?.()
      const work = await job.open(context, data)
      const generation = randomUUID().slice(0, 8)
      const run = {
        id,
        generation,
        job,
        data,
        work,
        signal: context.signal,
        ended: new Set<string>(),
        release,
      }
      this.#runs.add(run)
      this.#spreadWorkers()
      return run
    } catch (error) {
      release()
      throw error
    }
  }

  async #finish(run: OpenRun): Promise<Outcome> {
    try {
      return await this.#runs.finish(run)
    } finally {
      this.#spreadWorkers()
    }
  }

  /** One run for each organization, under ids that a second try makes again. */
  async #spread(job: QueuedJob, bull: Bull, context: QueuedContext): Promise<Outcome> {
    const each = (await job.each?.(context, job.parse(bull.data))) ?? []
    for (const data of each)
      await this.#options.queues.runs.add(job.name, data, {
        ...runOptions(job),
        jobId: runId(idOf(bull), data.organization),
      })
    return { state: 'done', message: `${each.length} organizations` }
  }

  async #addParts(run: OpenRun, bull: Bull): Promise<void> {
    const parent = { id: run.id, queue: bull.queueQualifiedName }
    const parts = run.work.parts.map((part, index) => ({
      name: run.work.partName,
      data: { run: run.id, generation: run.generation, part },
      opts: { ...partOptions(index), jobId: `${run.id}.${run.generation}.${index}`, parent },
    }))
    await this.#options.queues.parts.addBulk(parts)
  }

  /** A part whose run is not open any more has nothing to do: its run begins again when its parts are through. */
  async #processPart(bull: BullJob<PartData>, token: string): Promise<string> {
    const { run: id, generation, part } = bull.data
    const run = this.#runs.get(id)
    if (run?.generation !== generation || run.signal.aborted) return 'its run has ended'
    const last = bull.attemptsMade + 1 >= (bull.opts.attempts ?? 1)
    try {
      await run.work.runPart(part, { last })
      run.ended.add(part)
      return 'done'
    } catch (error) {
      if (run.signal.reason instanceof Stopping) return backToQueue(bull, token)
      if (run.signal.aborted) return 'its run has ended'
      const delayMs = last ? null : retryDelayMs(error, bull.attemptsMade + 1, this.#options.retry)
      const message = this.#words(error)
      this.#tell({ type: 'part-failed', run: id, part, message, again: delayMs !== null })
      if (delayMs !== null) throw new Repeat(message, delayMs)
      run.ended.add(part)
      run.work.giveUpPart(part, message)
      throw new UnrecoverableError(message)
    }
  }

  async #claim(job: QueuedJob, data: JobData, control: AbortController): Promise<Release | null> {
    if (job.holds === 'nothing') return () => {}
    const organization = job.holds === 'organization' ? (data.organization ?? null) : null
    const claim = { organization, priority: job.priority }
    if (job.whenBusy === 'skip') return this.#locks.tryAcquire(claim)
    this.#waiting.add(control)
    try {
      return await this.#locks.acquire(claim, control.signal)
    } finally {
      this.#waiting.delete(control)
    }
  }

  /** What the queue has to do about an error: repeat, or keep as failed. */
  #failure(bull: Bull, error: unknown): Error {
    const attempt = bull.attemptsMade + 1
    const message = this.#words(error)
    const delayMs = retryDelayMs(error, attempt, this.#options.retry)
    if (delayMs !== null && attempt < (bull.opts.attempts ?? 1)) {
      this.#tell({ type: 'again', run: idOf(bull), job: bull.name, message, delayMs, attempt })
      return new Repeat(message, delayMs)
    }
    const code = error instanceof DocvaultError ? error.code : 'internal'
    const hint = error instanceof DocvaultError ? error.hint : undefined
    this.#record(bull, error instanceof Cancelled ? 'cancelled' : 'failed', { message, code, hint })
    return new UnrecoverableError(message)
  }

  async #follow(bull: Bull, { snapshot }: Outcome): Promise<void> {
    if (snapshot === undefined) return
    for (const job of this.#options.jobs.filter(one => one.after.includes(bull.name))) {
      const organization = bull.data.organization
      const data = { trigger: bull.name, snapshot, ...(organization === undefined ? {} : { organization }) }
      const id = runId(`${job.name}.${snapshot}`, organization)
      await this.#options.queues.runs.add(job.name, data, { ...runOptions(job), jobId: id })
    }
  }

  /** The catalog first, so that a run whose end Redis forgets is not made again. */
  #record(
    bull: Bull,
    outcome: RunRecord['outcome'],
    end: { message: string; snapshot?: number; code?: string; hint?: string | undefined },
  ): void {
    const { history, clock } = this.#options
    const tick = typeof bull.data.tick === 'string' ? bull.data.tick : null
    const organization = bull.data.organization ?? null
    const now = clock.now()
    const record: RunRecord = {
      run: idOf(bull),
      job: bull.name,
      organization,
      trigger: bull.data.trigger ?? 'manual',
      tick,
      started: new Date(this.#active.get(idOf(bull))?.started ?? now).toISOString(),
      finished: new Date(now).toISOString(),
      outcome,
      message: this.#options.redact(end.message),
      snapshot: end.snapshot ?? null,
      code: end.code ?? null,
    }
    try {
      if (outcome !== 'skipped') history.add(record)
      if (tick !== null) history.settle(bull.name, organization, Date.parse(tick))
    } catch (error) {
      this.#tell({ type: 'queue-error', message: `the run could not be recorded: ${this.#words(error)}` })
    }
    this.#tell({ type: 'end', record, hint: end.hint })
  }

  #controlOf(id: string): AbortController {
    const active = this.#active.get(id) ?? {
      control: new AbortController(),
      started: this.#options.clock.now(),
    }
    this.#active.set(id, active)
    return active.control
  }

  #reporter(bull: Bull): (event: object) => void {
    let done = 0
    let toldAt = 0
    return event => {
      this.#tell({ type: 'progress', run: idOf(bull), event })
      if (!('type' in event) || event.type !== 'done') return
      done++
      if (Date.now() - toldAt < PROGRESS_EVERY_MS) return
      toldAt = Date.now()
      bull.updateProgress({ done }).catch(() => {})
    }
  }

  #spreadWorkers(): void {
    if (this.#workers) this.#workers.parts.concurrency = this.#partsAtOnce()
  }

  #partsAtOnce(): number {
    const { config } = this.#options.context()
    return config['backup.spacesAtOnce'] * Math.max(1, this.#runs.all().length)
  }

  #workerOptions(): WorkerOptions {
    const connection = this.#options.redis.open()
    this.#connections.push(connection)
    return {
      connection,
      prefix: this.#options.prefix,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_EVERY_MS,
      // A crash is no fault of the run.
      maxStalledCount: 1000,
      settings: {
        backoffStrategy: (_attempt, _type, error) => (error instanceof Repeat ? error.delayMs : 1000),
      },
    }
  }

  /** Who holds the vault knows that whoever held these is gone. */
  async #releaseDeadLocks(queue: Queues['runs'] | Queues['parts']): Promise<void> {
    const redis = this.#options.redis.open()
    try {
      const ids = await redis.lrange(queue.toKey('active'), 0, -1)
      if (ids.length > 0) await redis.del(ids.map(id => `${queue.toKey(id)}:lock`))
    } finally {
      redis.disconnect()
    }
  }

  #words(error: unknown): string {
    return this.#options.redact(error instanceof Error ? error.message : String(error))
  }

  #tell(event: RunEvent): void {
    this.#options.event(event)
  }
}

/** Fails a run for now; the queue repeats it. */
class Repeat extends Error {
  readonly delayMs: number
  constructor(message: string, delayMs: number) {
    super(message)
    this.delayMs = delayMs
  }
}

async function backToQueue(bull: BullJob, token: string): Promise<never> {
  await bull.moveToWait(token)
  throw new WaitingError()
}

function idOf(bull: BullJob): string {
  return bull.id ?? ''
}

function tick(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 100))
}
