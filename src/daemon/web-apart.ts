/**
 * The web views, made in a process of their own. It is begun by the first request; one that dies is begun anew by the next,
 * and who waited is told to come again.
 */
import { extname } from 'node:path'
import { type ChildProgram, type Death, startChild } from '../model/child-program.ts'
import { DocvaultError } from '../model/errors.ts'
import { plainError, thrownError } from '../model/plain-error.ts'
import type { Errand, FromWeb, PlainPlatform, PlainRequest, Standing, ToWeb } from '../web/messages.ts'
import type { WebPlatform, WebSource } from '../web/source.ts'
import type { Visit } from '../web/visitor.ts'

export interface WebApart {
  /** Throws DocvaultError `busy`, and `web-died` where the process ended; so does a body. */
  fetch(request: Request, visit: Visit): Promise<Response>
  close(): Promise<void>
}

/** What there is now is asked before each request. */
export interface WebApartOptions extends Pick<WebSource, 'version' | 'platforms' | 'conditions' | 'fleet'> {
  /** Of its heap. Bytes. */
  memoryBytes: number
  failed(error: unknown, path: string): void
}

type Answer = Extract<FromWeb, { type: 'answer' }>
type Part = Uint8Array | null

interface Waiting<Awaited> {
  resolve(awaited: Awaited): void
  reject(error: unknown): void
}

const MiB = 1024 * 1024
/** Each waits in the memory of both processes. */
const MOST_WAITING = 100
/** Here the sources are TypeScript, in the package JavaScript. */
const ENTRY = new URL(`./web-process${extname(import.meta.filename)}`, import.meta.url)

/** Close it. */
export function openWebApart(options: WebApartOptions): WebApart {
  let views: Views | null = null
  return {
    fetch(request, visit) {
      if (views === null || views.ended) views = new Views(options)
      return views.fetch(request, visit)
    },
    close: async () => views?.close(),
  }
}

class Views {
  ended = false
  #isClosed = false
  readonly #options: WebApartOptions
  readonly #child: ChildProgram<ToWeb, FromWeb>
  readonly #answers = new Map<number, Waiting<Answer>>()
  readonly #parts = new Map<number, Waiting<Part>>()
  readonly #errands = new Map<number, AbortController>()
  #last = 0
  #standing: string

  constructor(options: WebApartOptions) {
    this.#options = options
    const standing = standingOf(options)
    this.#standing = JSON.stringify(standing)
    this.#child = startChild({ entry: ENTRY, memoryMib: Math.floor(options.memoryBytes / MiB) })
    this.#child.hear(message => void this.#hear(message))
    void this.#child.ended.then(death => this.#end(death))
    this.#child.hold(false)
    this.#child.say({ type: 'begin', version: options.version, standing })
  }

  async fetch(asked: Request, { visitor, looked }: Visit): Promise<Response> {
    if (this.#answers.size >= MOST_WAITING)
      throw new DocvaultError('busy', 'too many others wait already', {
        hint: 'try again later',
        retry: 'later',
      })
    const request = await plainRequest(asked)
    this.#tellStanding()
    const id = ++this.#last
    const leave = () => this.#child.say({ type: 'leave', id })
    const over = () => asked.signal.removeEventListener('abort', leave)
    asked.signal.addEventListener('abort', leave, { once: true })
    try {
      const message = { type: 'request', id, request, visitor } as const
      const { status, headers, hasBody, looks } = await this.#ask(this.#answers, message)
      for (const look of looks) looked(look)
      if (!hasBody) over()
      return new Response(hasBody ? this.#body(id, over) : null, { status, headers })
    } catch (error) {
      over()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const errand of this.#errands.values()) errand.abort()
    this.#child.hold(true)
    await this.#child.close()
  }

  /** `over`: nobody waits for more of it. */
  #body(id: number, over: () => void): ReadableStream<Uint8Array> {
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const part = await this.#ask(this.#parts, { type: 'more', id })
      if (part !== null) return controller.enqueue(part)
      over()
      controller.close()
    }
    const cancel = () => {
      over()
      this.#child.say({ type: 'leave', id })
    }
    return new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 })
  }

  async #ask<Awaited>(
    waiting: Map<number, Waiting<Awaited>>,
    message: ToWeb & { id: number },
  ): Promise<Awaited> {
    const { promise, ...waits } = Promise.withResolvers<Awaited>()
    waiting.set(message.id, waits)
    if (this.ended) waits.reject(diedError())
    this.#child.say(message)
    try {
      return await promise
    } finally {
      waiting.delete(message.id)
    }
  }

  /** What is another than it was. */
  #tellStanding(): void {
    const standing = standingOf(this.#options)
    const text = JSON.stringify(standing)
    if (text === this.#standing) return
    this.#standing = text
    this.#child.say({ type: 'standing', standing })
  }

  async #hear(message: FromWeb): Promise<void> {
    const { type } = message
    if (type === 'answer') this.#answers.get(message.id)?.resolve(message)
    else if (type === 'part') this.#parts.get(message.id)?.resolve(message.bytes)
    else if (type === 'broken-off') this.#parts.get(message.id)?.reject(thrownError(message.error))
    else if (type === 'failed') this.#options.failed(thrownError(message.error), message.path)
    else if (type === 'leave-errand') this.#errands.get(message.errand)?.abort()
    else await this.#run(message)
  }

  async #run({ errand, platform: name, task }: Extract<FromWeb, { type: 'errand' }>): Promise<void> {
    const control = new AbortController()
    this.#errands.set(errand, control)
    try {
      const platform = this.#options.platforms().find(known => known.name === name)
      if (!platform)
        throw new DocvaultError('gone', `there is no platform ${name} any more`, { retry: 'later' })
      this.#child.say({ type: 'done', errand, answer: await perform(platform, task, control.signal) })
    } catch (error) {
      this.#child.say({ type: 'not-done', errand, error: plainError(error) })
    } finally {
      this.#errands.delete(errand)
    }
  }

  #end({ how }: Death): void {
    this.ended = true
    if (!this.#isClosed) this.#options.failed(new Error(`it ${how}`), 'the process of the web views')
    for (const { reject } of [...this.#answers.values(), ...this.#parts.values()]) reject(diedError())
  }
}

function diedError(): DocvaultError {
  return new DocvaultError('web-died', 'the process of the web views ended', {
    hint: 'try again: the next request begins another one',
    retry: 'later',
  })
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
