/**
 * Runs the jobs of one platform by BullMQ, in the process that holds its vault. A run with parts opens, waits in Redis
 * until its parts are done, and is finished; see `open-runs.ts` for what a crash in between means. Nothing but
 * organizations, names and numbers goes to Redis, and no error text that was not redacted. Long, because it is one state machine.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { type Job as BullJob, UnrecoverableError, WaitingChildrenError } from 'bullmq'
import type { DelegatedJob } from '../../jobs/delegated.ts'
import type { JobData, Outcome, QueuedContext, QueuedJob } from '../../jobs/job.ts'
import { DocvaultError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import type { Redact } from '../model/redact.ts'
import { type ActiveRun, ActiveRuns } from './active-runs.ts'
import { AttendedRuns } from './attended-runs.ts'
import type { Clock } from './clock.ts'
import type { RedisConnections } from './connection.ts'
import { Followers } from './followers.ts'
import type { History, RunRecord } from './history.ts'
import type { JobWaiter } from './job-waiter.ts'
import { claimOf, Locks, type Release } from './locks.ts'
import { startForEach } from './more-runs.ts'
import { type OpenRun, OpenRuns } from './open-runs.ts'
import { addParts, type PartOptions, processPart } from './part.ts'
import { reporterOf } from './progress.ts'
import { type Queues, runOptions } from './queues.ts'
import { endedBefore, type RunEnd, recordEnd } from './record-end.ts'
import { Cancelled, type RetryPolicy, retryDelayMs, Stopping } from './retry.ts'
import type { RunEvent } from './run-events.ts'
import type { RunTurns } from './run-turns.ts'
import { Serial } from './serial.ts'
import { backToQueue, isLockLost, Repeat, startWorkers, type Workers } from './workers.ts'

export interface RunnerOptions {
  name: string
  prefix: string
  redis: RedisConnections
  waiter: JobWaiter
  /** Of the process. */
  turns: RunTurns
  queues: Queues
  jobs: readonly QueuedJob[]
  /** What commands hand over. */
  delegated: readonly DelegatedJob[]
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

type Bull = BullJob<JobData, Outcome>

/** After its signal is aborted a run ends at its next request. */
const ABORT_WITHIN_MS = 5_000
const FAILED: readonly Outcome['state'][] = ['damage', 'differences', 'failed']

export class Runner {
  readonly attended: AttendedRuns
  readonly #options: RunnerOptions
  readonly #locks = new Locks()
  readonly #runs = new OpenRuns()
  /** A queue that was put back to an earlier time hands out what is under way: there is one of each at a time. */
  readonly #turns = new Serial()
  readonly #active: ActiveRuns
  readonly #waiting = new Set<AbortController>()
  readonly #followers: Followers
  readonly #parts: PartOptions
  #workers: Workers | null = null
  #stopping = false

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#active = new ActiveRuns(options.clock)
    const failed = (error: unknown) => options.event({ type: 'queue-error', message: this.#words(error) })
    this.#followers = new Followers({ ...options, context: () => options.context(), failed })
    this.attended = new AttendedRuns({
      ...options,
      jobs: options.delegated,
      locks: this.#locks,
      active: this.#active,
      made: (job, made) => void this.#followers.startLater(job, made),
    })
    this.#parts = {
      runs: this.#runs,
      retry: options.retry,
      words: error => this.#words(error),
      tell: event => this.#options.event(event),
    }
  }

