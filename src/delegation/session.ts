/**
 * One command at the daemon's socket, from its first line to the last answer. Its work ends early when the command
 * cancels it or is gone. The daemon never waits for a command to read: progress is left out where it does not, and one
 * that does not read the rest either is hung up on.
 */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Interrupted, UsageError } from '../model/errors.ts'
import { plainError } from '../model/plain-error.ts'
import type { Redact } from '../model/redact.ts'
import {
  type Answer,
  cancelSchema,
  lineOf,
  linesOf,
  requestSchema,
  type WireError,
  type WorkRequest,
} from './messages.ts'

/** How the work tells what becomes of it. */
export interface Watch {
  signal: AbortSignal
  waiting(runs: readonly string[]): void
  begun(run: string): void
  event(event: object): void
}

export type Work = (request: WorkRequest, watch: Watch) => Promise<unknown>

export interface SessionOptions {
  socket: Socket
  work: Work
  redact: Redact
}

/** A plan of a hundred thousand pages has a tenth of it. */
const MOST_REQUEST_BYTES = 256 * 1024 * 1024
const FIRST_LINE_WITHIN_MS = 10_000
const PROGRESS_UP_TO_BYTES = 1024 * 1024
const MOST_UNREAD_BYTES = 256 * 1024 * 1024

/** Resolves when the command has its answer, or is gone. */
export async function serveSession({ socket, work, redact }: SessionOptions): Promise<void> {
  const control = new AbortController()
  const closed = once(socket, 'close').catch(() => {})
  socket.on('error', () => {})
  socket.on('close', () => control.abort(new Interrupted()))
  const late = setTimeout(() => socket.destroy(), FIRST_LINE_WITHIN_MS)
  const lines = linesOf(socket.iterator({ destroyOnReturn: false }), MOST_REQUEST_BYTES)
  const send = (answer: Answer) => write(socket, answer)
  try {
    const first = await lines.next()
    clearTimeout(late)
    if (first.done) return
    const working = work(parseLine(requestSchema, first.value), watchOf(socket, control.signal))
    heedCancel(lines, control).catch(() => socket.destroy())
    send({ type: 'result', result: (await working) ?? null })
  } catch (error) {
    send({ type: 'failed', error: wireError(error, redact) })
  } finally {
    clearTimeout(late)
    socket.end()
    await closed
  }
}

function watchOf(socket: Socket, signal: AbortSignal): Watch {
  return {
    signal,
    waiting: runs => write(socket, { type: 'waiting', runs: [...runs] }),
    begun: run => write(socket, { type: 'begun', run }),
    event: event => {
      if (socket.writableLength > PROGRESS_UP_TO_BYTES && isProgress(event)) return
      write(socket, { type: 'event', event })
    },
  }
}

/** What is said again soon, and changes nothing but a bar. */
const PROGRESS: readonly unknown[] = ['done', 'scope', 'expect', 'step']

function isProgress(event: object): boolean {
  return !('type' in event) || PROGRESS.includes(event.type)
}

function write(socket: Socket, answer: Answer): void {
  if (!socket.writable) return
  socket.write(lineOf(answer))
  if (socket.writableLength > MOST_UNREAD_BYTES) socket.destroy()
}

async function heedCancel(lines: AsyncIterable<string>, control: AbortController): Promise<void> {
  for await (const line of lines) {
    parseLine(cancelSchema, line)
    control.abort(new Interrupted())
  }
}

function parseLine<T>(schema: { safeParse(value: unknown): { data?: T } }, line: string): T {
  const { data } = schema.safeParse(parseJson(line))
  if (data === undefined) throw new UsageError('what came over the socket is nothing that a command says')
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As the command would have told it: without secrets, and a bug with its stack. */
function wireError(thrown: unknown, redact: Redact): WireError {
  const { code, message, stack, hint, retry } = plainError(thrown)
  const words = redact(stack ?? message)
  return { code, message: words, retry, ...(hint === undefined ? {} : { hint: redact(hint) }) }
}
