/**
 * Does jobs that only read the vault in threads with memory of their own, a thread for each job at a time. Whatever becomes
 * of the thread, the daemon lives: what it dies of is the error of the job.
 *
 * To load what the jobs are made of takes a second of CPU, longer than most of them. So a thread that ended its job well is
 * kept for the next one, of whatever platform, and only so many are loaded at once: whoever waits for one takes the first
 * that is free, be it loaded or given back. Jobs that last have as many threads as they are.
 */
import { availableParallelism } from 'node:os'
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
  /** The first of each thread: it can work now. */
  | { type: 'loaded' }
  | { type: 'event'; event: Event }
  | { type: 'result'; result: Result; heapBytes: number }
  | { type: 'failed'; error: PlainError }

const MiB = 1024 * 1024
/** A stretch of work may last; after it the thread is ended wherever it is. Less than a stopping daemon waits. */
const ABORT_WITHIN_MS = 4_000
/** The daemon itself goes on. */
const MOST_LOADING = Math.max(1, availableParallelism() - 1)
/** So many wait for work, and so long. */
const MOST_IDLE = 2
const IDLE_FOR_MS = 60_000
/** Of its limit: with more in use after a job, a thread is not kept. */
const FULL = 0.5
/** Here the sources are TypeScript, in the package JavaScript. */
const ENTRY = new URL(`./reader-thread${extname(import.meta.filename)}`, import.meta.url)

interface Waiting {
  job: string
  limit: number
  isAwaited: boolean
  resolve(thread: ReaderThread): void
  reject(error: unknown): void
}

/** Close it. */
export class Readers {
  readonly #idle = new Set<ReaderThread>()
  readonly #loading = new Set<ReaderThread>()
  #waiting: readonly Waiting[] = []
  #isClosed = false

  /** Rejects with what the job throws, with why it was aborted, or with what the thread died of. */
  readonly read: ReadApart = async <Result, Event>(reading: Reading<Event>): Promise<Result> => {
    reading.signal?.throwIfAborted()
    const thread = await this.#take(reading)
    try {
      // It may have been while it waited, when nobody listened any more.
      reading.signal?.throwIfAborted()
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

  #take<Event>({ job, config, signal, isAwaited = false }: Reading<Event>): Promise<ReaderThread> {
    const limit = config['daemon.readerMemory']
    const kept = [...this.#idle].find(thread => thread.limit === limit && thread.isFit)
    if (kept !== undefined) {
      this.#idle.delete(kept)
      kept.wake()
      return Promise.resolve(kept)
    }
    const { promise, resolve, reject } = Promise.withResolvers<ReaderThread>()
    const waiting = { job, limit, isAwaited, resolve, reject }
    const leave = () => {
      if (this.#leave(waiting)) reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.#waiting = [...this.#waiting, waiting].sort((a, b) => Number(b.isAwaited) - Number(a.isAwaited))
    this.#load()
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** Whether it still waited. */
  #leave(waiting: Waiting): boolean {
    const before = this.#waiting.length
    this.#waiting = this.#waiting.filter(other => other !== waiting)
    return this.#waiting.length < before
  }

  /** Of those that wait, each has one that is being loaded, as far as that may be. */
  #load(): void {
    while (this.#loading.size < MOST_LOADING) {
      const waiting = this.#waiting[this.#loading.size]
      if (waiting === undefined) return
      const thread = new ReaderThread(waiting.limit)
      this.#loading.add(thread)
      void this.#loaded(thread, waiting)
    }
  }

  async #loaded(thread: ReaderThread, { job, limit }: Waiting): Promise<void> {
    try {
      await thread.load(job)
      this.#loading.delete(thread)
    } catch (error) {
      this.#loading.delete(thread)
      const waiting = this.#waiting.find(waiting => waiting.limit === limit)
      if (waiting && this.#leave(waiting)) waiting.reject(error)
    }
    await this.#giveBack(thread)
  }

  async #giveBack(thread: ReaderThread): Promise<void> {
    const next = thread.isFit ? this.#waiting.find(({ limit }) => limit === thread.limit) : undefined
    if (next && this.#leave(next)) {
      next.resolve(thread)
      return
    }
    this.#load()
    if (this.#isClosed || !thread.isFit || this.#idle.size >= MOST_IDLE) return thread.end()
    this.#idle.add(thread)
    thread.rest(IDLE_FOR_MS, () => void this.#end(thread))
  }

  #end(thread: ReaderThread): Promise<void> {
    this.#idle.delete(thread)
    return thread.end()
  }
}

type Settle<Result> = Omit<PromiseWithResolvers<Result>, 'promise'>

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

  /** Rejects with what it died of, as the failure of `job`. */
  async load(job: string): Promise<void> {
    await this.#until<void>({ job, signal: undefined }, ({ type }, { resolve }) => {
      if (type === 'loaded') resolve()
    })
  }

  async run<Result, Event>({ job, config, data, signal, report }: Reading<Event>): Promise<Result> {
    const answered = this.#until<Result, Event>({ job, signal }, (message, { resolve, reject }) => {
      if (message.type === 'event') report(message.event)
      else if (message.type === 'failed') reject(signal?.aborted ? signal.reason : thrownError(message.error))
      else if (message.type === 'result') {
        if (message.heapBytes > this.limit * FULL) this.#spoil()
        resolve(message.result)
      }
    })
    const stop = () => this.#stop()
    signal?.addEventListener('abort', stop, { once: true })
    this.#order({ job, config, data })
    try {
      return await answered
    } finally {
      signal?.removeEventListener('abort', stop)
      clearTimeout(this.#timer)
    }
  }

  /** Until what it says settles it, or its death does. */
  async #until<Result, Event = unknown>(
    { job, signal }: Pick<Reading<Event>, 'job' | 'signal'>,
    hear: (message: ReaderMessage<Result, Event>, settle: Settle<Result>) => void,
  ): Promise<Result> {
    const { promise, ...settle } = Promise.withResolvers<Result>()
    const die = (error: unknown) => settle.reject(deathOf(job, this.limit, error))
    const leave = () =>
      settle.reject(signal?.aborted ? signal.reason : new ReaderDied(job, 'it ended by itself'))
    const message = (said: ReaderMessage<Result, Event>) => hear(said, settle)
    const heard = { message, messageerror: die, error: die, exit: leave }
    for (const [name, listener] of Object.entries(heard)) this.#worker.on(name, listener)
    try {
      return await promise
    } finally {
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
