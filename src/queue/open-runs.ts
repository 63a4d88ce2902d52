/**
 * The runs that are under way in this process. A run that waits for its parts is nowhere else: when the process dies,
 * the queue finds its parts without it, and starts the run again.
 */
import { randomUUID } from 'node:crypto'
import type { JobData, OpenWork, QueuedJob } from '../../jobs/job.ts'
import { Serial } from './serial.ts'

export interface OpenRun {
  id: string
  /** Tells the parts of this sending from those of one before. */
  generation: string
  /** How often its parts were sent to the queue. */
  sendings: number
  job: QueuedJob
  data: JobData
  work: OpenWork
  signal: AbortSignal
  /** Of a part there is one at a time. */
  turns: Serial
  /** Parts that came to an end, good or bad. */
  ended: Set<string>
  release(): void
}

const MOST_SENDINGS = 10

export class OpenRuns {
  readonly #runs = new Map<string, OpenRun>()

  get(id: string): OpenRun | undefined {
    return this.#runs.get(id)
  }

  all(): OpenRun[] {
    return [...this.#runs.values()]
  }

  /** Released when it ends, and when it does not even begin. */
  async open(
    begun: Pick<OpenRun, 'id' | 'job' | 'data' | 'signal' | 'release'>,
    open: () => Promise<OpenWork>,
  ): Promise<OpenRun> {
    try {
      const work = await open()
      const run = {
        ...begun,
        work,
        generation: '',
        sendings: 0,
        turns: new Serial(),
        ended: new Set<string>(),
      }
      this.#runs.set(run.id, run)
      return run
    } catch (error) {
      begun.release()
      throw error
    }
  }

  /** Before its parts are sent to the queue, again where it was put back to an earlier time. */
  renew(run: OpenRun): void {
    run.generation = randomUUID().slice(0, 8)
    run.sendings++
  }

  /** Parts that nobody has done or given up, where it makes sense to send them once more. */
  lacksParts({ work, ended, sendings }: OpenRun): boolean {
    return sendings < MOST_SENDINGS && work.parts.some(part => !ended.has(part))
  }

  /** Finishes it, with what is missing given up. Whatever happens, it is open no more. */
  async finish(run: OpenRun) {
    try {
      run.signal.throwIfAborted()
      for (const part of run.work.parts)
        if (!run.ended.has(part)) run.work.giveUpPart(part, 'its job is gone from the queue')
      return await run.work.finish()
    } catch (error) {
      await run.work.abandon().catch(() => {})
      throw error
    } finally {
      this.#forget(run)
    }
  }

  /** Leaves it to be resumed. */
  async abandon(run: OpenRun): Promise<void> {
    this.#forget(run)
    await run.work.abandon().catch(() => {})
  }

  #forget(run: OpenRun): void {
    if (this.#runs.get(run.id) === run) this.#runs.delete(run.id)
    run.release()
  }
}
