/**
 * The web views, made in a thread of their own. It is begun by the first request; one that dies is begun anew by the next,
 * and who waited is told to come again.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DocvaultError } from '../model/errors.ts'
import { plainError, thrownError } from '../model/plain-error.ts'
import type { Errand, FromThread, PlainPlatform, PlainRequest, Standing, ToThread } from '../web/messages.ts'
import type { WebPlatform, WebSource } from '../web/source.ts'
import type { Visit } from '../web/visitor.ts'

export interface WebApart {
  /** Throws DocvaultError `busy`, and `web-died` where the thread ended. */
  fetch(request: Request, visit: Visit): Promise<Response>
  close(): Promise<void>
}

/** What there is now is asked before each request. */
export interface WebApartOptions extends Pick<WebSource, 'version' | 'platforms' | 'conditions' | 'fleet'> {
  /** Of its heap. Bytes. */
  memoryBytes: number
  failed(error: unknown, path: string): void
}

interface Waiting {
  resolve(response: Response): void
  looked: Visit['looked']
  reject(error: unknown): void
}

const MiB = 1024 * 1024
/** Each waits in the memory of both threads. */
const MOST_WAITING = 100
/** Here the sources are TypeScript, in the package JavaScript. */
const ENTRY = new URL(`./web-thread${extname(import.meta.filename)}`, import.meta.url)

/** Close it. */
export function openWebApart(options: WebApartOptions): WebApart {
  let thread: WebThread | null = null
  return {
    fetch(request, visit) {
      if (thread === null || thread.ended) thread = new WebThread(options)
      return thread.fetch(request, visit)
    },
    close: async () => thread?.close(),
  }
}

class WebThread {
  ended = false
  readonly #options: WebApartOptions
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #errands = new Map<number, AbortController>()
  #last = 0
  #standing: string

  constructor(options: WebApartOptions) {
    this.#options = options
    const standing = standingOf(options)
    this.#standing = JSON.stringify(standing)
    this.#worker = new Worker(ENTRY, {
      workerData: { version: options.version, standing },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryBytes / MiB },
    })
    this.#worker.on('message', (message: FromThread) => void this.#hear(message))
    this.#worker.on('error', error => options.failed(error, 'the thread of the web views'))
    this.#worker.on('exit', () => this.#end())
    this.#worker.unref()
  }

  async fetch(asked: Request, { visitor, looked }: Visit): Promise<Response> {
    if (this.#waiting.size >= MOST_WAITING)
      throw new DocvaultError('busy', 'too many others wait already', {
        hint: 'try again later',
        retry: 'later',
      })
    const request = await plainRequest(asked)
    this.#tellStanding()
    const id = ++this.#last
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    this.#waiting.set(id, { resolve, reject, looked })
    const leave = () => this.#say({ type: 'leave', id })
    asked.signal.addEventListener('abort', leave, { once: true })
    this.#say({ type: 'request', id, request, visitor })
    try {
      return await promise
    } finally {
      asked.signal.removeEventListener('abort', leave)
      this.#waiting.delete(id)
    }
  }

  async close(): Promise<void> {
    for (const errand of this.#errands.values()) errand.abort()
    await this.#worker.terminate()
  }

  /** What is another than it was. */
  #tellStanding(): void {
    const standing = standingOf(this.#options)
    const text = JSON.stringify(standing)
    if (text === this.#standing) return
    this.#standing = text
    this.#say({ type: 'standing', standing })
  }

  async #hear(message: FromThread): Promise<void> {
    if (message.type === 'answer') {
      const { id, status, headers, body, looks } = message
      const waiting = this.#waiting.get(id)
      for (const look of looks) waiting?.looked(look)
      waiting?.resolve(new Response(body, { status, headers }))
    } else if (message.type === 'failed') this.#options.failed(thrownError(message.error), message.path)
    else if (message.type === 'leave-errand') this.#errands.get(message.errand)?.abort()
    else await this.#run(message)
  }

  async #run({ errand, platform: name, task }: Extract<FromThread, { type: 'errand' }>): Promise<void> {
    const control = new AbortController()
    this.#errands.set(errand, control)
    try {
      const platform = this.#options.platforms().find(known => known.name === name)
      if (!platform)
        throw new DocvaultError('gone', `there is no platform ${name} any more`, { retry: 'later' })
      this.#say({ type: 'done', errand, answer: await perform(platform, task, control.signal) })
    } catch (error) {
      this.#say({ type: 'not-done', errand, error: plainError(error) })
    } finally {
      this.#errands.delete(errand)
    }
  }

  #say(message: ToThread): void {
    if (!this.ended) this.#worker.postMessage(message)
  }

  #end(): void {
    this.ended = true
    const died = new DocvaultError('web-died', 'the thread of the web views ended', {
      hint: 'try again: the next request begins another one',
      retry: 'later',
    })
    for (const { reject } of this.#waiting.values()) reject(died)
  }
}

function standingOf({ platforms, conditions, fleet }: WebApartOptions): Standing {
  return { platforms: platforms().map(plain), conditions: conditions(), fleet: fleet() }
}

function plain({ find: _find, approvals: _approvals, restores, ...rest }: WebPlatform): PlainPlatform {
  return { ...rest, restores: restores !== null }
}

/** Who serves it has limited its body. */
async function plainRequest(request: Request): Promise<PlainRequest> {
  const { url, method, headers } = request
  return { url, method, headers: [...headers], body: method === 'POST' ? await request.text() : null }
}

function perform(
  { find, restores, approvals }: WebPlatform,
  task: Errand,
  signal: AbortSignal,
): Promise<unknown> {
  if (task.what === 'find') return find(task.data, signal)
  if (task.what === 'ask') return approvals.ask(task.data)
  if (task.what === 'decide') return approvals.decide(task.data)
  if (restores === null) throw new DocvaultError('gone', 'nothing is restored from here any more')
  if (task.what === 'plan') return restores.plan(task.data)
  return task.what === 'apply' ? restores.apply(task.data) : restores.run(task.data)
}
