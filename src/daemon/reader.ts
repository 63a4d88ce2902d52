/**
 * Does jobs that only read the vault in processes of their own, a process for each job at a time. Whatever becomes of the
 * process, the daemon lives: what it dies of is the error of the job.
 *
 * To load what the jobs are made of takes a second of CPU, longer than most of them. So a process that ended its job well is
 * kept for the next one, of whatever platform, and only so many are loaded at once: whoever waits for one takes the first
 * that is free, be it loaded or given back. Jobs that last have as many processes as they are.
 */
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Config } from '../../config/settings.ts'
import type { ReadApart, Reading } from '../../jobs/reading.ts'
import { type ChildProgram, type Death, startChild } from '../model/child-program.ts'
import { DocvaultError } from '../model/errors.ts'
import { type PlainError, thrownError } from '../model/plain-error.ts'

export interface ReaderTask {
  job: string
  config: Config
  data: unknown
}

/** To the process; one that was stopped gets no other task. */
export type ReaderOrder = ReaderTask | 'stop'

/** `heapBytes`: what it has in use by then, garbage included. */
export type ReaderMessage =
  /** The first of each process: it can work now. */
  | { type: 'loaded' }
  | { type: 'event'; event: unknown }
  | { type: 'result'; result: unknown; heapBytes: number }
  | { type: 'failed'; error: PlainError }

const MiB = 1024 * 1024
/** A stretch of work may last; after it the process is ended wherever it is. Less than a stopping daemon waits. */
const ABORT_WITHIN_MS = 4_000
/** The daemon itself goes on. */
const MOST_LOADING = Math.max(1, availableParallelism() - 1)
/** So many wait for work, and so long. */
const MOST_IDLE = 2
const IDLE_FOR_MS = 60_000
/** Of its limit: with more in use after a job, a process is not kept. */
const FULL = 0.5
/** Here the sources are TypeScript, in the package JavaScript. */
const ENTRY = new URL(`./reader-process${extname(import.meta.filename)}`, import.meta.url)

interface Waiting {
  job: string
  limit: number
  isAwaited: boolean
  resolve(reader: Reader): void
  reject(error: unknown): void
}

/** Close it. */
export class Readers {
  readonly #idle = new Set<Reader>()
  /** Settled once somebody has it. */
  readonly #loading = new Map<Reader, Promise<void>>()
  #waiting: readonly Waiting[] = []
  #isClosed = false

  /** Rejects with what the job throws, with why it was aborted, or with what the process died of. */
  readonly read: ReadApart = async <Result, Event>(reading: Reading<Event>): Promise<Result> => {
    reading.signal?.throwIfAborted()
    // Where a process is begun, the tables of this one's memory are copied: long enough a stretch by itself.
    await setImmediate()
    const reader = await this.#take(reading)
    try {
      // It may have been while it waited, when nobody listened any more.
      reading.signal?.throwIfAborted()
      return await reader.run<Result, Event>(reading)
    } finally {
      await this.#giveBack(reader)
    }
  }

