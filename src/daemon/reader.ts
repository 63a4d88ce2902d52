/**
 * Does jobs that only read the vault in threads with memory of their own, a thread for each job at a time. Whatever becomes
 * of the thread, the daemon lives: what it dies of is the error of the job. A thread that ended its job well is kept for
 * the next one, of whatever platform: to load what the jobs are made of takes longer than most of them.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '../../config/settings.ts'
import type { ReadApart, Reading } from '../../jobs/reading.ts'
import { DocvaultError } from '../model/errors.ts'
import { type PlainError, thrownError } from '../model/plain-error.ts'

export interface ReaderTask {
  job: string
  config: Config
  data: unknown
}

/** To the thread; one that was stopped gets no other task. */
export type ReaderOrder = ReaderTask | 'stop'

/** `heapBytes`: what it has in use by then, garbage included. */
export type ReaderMessage<Result = unknown, Event = unknown> =
  | { type: 'event'; event: Event }
  | { type: 'result'; result: Result; heapBytes: number }
  | { type: 'failed'; error: PlainError }

const MiB = 1024 * 1024
/** A stretch of work may last; after it the thread is ended wherever it is. Less than a stopping daemon waits. */
const ABORT_WITHIN_MS = 4_000
/** So many wait for work, and so long. */
const MOST_IDLE = 2
const IDLE_FOR_MS = 60_000
/** Of its limit: with more in use after a job, a thread is not kept. */
const FULL = 0.5
/** Here the sources are TypeScript, in the package JavaScript. */
const ENTRY = new URL(`./reader-thread${extname(import.meta.filename)}`, import.meta.url)

/** Close it. */
export class Readers {
  readonly #idle = new Set<ReaderThread>()
  #isClosed = false

  /** Rejects with what the job throws, with why it was aborted, or with what the thread died of. */
  readonly read: ReadApart = async <Result, Event>(reading: Reading<Event>): Promise<Result> => {
    reading.signal?.throwIfAborted()
    const thread = this.#take(reading.config['daemon.readerMemory'])
    try {
      return await thread.run<Result, Event>(reading)
    } finally {
      await this.#giveBack(thread)
    }
  }

  /** What is under way goes on, and its thread is ended then. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#idle].map(thread => this.#end(thread)))
  }

  /** `limit`: bytes. */
  #take(limit: number): ReaderThread {
    const kept = [...this.#idle].find(thread => thread.limit === limit && thread.isFit)
    if (kept === undefined) return new ReaderThread(limit)
    this.#idle.delete(kept)
    kept.wake()
    return kept
  }

  async #giveBack(thread: ReaderThread): Promise<void> {
    if (this.#isClosed || !thread.isFit || this.#idle.size >= MOST_IDLE) return thread.end()
    this.#idle.add(thread)
    thread.rest(IDLE_FOR_MS, () => void this.#end(thread))
  }

  #end(thread: ReaderThread): Promise<void> {
    this.#idle.delete(thread)
    return thread.end()
  }
}

class ReaderThread {
  /** Most memory, in bytes. */
  readonly limit: number
  /** Whether it can do another job. */
  isFit = true
  readonly #worker: Worker
  #timer: NodeJS.Timeout | undefined

  constructor(limit: number) {
    this.limit = limit
    this.#worker = new Worker(ENTRY, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: limit / MiB },
    })
    // Also of one that dies while it waits for work.
    for (const end of ['error', 'messageerror', 'exit'] as const) this.#worker.on(end, () => this.#spoil())
  }

  async run<Result, Event>({ job, config, data, signal, report }: Reading<Event>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const hear = (message: ReaderMessage<Result, Event>) => {
      if (message.type === 'event') report(message.event)
      else if (message.type === 'failed') reject(signal?.aborted ? signal.reason : thrownError(message.error))
      else {
        if (message.heapBytes > this.limit * FULL) this.#spoil()
        resolve(message.result)
      }
    }
    const die = (error: unknown) => reject(deathOf(job, this.limit, error))
    const leave = () => reject(signal?.aborted ? signal.reason : new ReaderDied(job, 'it ended by itself'))
    const heard = { message: hear, messageerror: die, error: die, exit: leave }
    for (const [name, listener] of Object.entries(heard)) this.#worker.on(name, listener)
    const stop = () => this.#stop()
    signal?.addEventListener('abort', stop, { once: true })
    this.#order({ job, config, data })
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', stop)
      clearTimeout(this.#timer)
      for (const [name, listener] of Object.entries(heard)) this.#worker.off(name, listener)
    }
  }

  /** Until it is woken it keeps no process from ending. */
  rest(forMs: number, over: () => void): void {
    this.#worker.unref()
    this.#timer = setTimeout(over, forMs)
    this.#timer.unref()
  }

  wake(): void {
    clearTimeout(this.#timer)
    this.#worker.ref()
  }

  async end(): Promise<void> {
    this.#spoil()
    clearTimeout(this.#timer)
    await this.#worker.terminate()
  }

  #stop(): void {
    this.#spoil()
    this.#order('stop')
    this.#timer = setTimeout(() => void this.#worker.terminate(), ABORT_WITHIN_MS)
  }

  #spoil(): void {
    this.isFit = false
  }

  #order(order: ReaderOrder): void {
    this.#worker.postMessage(order)
  }
}

function deathOf(job: string, limit: number, error: unknown): DocvaultError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY')
    return new ReaderDied(job, error instanceof Error ? error.message : String(error), error)
  return new DocvaultError('reader-memory', `${job} took more than ${limit / MiB} MiB of memory`, {
    hint: `give it more by daemon.readerMemory, or run \`docvault ${job.replace('-', ' ')}\` without the daemon`,
    cause: error,
  })
}

class ReaderDied extends DocvaultError {
  constructor(job: string, reason: string, cause?: unknown) {
    super('reader-died', `the thread of ${job} died: ${reason}`, { cause, retry: 'later' })
  }
}
