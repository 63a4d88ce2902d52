/**
 * Starts jobs when their schedule ticks, and makes good what nobody was there for. Which ticks are settled is in the
 * catalog, so it needs to remember nothing and loses nothing when Redis does. A tick has one id, so asking for it
 * twice starts it once.
 */
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

export interface NextRun {
  job: string
  cron: string
  timezone: string
  next: string
}

/** Of a job that was not run for months, only these are written down one by one. */
const MOST_MISSES = 100
/** A timer that is later than this does not come. */
const LATE_MS = 60_000

export class Scheduler {
  readonly #options: SchedulerOptions
  #timers: (() => void)[] = []
  readonly #armed = new Map<string, number>()

  constructor(options: SchedulerOptions) {
    this.#options = options
  }

  /** Also after a change of the configuration: forgets the old schedules. */
  start(): void {
    this.stop()
    this.#timers = this.#scheduled().map(([job, schedule]) => this.#arm(job, schedule))
  }

  stop(): void {
    for (const cancel of this.#timers.splice(0)) cancel()
    this.#armed.clear()
  }

  isOnTime(): boolean {
    return [...this.#armed.values()].every(tick => tick > this.#options.clock.now() - LATE_MS)
  }

  nextRuns(): NextRun[] {
    return this.#scheduled().map(([job, schedule]) => ({
      job: job.name,
      ...schedule,
      next: new Date(nextTick(schedule, this.#options.clock.now())).toISOString(),
    }))
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

  async #catchUpJob(job: QueuedJob, due: readonly number[], since: number): Promise<void> {
    const last = due.at(-1)
    if (last !== undefined) {
      await this.#add(job, last, 'catch-up')
      for (const tick of due.slice(0, -1).slice(-MOST_MISSES)) this.#recordMiss(job, tick, last)
      return
    }
    for (const organization of this.#options.history.organizations(job.name)) {
      const settled = this.#options.history.settled(job.name, organization)
      if (settled !== null && settled < since) await this.#add(job, since, 'catch-up', organization)
    }
  }

  #recordMiss(job: QueuedJob, tick: number, last: number): void {
    const { history, clock } = this.#options
    const run = `${job.name}.${tickName(tick)}`
    if (history.list().some(one => one.run === run)) return
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
      message: `no daemon was there at that time; the run of ${new Date(last).toISOString()} stands for it`,
      snapshot: null,
      code: 'missed',
    })
  }

  #arm(job: QueuedJob, schedule: Schedule): () => void {
    const { clock } = this.#options
    let cancel = () => {}
    const armNext = (after: number) => {
      const tick = nextTick(schedule, after)
      this.#armed.set(job.name, tick)
      cancel = clock.at(tick, () => {
        this.#add(job, tick, 'schedule').catch(error => this.#options.failed(String(error)))
        // A machine that slept goes on with the tick that is next now.
        armNext(Math.max(tick, clock.now() - 1000))
      })
    }
    armNext(clock.now())
    return () => cancel()
  }

  async #add(job: QueuedJob, tickMs: number, trigger: string, organization?: string): Promise<void> {
    const tick = new Date(tickMs).toISOString()
    const data: JobData = { trigger, tick, ...(organization === undefined ? {} : { organization }) }
    const jobId = runId(`${job.name}.${tickName(tickMs)}`, organization)
    await this.#options.queues.runs.add(job.name, data, { ...runOptions(job), jobId })
  }

  #scheduled(): [QueuedJob, Schedule][] {
    const config = this.#options.config()
    return this.#options.jobs.flatMap((job): [QueuedJob, Schedule][] => {
      const cron = job.schedule(config)
      return cron === null || cron === 'off' ? [] : [[job, { cron, timezone: config['schedules.timezone'] }]]
    })
  }
}
