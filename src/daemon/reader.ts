/**
 * Does a job that only reads the vault in a thread of its own, with memory of its own. Whatever becomes of the thread,
 * the daemon lives: what it dies of is the error of the job.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '../../config/settings.ts'
import type { Reading } from '../../jobs/reading.ts'
import { DocvaultError } from '../model/errors.ts'
import { type PlainError, thrownError } from '../model/plain-error.ts'

export interface ReaderTask {
  job: string
  config: Config
  data: unknown
}

export type ReaderMessage<Result = unknown, Event = unknown> =
  | { type: 'event'; event: Event }
  | { type: 'result'; result: Result }
  | { type: 'failed'; error: PlainError }

const MiB = 1024 * 1024
/** A stretch of work may last; after it the thread is ended wherever it is. Less than a stopping daemon waits. */
const ABORT_WITHIN_MS = 4_000
/** Here the sources are TypeScript, in the package JavaScript. */
const ENTRY = new URL(`./reader-thread${extname(import.meta.filename)}`, import.meta.url)

/** Rejects with what the job throws, with why it was aborted, or with what the thread died of. */
export async function readApart<Result, Event>(reading: Reading<Event>): Promise<Result> {
  const { job, config, data, signal, report } = reading
  signal?.throwIfAborted()
  const limit = config['daemon.readerMemory']
  const task: ReaderTask = { job, config, data }
  const worker = new Worker(ENTRY, {
    workerData: task,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: limit / MiB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  worker.on('message', (message: ReaderMessage<Result, Event>) => {
    if (message.type === 'event') report(message.event)
    else if (message.type === 'result') resolve(message.result)
    else reject(signal?.aborted ? signal.reason : thrownError(message.error))
  })
  worker.on('messageerror', error => reject(deathOf(job, limit, error)))
  worker.on('error', error => reject(deathOf(job, limit, error)))
  worker.on('exit', () => reject(signal?.aborted ? signal.reason : new ReaderDied(job, 'it ended by itself')))
  const stop = stopper(worker)
  signal?.addEventListener('abort', stop.ask, { once: true })
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop.ask)
    stop.settle()
    await worker.terminate()
  }
}

function stopper(worker: Worker) {
  let timer: NodeJS.Timeout | undefined
  return {
    ask() {
      worker.postMessage('stop')
      timer = setTimeout(() => void worker.terminate(), ABORT_WITHIN_MS)
    },
    settle: () => clearTimeout(timer),
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
