/**
 * One request and its whole answer. Everything else (auth, pace, retry, parse) wraps a `RoundTrip`.
 */
import { errors, type Pool } from 'undici'
import { ConnectionError, InvalidResponse, PlatformError, TooLarge, TruncatedBody } from './errors.ts'
import { JsonText } from './json-text.ts'
import { notTooSlow, type Patience } from './patience.ts'
import { type Hold, type Release, type Room, SMALL_BYTES } from './room.ts'

export interface Call {
  /** Name in docs/reference/operations.md. */
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path segments below `/v1`, not encoded. */
  path: readonly string[]
  query?: Readonly<Record<string, QueryValue>>
  body?: unknown
  /** Makes something new each time, so it is never repeated; a POST never is. */
  once?: boolean
  /** The answer may be nested as deep as it likes: whoever asks looks after that. */
  deep?: boolean
  /** Keeps the room of a large answer after it is parsed. */
  hold?: Hold
}
type QueryValue = string | number | boolean | readonly string[] | undefined

export interface Answer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  /** Gives back the room that a large body holds; for whoever parses it. */
  release?: Release
}

export type RoundTrip = (call: Call, signal?: AbortSignal) => Promise<Answer>

export interface ConnectionOptions {
  pool: Pool
  /** Path in front of the segments, e.g. `/v1`. */
  prefix: string
  userAgent: string
  maxBodyBytes: number
  room: Room
  /** For a whole answer, from the request to the last byte of the body. */
  answerTimeoutMs: number
  patience: Patience
}

/** The innermost round trip. Errors: ConnectionError, TruncatedBody, TooLarge; any status is an answer. */
export function makeRoundTrip(options: ConnectionOptions, token: string): RoundTrip {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': options.userAgent,
  }
  return async (call, signal) => {
    signal?.throwIfAborted()
    assertNamesOneThing(call)
    const deadline = makeDeadline(call, options.answerTimeoutMs, signal)
    try {
      const answer = await options.pool.request({
        method: call.method,
        path: options.prefix + pathOf(call),
        headers: call.body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        body: call.body === undefined ? null : JsonText.of(call.body).text,
        signal: deadline.signal,
      })
      const pieces = notTooSlow(answer.body, call.operation, options.patience)
      const announced = Number(answer.headers['content-length'] ?? options.maxBodyBytes)
      const enter = () => deadline.without(() => options.room.take(announced, signal))
      const received = await readAll(pieces, options.maxBodyBytes, call.operation, enter)
      return { status: answer.statusCode, headers: answer.headers, ...received }
    } catch (cause) {
      throw asPlatformError(cause, call.operation, deadline.signal)
    } finally {
      deadline.clear()
    }
  }
}

/** Aborts with the caller's reason, or with an error that says how long was waited. */
function makeDeadline({ operation }: Call, ms: number, signal?: AbortSignal) {
  const late = new AbortController()
  const message = `no whole answer within ${Math.ceil(ms / 1000)} s`
  const hint = 'if the platform needs that long, raise platform.answerTimeout'
  const start = () => setTimeout(() => late.abort(new ConnectionError(message, { operation, hint })), ms)
  let timer = start()
  const stop = () => clearTimeout(timer)
  // Cheaper than a signal of both: there is one for each request.
  const pass = () => late.abort(signal?.reason)
  signal?.addEventListener('abort', pass, { once: true })
  return {
    signal: late.signal,
    clear: () => {
      stop()
      signal?.removeEventListener('abort', pass)
    },
    /** Waits for something of ours; the time begins anew after it. */
    async without<T>(wait: () => Promise<T>): Promise<T> {
      stop()
      const value = await wait()
      timer = start()
      return value
    },
  }
}

/** An id that would lead to another path than the one that was meant: the platform, or a proxy, would answer for that. */
function assertNamesOneThing(call: Call): void {
  const bad = call.path.find(segment => !isId(segment))
  const isRoot = call.path.length === 1 && bad === ''
  if (bad === undefined || isRoot) return
  throw new InvalidResponse(`${JSON.stringify(bad.slice(0, 100))} is no id that can be asked for`, {
    operation: call.operation,
  })
}

/** `.` and `..` are resolved away on the way, half a surrogate pair cannot be sent. */
export function isId(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && text.isWellFormed() && !/\p{Cc}/u.test(text)
}

export function pathOf(call: Pick<Call, 'path' | 'query'>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (Array.isArray(value)) for (const member of value) query.append(name, member)
    else if (value !== undefined) query.append(name, String(value))
  }
  const path = call.path.map(segment => `/${encodeURIComponent(segment)}`).join('')
  return query.size === 0 ? path : `${path}?${query}`
}

/** A body that turns out large `enter`s first; it holds the room until it is released, or at once no more if it fails. */
async function readAll(
  body: AsyncIterable<Buffer>,
  limitBytes: number,
  operation: string,
  enter: () => Promise<Release>,
): Promise<Pick<Answer, 'body' | 'release'>> {
  const chunks: Buffer[] = []
  let size = 0
  let release: Release | null = null
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > limitBytes) throw tooLarge(limitBytes, operation)
      chunks.push(chunk)
      if (size > SMALL_BYTES) release ??= await enter()
    }
    const whole = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
    return release === null ? { body: whole } : { body: whole, release }
  } catch (error) {
    release?.()
    throw error
  }
}

function tooLarge(limitBytes: number, operation: string): TooLarge {
  return new TooLarge(`the answer is larger than ${limitBytes} bytes (platform.maxBodyBytes)`, {
    operation,
    hint: 'raise platform.maxBodyBytes if this is right',
  })
}

/** Translates what undici throws; an abort by the caller passes through. */
export function asPlatformError(cause: unknown, operation: string, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason
  if (cause instanceof PlatformError) return cause
  if (
    cause instanceof errors.SocketError ||
    cause instanceof errors.BodyTimeoutError ||
    isLengthMismatch(cause)
  ) {
    const cut = cause instanceof errors.SocketError && (cause.socket?.bytesRead ?? 0) === 0
    return cut
      ? new ConnectionError('the connection was closed without an answer', { operation, cause })
      : new TruncatedBody('the answer was cut off', { operation, cause })
  }
  const words = cause instanceof Error ? cause.message : String(cause)
  return new ConnectionError(`no connection (${words || 'unknown cause'})`, { operation, cause })
}

function isLengthMismatch(cause: unknown): boolean {
  return cause instanceof errors.ResponseContentLengthMismatchError
}