  /** What is under way goes on, and its process is ended then. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...[...this.#idle].map(reader => this.#end(reader)), ...this.#loading.values()])
  }

  #take<Event>({ job, config, signal, isAwaited = false }: Reading<Event>): Promise<Reader> {
    const limit = config['daemon.readerMemory']
    // The last that was given back: a search has there what the one before it unpacked.
    const kept = [...this.#idle].findLast(reader => reader.limit === limit && reader.isFit)
    if (kept !== undefined) {
      this.#idle.delete(kept)
      kept.wake()
      return Promise.resolve(kept)
    }
    const { promise, resolve, reject } = Promise.withResolvers<Reader>()
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
      const reader = new Reader(waiting.limit)
      this.#loading.set(reader, this.#loaded(reader, waiting))
    }
  }

  async #loaded(reader: Reader, { job, limit }: Waiting): Promise<void> {
    try {
      await reader.load(job)
      this.#loading.delete(reader)
    } catch (error) {
      this.#loading.delete(reader)
      const waiting = this.#waiting.find(waiting => waiting.limit === limit)
      if (waiting && this.#leave(waiting)) waiting.reject(error)
    }
    await this.#giveBack(reader)
  }

  async #giveBack(reader: Reader): Promise<void> {
    const next = reader.isFit ? this.#waiting.find(({ limit }) => limit === reader.limit) : undefined
    if (next && this.#leave(next)) {
      next.resolve(reader)
      return
    }
    this.#load()
    if (this.#isClosed || !reader.isFit || this.#idle.size >= MOST_IDLE) return reader.end()
    this.#idle.add(reader)
    reader.rest(IDLE_FOR_MS, () => void this.#end(reader))
  }

  #end(reader: Reader): Promise<void> {
    this.#idle.delete(reader)
    return reader.end()
  }
}

type Settle<Result> = Omit<PromiseWithResolvers<Result>, 'promise'>

class Reader {
  /** Most memory, in bytes. */
  readonly limit: number
  /** Whether it can do another job. */
  isFit = true
  readonly #child: ChildProgram<ReaderOrder, ReaderMessage>
  /** While somebody waits for what it says. */
  #died: ((death: Death) => void) | null = null
  #death: Death | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(limit: number) {
    this.limit = limit
    this.#child = startChild({ entry: ENTRY, memoryMib: Math.floor(limit / MiB) })
    void this.#child.ended.then(death => this.#end(death))
  }

  /** Rejects with what it died of, as the failure of `job`. */
  async load(job: string): Promise<void> {
    await this.#until<void>({ job, signal: undefined }, ({ type }, { resolve }) => {
      if (type === 'loaded') resolve()
    })
  }

  async run<Result, Event>({ job, config, data, signal, report }: Reading<Event>): Promise<Result> {
    const answered = this.#until<Result>({ job, signal }, (message, { resolve, reject }) => {
      if (message.type === 'event') report(message.event as Event)
      else if (message.type === 'failed') reject(signal?.aborted ? signal.reason : thrownError(message.error))
      else if (message.type === 'result') {
        if (message.heapBytes > this.limit * FULL) this.#spoil()
        resolve(message.result as Result)
      }
    })
    const stop = () => this.#stop()
    signal?.addEventListener('abort', stop, { once: true })
    this.#child.say({ job, config, data })
    try {
      return await answered
    } finally {
      signal?.removeEventListener('abort', stop)
      clearTimeout(this.#timer)
    }
  }

  /** Until what it says settles it, or its death does. */
  async #until<Result>(
    { job, signal }: Pick<Reading<unknown>, 'job' | 'signal'>,
    hear: (message: ReaderMessage, settle: Settle<Result>) => void,
  ): Promise<Result> {
    const { promise, ...settle } = Promise.withResolvers<Result>()
    const leave = this.#child.hear(message => hear(message, settle))
    this.#died = death => settle.reject(signal?.aborted ? signal.reason : errorOf(death, job, this.limit))
    if (this.#death !== null) this.#died(this.#death)
    try {
      return await promise
    } finally {
      this.#died = null
      leave()
    }
  }

  /** Until it is woken it keeps no process from ending. */
  rest(forMs: number, over: () => void): void {
    this.#child.hold(false)
    this.#timer = setTimeout(over, forMs)
    this.#timer.unref()
  }

  wake(): void {
    clearTimeout(this.#timer)
    this.#child.hold(true)
  }

  async end(): Promise<void> {
    this.#spoil()
    clearTimeout(this.#timer)
    this.#child.hold(true)
    await this.#child.close()
  }

  #stop(): void {
    this.#spoil()
    this.#child.say('stop')
    this.#timer = setTimeout(() => this.#child.kill(), ABORT_WITHIN_MS)
  }

  /** Also of one that dies while it waits for work. */
  #end(death: Death): void {
    this.#death = death
    this.#spoil()
    this.#died?.(death)
  }

  #spoil(): void {
    this.isFit = false
  }
}

function errorOf({ isOutOfMemory, how }: Death, job: string, limit: number): DocvaultError {
  if (!isOutOfMemory)
    return new DocvaultError('reader-died', `the process of ${job} died: it ${how}`, { retry: 'later' })
  return new DocvaultError('reader-memory', `${job} took more than ${limit / MiB} MiB of memory`, {
    hint: `give it more by daemon.readerMemory, or run \`docvault ${job.replace('-', ' ')}\` without the daemon`,
  })
}
