/**
 * Starts jobs when their schedule ticks, and makes good what nobody was there for. A beat looks at everything since the
 * last one, so a beat that is late or left out loses nothing. Which ticks are settled is in the catalog: when Redis
 * forgets, nothing is lost. A tick has one id, so asking for it twice starts it once.
 */
import { z } from 'zod'
import type { JobData, QueuedContext, QueuedJob } from '../../jobs/job.ts'
import type { Clock } from './clock.ts'
import type { History } from './history.ts'
import type { Queues } from './queues.ts'
import { runOptions } from './queues.ts'
import { runId } from './run-id.ts'
import { nextTick, type Schedule, tickName, ticksBetween } from './ticks.ts'

export interface SchedulerOptions {
  jobs: readonly QueuedJob[]
  queues: Queues
  history: History
  clock: Clock
  config(): QueuedContext['config']
  failed(words: string): void
}

export const nextRunSchema = z.object({
  job: z.string(),
  cron: z.string(),
  timezone: z.string(),
  /** ISO 8601, UTC. */
  next: z.string(),
})
export type NextRun = z.infer<typeof nextRunSchema>

/** Of a job that was not run for months, only these are written down one by one. */
const MOST_MISSES = 100
/** A beat that is later than this does not come. */
const LATE_MS = 3 * 60_000

const AWAY = 'no daemon was there at that time'
const ASLEEP = 'the daemon was held up at that time, e.g. because the machine slept'

export class Scheduler {
  readonly #options: SchedulerOptions
  /** Of each job, up to when its ticks were looked at. */
  readonly #seen = new Map<string, number>()
  #beatAt: number
  #beating: Promise<void> | null = null
  #stopBeats = () => {}

  constructor(options: SchedulerOptions) {
    this.#options = options
    this.#beatAt = options.clock.now()
    this.renew()
  }

  /** From now on beats come by themselves; ticks count since the scheduler was made. */
  start(): void {
    this.#stopBeats = this.#options.clock.everyMinute(() => this.beat())
  }

  /** After a change of the configuration: ticks of the new schedules count from now on. */
  renew(): void {
    this.#beatAt = this.#options.clock.now()
    for (const { name } of this.#options.jobs) this.#seen.set(name, this.#beatAt)
  }

  stop(): void {
    this.#stopBeats()
  }

  isOnTime(): boolean {
    return this.#options.clock.now() - this.#beatAt < LATE_MS
  }

  nextRuns(): NextRun[] {
    return this.#scheduled().map(([job, schedule]) => ({
      job: job.name,
      ...schedule,
      next: new Date(nextTick(schedule, this.#options.clock.now())).toISOString(),
    }))
  }

  /** Starts what has come due since the last beat. Two at once are one. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = null
    })
    return this.#beating
  }

  /** Starts the last tick of each job that is due and not settled; writes the ones before it down as missed. */
  async catchUp(): Promise<void> {
    const now = this.#options.clock.now()
    for (const [job, schedule] of this.#scheduled()) {
      const since = this.#options.history.settled(job.name, null)
      // The first start: there is nothing to make good, and from now on there is.
      if (since === null) this.#options.history.settle(job.name, null, now)
      else if (job.catchUp) await this.#catchUpJob(job, ticksBetween(schedule, since, now), since)
    }
  }

  /** Starts a job that no schedule asks for now, as if it did. */
  async startNow(name: string, trigger: string): Promise<void> {
    const job = this.#options.jobs.find(job => job.name === name)
    if (job) await this.#add(job, this.#options.clock.now(), trigger)
  }

  async #beat(): Promise<void> {
    const now = this.#options.clock.now()
    for (const [job, schedule] of this.#scheduled()) {
      const due = ticksBetween(schedule, this.#seen.get(job.name) ?? now, now)
      try {
        await this.#startLast(job, due)
        this.#seen.set(job.name, now)
      } catch (error) {
        // The next beat looks at these ticks again.
        this.#options.failed(String(error))
      }
    }
    this.#beatAt = now
  }

  /** Of several that are due, the last does the work of all. */
  async #startLast(job: QueuedJob, due: readonly number[]): Promise<void> {
    const last = due.at(-1)
    if (last === undefined) return
    await this.#add(job, last, 'schedule')
    if (job.catchUp) this.#recordMisses(job, due, ASLEEP)
  }

  async #catchUpJob(job: QueuedJob, due: readonly number[], since: number): Promise<void> {
    const last = due.at(-1)
    if (last !== undefined) {
      await this.#add(job, last, 'catch-up')
      this.#recordMisses(job, due, AWAY)
      return
    }
    for (const organization of this.#options.history.organizations(job.name)) {
      const settled = this.#options.history.settled(job.name, organization)
      if (settled !== null && settled < since) await this.#add(job, since, 'catch-up', organization)
    }
  }

  #recordMisses(job: QueuedJob, due: readonly number[], reason: string): void {
    const last = due.at(-1)
    if (last === undefined) return
    const message = `${reason}; the run of ${new Date(last).toISOString()} stands for it`
    for (const tick of due.slice(0, -1).slice(-MOST_MISSES)) this.#recordMiss(job, tick, message)
  }

  #recordMiss(job: QueuedJob, tick: number, message: string): void {
    const { history, clock } = this.#options
    const run = `${job.name}.${tickName(tick)}`
    if (history.list().some(record => record.run === run)) return
    const now = new Date(clock.now()).toISOString()
    history.add({
      run,
      job: job.name,
      organization: null,
      trigger: 'schedule',
      tick: new Date(tick).toISOString(),
      started: now,
      finished: now,
      outcome: 'missed',
      message,
      snapshot: null,
      code: 'missed',
      plan: null,
    })
  }

  async #add(job: QueuedJob, tickMs: number, trigger: string, organization?: string): Promise<void> {
    const tick = new Date(tickMs).toISOString()
    const data: JobData = { trigger, tick, ...(organization === undefined ? {} : { organization }) }
    const jobId = runId(`${job.name}.${tickName(tickMs)}`, organization)
    await this.#options.queues.asked.add(job.name, data, { ...runOptions(job), jobId })
  }

  #scheduled(): [QueuedJob, Schedule][] {
    const config = this.#options.config()
    return this.#options.jobs.flatMap((job): [QueuedJob, Schedule][] => {
      const cron = job.schedule(config)
      return cron === null || cron === 'off' ? [] : [[job, { cron, timezone: config['schedules.timezone'] }]]
    })
  }
}
