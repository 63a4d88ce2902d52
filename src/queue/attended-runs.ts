/**
 * Runs that somebody waits for at a terminal: done at once, in the process that holds the vault, beside the queue and
 * under the same locks. They are in no queue, so that nothing of them is in Redis, they go on without it, and none is
 * begun again behind the back of whoever asked.
 */
import type { DelegatedJob } from '../../jobs/delegated.ts'
import type { QueuedContext } from '../../jobs/job.ts'
import { DocvaultError, UsageError } from '../model/errors.ts'
import type { ActiveRuns } from './active-runs.ts'
import type { RunRecord } from './history.ts'
import { type Claimant, claimOf, type Locks, type Release } from './locks.ts'
import { type Recording, type Run, type RunEnd, recordEnd } from './record-end.ts'
import { Cancelled, Stopping } from './retry.ts'
import type { RunEvent } from './run-events.ts'

export interface AttendedOptions extends Recording {
  jobs: readonly DelegatedJob[]
  locks: Locks
  active: ActiveRuns
  guard?(): Promise<void>
  event(event: RunEvent): void
  /** A snapshot was made: for the jobs that follow one. */
  made(job: string, made: { organization: string; snapshot: number }): void
}

export interface AttendedRun {
  id: string
  job: string
  data: unknown
  context: Pick<QueuedContext, 'config' | 'held'>
}

export interface Attendance {
  /** Aborted when whoever waits does so no more. */
  signal: AbortSignal
  waiting(runs: readonly string[]): void
  begun(run: string): void
  event(event: object): void
}

/** Before others that wait: a person does. */
const PRIORITY = 1

export class AttendedRuns {
  readonly #options: AttendedOptions
  readonly #open = new Set<Promise<unknown>>()
  #stopping = false

  constructor(options: AttendedOptions) {
    this.#options = options
  }

  /** Answers what the job answers. Throws what it throws, and why it was ended where that is so. */
  run(run: AttendedRun, attendance: Attendance): Promise<unknown> {
    const working = this.#run(run, attendance)
    this.#open.add(working)
    return working.finally(() => this.#open.delete(working))
  }

  /** No new ones; resolves when those under way have ended, of which the caller sees to it that they do. */
  async settle(): Promise<void> {
    this.#stopping = true
    await Promise.allSettled(this.#open)
  }

  async #run(run: AttendedRun, attendance: Attendance): Promise<unknown> {
    const { active } = this.#options
    const control = active.controlOf(run.id, run.job)
    const leave = () => active.abort(run.id, attendance.signal.reason)
    attendance.signal.addEventListener('abort', leave, { once: true })
    try {
      if (this.#stopping) throw new Stopping()
      attendance.signal.throwIfAborted()
      return await this.#work(run, attendance, control)
    } catch (error) {
      throw control.signal.aborted ? control.signal.reason : error
    } finally {
      attendance.signal.removeEventListener('abort', leave)
      active.forget(run.id)
    }
  }

  async #work(run: AttendedRun, attendance: Attendance, control: AbortController): Promise<unknown> {
    const job = this.#options.jobs.find(job => job.name === run.job)
    if (!job) throw new UsageError(`the daemon takes no ${run.job}`)
    const { config, held } = run.context
    const open = job.open(run.data, config)
    const release = await this.#claim(
      run.id,
      { ...open, name: job.name, priority: PRIORITY },
      attendance,
      control,
    )
    try {
      if (job.writes) await this.#options.guard?.()
      this.#options.active.begin(run.id, open.organization)
      attendance.begun(run.id)
      this.#tell({ type: 'begin', run: run.id, job: job.name, organization: open.organization })
      const report = (event: object) => {
        this.#tell({ type: 'progress', run: run.id, event })
        attendance.event(event)
      }
      const { result, outcome, made } = await open.run({ config, held, signal: control.signal, report })
      this.#end(run, open.organization, outcome.state, { message: outcome.message })
      for (const snapshot of made) this.#options.made(job.name, snapshot)
      return result
    } catch (error) {
      this.#fail(run, open.organization, control.signal.aborted ? control.signal.reason : error)
      throw error
    } finally {
      release()
    }
  }

  async #claim(
    run: string,
    work: Claimant & { organization: string | null },
    { waiting }: Attendance,
    { signal }: AbortController,
  ): Promise<Release> {
    if (work.holds === 'nothing') return () => {}
    const claim = claimOf(work, run, work.organization ?? '')
    const { active, locks } = this.#options
    const inTheWay = locks.inTheWay(claim)
    if (inTheWay.length > 0) waiting(inTheWay)
    return active.waitFor(run, () => locks.acquire(claim, signal))
  }

  #fail(run: AttendedRun, organization: string | null, error: unknown): void {
    const known = error instanceof DocvaultError ? error : null
    const isEnded = known instanceof Cancelled || known instanceof Stopping || known?.code === 'interrupted'
    const message = error instanceof Error ? error.message : String(error)
    const end = { message, code: known?.code ?? 'internal', hint: known?.hint }
    this.#end(run, organization, isEnded ? 'cancelled' : 'failed', end)
  }

  #end(
    { id, job }: AttendedRun,
    organization: string | null,
    outcome: RunRecord['outcome'],
    end: RunEnd,
  ): void {
    const run: Run = { id, name: job, data: { trigger: ATTENDED, ...(organization ? { organization } : {}) } }
    const started = this.#options.active.started(id)
    const { record, problem } = recordEnd(this.#options, run, { ...end, outcome, started })
    if (problem !== null)
      this.#tell({ type: 'queue-error', message: `not recorded: ${this.#options.redact(String(problem))}` })
    this.#tell({ type: 'end', record, hint: end.hint })
  }

  #tell(event: RunEvent): void {
    this.#options.event(event)
  }
}

/** What started it, in its record. */
export const ATTENDED = 'command'
