/**
 * The runs that this process has put into the queue and whose end it has not heard of. A Redis that fails over, or is
 * put back to an earlier time, may know nothing of the last of them: then they are put in again, under the same id.
 */
import type { JobsOptions, Queue } from 'bullmq'
import type { JobData } from '../../jobs/job.ts'

interface AskedRun {
  name: string
  data: JobData
  options: JobsOptions & { jobId: string }
  /** Redis has said that it has it. */
  isQueued: boolean
}

export class AskedRuns {
  readonly #queue: Queue<JobData>
  readonly #runs = new Map<string, AskedRun>()

  constructor(queue: Queue<JobData>) {
    this.#queue = queue
  }

  /** What is asked for twice by the same id is there once. */
  async add(name: string, data: JobData, options: JobsOptions & { jobId: string }): Promise<void> {
    const run: AskedRun = { name, data, options, isQueued: false }
    // First: its end may be heard of before the word that it is queued.
    this.#runs.set(options.jobId, run)
    try {
      await this.#queue.add(name, data, options)
      run.isQueued = true
    } catch (error) {
      this.#runs.delete(options.jobId)
      throw error
    }
  }

  /** It came to its end, or is no business of this process any more. */
  forget(id: string): void {
    this.#runs.delete(id)
  }

  has(id: string): boolean {
    return this.#runs.has(id)
  }

  forgetAll(): void {
    this.#runs.clear()
  }

  /** Puts those in again that Redis does not have; answers how many. */
  async readd(): Promise<number> {
    let count = 0
    for (const { name, data, options, isQueued } of [...this.#runs.values()]) {
      if (!isQueued || (await this.#queue.getJob(options.jobId))) continue
      if (!this.#runs.has(options.jobId)) continue
      await this.#queue.add(name, data, options)
      count++
    }
    return count
  }
}