  /** Call when the vault is held: nobody else works on these queues then. */
  async start(): Promise<void> {
    this.#workers = await startWorkers(this.#options, {
      runs: (bull, token) => this.#turns.run(idOf(bull), () => this.#process(bull, token)),
      parts: (bull, token) => processPart(this.#parts, bull, token),
      failed: error => this.#options.event({ type: 'queue-error', message: error.message }),
    })
  }

  /** False: there was no such run to cancel. A run under way ends at its next request. */
  async cancel(id: string): Promise<boolean> {
    if (this.#active.abort(id, new Cancelled('cancelled from outside'))) return true
    const bull = await this.#options.queues.runs.getJob(id)
    if (!bull || (await bull.isCompleted()) || (await bull.isFailed())) return false
    await bull.remove({ removeChildren: true })
    this.#end(bull, 'cancelled', { message: 'cancelled before it began' })
    return true
  }

  /** Under way here, those that wait for others among them. */
  active(): ActiveRun[] {
    return this.#active.list()
  }

  /** Runs that Redis has forgotten are put in again. Those under way go on: when they are handed out, they are picked up. */
  async readdForgotten(): Promise<number> {
    let count = 0
    for (const run of this.#runs.all()) {
      if (await this.#options.queues.runs.getJob(run.id)) continue
      await this.#options.queues.asked.add(run.job.name, run.data, { ...runOptions(run.job), jobId: run.id })
      count++
    }
    return count + (await this.#options.queues.asked.readd())
  }

  /** Lets runs go on until the deadline, then leaves the rest to be resumed. Runs are back in the queue on return. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true
    const workers = this.#workers
    if (!workers) return
    for (const control of this.#waiting) control.abort(new Stopping())
    const timer = setTimeout(() => this.#abortAll(), graceMs)
    const attended = this.attended.settle()
    await Promise.all([workers.close(graceMs), within(attended, graceMs)])
    clearTimeout(timer)
    this.#abortAll()
    await within(attended, ABORT_WITHIN_MS)
    for (const run of this.#runs.all()) await this.#runs.abandon(run)
    this.#workers = null
  }

  #abortAll(): void {
    this.#active.abortAll(() => new Stopping())
  }

  /** A run that found what it looked for has failed for whoever looks at the queue, with its own words. */
  async #process(bull: Bull, token: string): Promise<Outcome> {
    const outcome = await this.#work(bull, token)
    if (FAILED.some(state => state === outcome.state))
      throw new UnrecoverableError(this.#words(outcome.message))
    return outcome
  }

  async #work(bull: Bull, token: string): Promise<Outcome> {
    const control = this.#active.controlOf(idOf(bull), bull.name)
    const job = this.#options.jobs.find(job => job.name === bull.name)
    try {
      if (!job) throw new Cancelled(`there is no job ${bull.name}`)
      const before = endedBefore(this.#options.history, bull, this.#isNews(bull))
      const outcome = before ?? (await this.#run(job, bull, token, control))
      if (before === null) this.#end(bull, outcome.state, outcome)
      this.#options.queues.asked.forget(idOf(bull))
      const { snapshot } = outcome
      if (snapshot !== undefined)
        await this.#followers.start(bull.name, { organization: bull.data.organization, snapshot })
      return outcome
    } catch (error) {
      // Whoever has the lock goes on with it: it is handed out again, to us.
      if (error instanceof WaitingChildrenError || isLockLost(error)) throw error
      if (control.signal.reason instanceof Stopping || error instanceof Stopping)
        return backToQueue(bull, token)
      throw this.#failure(bull, control.signal.aborted ? control.signal.reason : error)
    } finally {
      if (!this.#runs.get(idOf(bull))) this.#active.forget(idOf(bull))
    }
  }

  /** Neither Redis nor we know that it was ever begun or asked for. */
  #isNews(bull: Bull): boolean {
    const id = idOf(bull)
    return bull.attemptsStarted <= 1 && !this.#runs.get(id) && !this.#options.queues.asked.has(id)
  }

  async #run(job: QueuedJob, bull: Bull, token: string, control: AbortController): Promise<Outcome> {
    const open = this.#runs.get(idOf(bull))
    if (open) return this.#goOn(open, bull, token)
    if (this.#stopping) throw new Stopping()
    const data = job.parse(bull.data)
    const context = {
      ...this.#options.context(),
      run: idOf(bull),
      signal: control.signal,
      report: reporterOf(bull, event => this.#tell(event)),
    }
    if (data.organization === undefined && job.each) return this.#spread(job, bull, context)
    const release = await this.#begin(job, context.run, data, control)
    if (release === null) return { state: 'skipped', message: 'another run is at work on this organization' }
    const run = await this.#open(job, context, data, release)
    this.#active.begin(run.id, data.organization ?? null)
    this.#options.event({
      type: 'begin',
      run: run.id,
      job: job.name,
      organization: data.organization ?? null,
    })
    return this.#goOn(run, bull, token)
  }

  async #goOn(run: OpenRun, bull: Bull, token: string): Promise<Outcome> {
    if (this.#runs.lacksParts(run) && (await this.#sendParts(run, bull, token)))
      throw new WaitingChildrenError()
    return this.#finish(run)
  }

  /** False when all of them are through already. */
  async #sendParts(run: OpenRun, bull: Bull, token: string): Promise<boolean> {
    this.#runs.renew(run)
    try {
      await addParts(this.#options.queues, run, bull.queueQualifiedName)
      return await bull.moveToWaitingChildren(token)
    } catch (error) {
      // Else the next attempt would find it open, with all parts missing.
      if (!isLockLost(error)) await this.#runs.abandon(run)
      throw error
    }
  }

  async #open(job: QueuedJob, context: QueuedContext, data: JobData, release: Release): Promise<OpenRun> {
    const writes = job.holds === 'organization' || job.holds === 'vault'
    const open = async () => {
      if (writes) await this.#options.guard?.()
      return job.open(context, data)
    }
    const run = await this.#runs.open({ id: context.run, job, data, signal: context.signal, release }, open)
    this.#spreadWorkers()
    return run
  }

  async #finish(run: OpenRun): Promise<Outcome> {
    try {
      return await this.#runs.finish(run)
    } finally {
      this.#spreadWorkers()
    }
  }

  async #spread(job: QueuedJob, bull: Bull, context: QueuedContext): Promise<Outcome> {
    const each = (await job.each?.(context, job.parse(bull.data))) ?? []
    await startForEach(this.#options.queues, job, idOf(bull), each)
    return {
      state: 'done',
      message: `started for ${plural(each.length, 'organization')}`,
    }
  }

  /** When it has what it has to have for itself, and its turn. Null: another one is at work, and it is left out then. */
  async #begin(
    job: QueuedJob,
    run: string,
    data: JobData,
    control: AbortController,
  ): Promise<Release | null> {
    const release = await this.#claim(job, run, data, control)
    if (release === null) return null
    try {
      const wish = { platform: this.#options.name, priority: job.priority }
      const end = await this.#wait(run, control, () => this.#options.turns.take(wish, control.signal))
      return () => {
        release()
        end()
      }
    } catch (error) {
      release()
      throw error
    }
  }

  async #claim(
    job: QueuedJob,
    run: string,
    data: JobData,
    control: AbortController,
  ): Promise<Release | null> {
    if (job.holds === 'nothing') return () => {}
    const claim = claimOf(job, run, data.organization)
    if (job.whenBusy === 'skip') return this.#locks.tryAcquire(claim)
    return this.#wait(run, control, () => this.#locks.acquire(claim, control.signal))
  }

  /** It is ended when the daemon stops: it has done nothing yet. */
  async #wait<T>(run: string, control: AbortController, room: () => Promise<T>): Promise<T> {
    this.#waiting.add(control)
    try {
      return await this.#active.waitFor(run, room)
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
      this.#options.event({ type: 'again', run: idOf(bull), job: bull.name, message, delayMs, attempt })
      return new Repeat(message, delayMs)
    }
    const code = error instanceof DocvaultError ? error.code : 'internal'
    const hint = error instanceof DocvaultError ? error.hint : undefined
    this.#end(bull, error instanceof Cancelled ? 'cancelled' : 'failed', { message, code, hint })
    return new UnrecoverableError(message)
  }

  #end(bull: Bull, outcome: RunRecord['outcome'], end: RunEnd): void {
    this.#options.queues.asked.forget(idOf(bull))
    const started = this.#active.started(idOf(bull))
    const { record, problem } = recordEnd(this.#options, bull, { ...end, outcome, started })
    if (problem !== null)
      this.#options.event({ type: 'queue-error', message: `not recorded: ${this.#words(problem)}` })
    this.#options.event({ type: 'end', record, hint: end.hint })
  }

  #tell(event: RunEvent): void {
    if (event.type === 'progress') this.#active.note(event.run, event.event)
    this.#options.event(event)
  }

  #spreadWorkers(): void {
    const { config } = this.#options.context()
    const atOnce = config['backup.spacesAtOnce'] * Math.max(1, this.#runs.all().length)
    this.#workers?.setPartsAtOnce(atOnce)
  }

  #words(error: unknown): string {
    return this.#options.redact(error instanceof Error ? error.message : String(error))
  }
}

/** Or later: nobody waits for ever. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([work, delay(ms, undefined, { ref: false })])
}

function idOf(bull: BullJob): string {
  return bull.id ?? ''
}
