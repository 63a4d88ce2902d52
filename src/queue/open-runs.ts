/**
 * The runs that are under way in this process. A run that waits for its parts is nowhere else: when the process dies,
 * the queue finds its parts without it, and starts the run again.
 */
import type { JobData, OpenWork, QueuedJob } from '../../jobs/job.ts'

export interface OpenRun {
  id: string
  /** Tells the parts of this opening from those of one before. */
  generation: string
  job: QueuedJob
  data: JobData
  work: OpenWork
  signal: AbortSignal
  /** Parts that came to an end, good or bad. */
  ended: Set<string>
  release(): void
}

export class OpenRuns {
  readonly #runs = new Map<string, OpenRun>()

  get(id: string): OpenRun | undefined {
    return this.#runs.get(id)
  }

  all(): OpenRun[] {
    return [...this.#runs.values()]
  }

  add(run: OpenRun): void {
    this.#runs.set(run.id, run)
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
