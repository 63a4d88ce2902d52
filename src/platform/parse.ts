/**
 * Turns answers into values or typed errors. Past this wrapper nobody looks at a status or at raw JSON, and
 * `value` has the shape that was asked for; unknown fields stay in it untouched.
 */
import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import {
  Forbidden,
  InvalidResponse,
  NotFound,
  type PlatformError,
  RateLimited,
  RequestRejected,
  ServerError,
  TruncatedBody,
  Unauthorized,
} from './errors.ts'
import { type Answer, type Call, pathOf } from './round-trip.ts'

/** An answer that the platform gave with 2xx. */
export function assertSuccess(answer: Answer, call: Call, now: number): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw errorFor(answer, call, now)
}

export function parseJson(answer: Answer, call: Call): unknown {
  assertPlain(answer, call)
  if (answer.body.length === 0) {
    throw new TruncatedBody(`answered ${answer.status} with an empty body`, { operation: call.operation })
  }
  if (call.deep !== true) assertShallow(answer.body, call)
  try {
    const value: unknown = JSON.parse(answer.body.toString())
    assertUtf8(answer.body, call)
    return value
  } catch (cause) {
    if (cause instanceof InvalidResponse) throw cause
    const details = { operation: call.operation, status: answer.status, cause }
    if (looksLikeHtml(answer))
      throw new InvalidResponse('answered HTML instead of JSON', { ...details, ...htmlHint })
    throw new TruncatedBody('answered JSON that ends in the middle', details)
  }
}

/**
 * Levels of arrays and objects within each other. Whatever works on answers may call itself once a level, so this is
 * what keeps it from running out of stack; V8 parses any depth.
 */
export const MOST_LEVELS = 500

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Brackets are counted outside strings; whether it is JSON at all is not this function's business. */
function assertShallow(body: Uint8Array, call: Call): void {
  let level = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === QUOTE) at = endOfString(body, at)
    else if (byte === 0x5b || byte === 0x7b) {
      if (++level > MOST_LEVELS) throw tooDeep(call)
    } else if (byte === 0x5d || byte === 0x7d) level--
  }
}

function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at
}

function tooDeep(call: Call): InvalidResponse {
  const where = `${call.method} ${pathOf(call)}`
  return new InvalidResponse(`answered JSON of more than ${MOST_LEVELS} levels (${where})`, {
    operation: call.operation,
  })
}

/** None was asked for: what is behind it cannot be trusted to be small. */
function assertPlain(answer: Answer, call: Call): void {
  const coding = String(answer.headers['content-encoding'] ?? 'identity').trim()
  if (coding === '' || coding.toLowerCase() === 'identity') return
  throw new InvalidResponse(`answered in the compression “${coding.slice(0, 40)}”, which nobody asked for`, {
    operation: call.operation,
    status: answer.status,
    hint: 'let whatever stands between docvault and the platform pass answers on as they are',
  })
}

function assertUtf8(body: Buffer, call: Call): void {
  if (isUtf8(body)) return
  throw new InvalidResponse('answered JSON that is not UTF-8', { operation: call.operation })
}

/** Some proxies and editors put one before JSON, where it means nothing. */
export function withoutByteOrderMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body
}

/** The value itself, when it has the shape; its own key order and unknown fields are kept. */
export function expectShape<S extends z.ZodType>(value: unknown, schema: S, call: Call): z.infer<S> {
  if (isShape(value, schema)) return value
  const issue = schema.safeParse(value).error?.issues[0]
  const where = issue?.path.join('.') || 'the answer'
  throw new InvalidResponse(`${where}: ${issue?.message ?? 'unexpected shape'}`, {
    operation: call.operation,
  })
}

/** What is not as the schema wants it; null: nothing. */
export function wrongIn(value: unknown, schema: z.ZodType): string | null {
  const issue = schema.safeParse(value).error?.issues[0]
  if (issue === undefined) return null
  return `${issue.path.join('.') || 'the whole'}: ${issue.message}`
}

/** Whether arrays and objects stand within each other on more levels; asked of what nobody has limited yet. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let layer: readonly object[] = isContainer(value) ? [value] : []
  for (let level = 1; layer.length > 0; level++) {
    if (level > levels) return true
    layer = layer.flatMap(container => Object.values(container).filter(isContainer))
  }
  return false
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

export function isShape<S extends z.ZodType>(value: unknown, schema: S): value is z.infer<S> {
  return schema.safeParse(value).success
}

const htmlHint = { hint: 'is platform.url the address of the API, not of the web site?' }

function looksLikeHtml(answer: Answer): boolean {
  return (
    /html/i.test(String(answer.headers['content-type'] ?? '')) ||
    answer.body.subarray(0, 64).toString().trimStart().startsWith('<')
  )
}

function errorFor(answer: Answer, call: Call, now: number): PlatformError {
  const { status } = answer
  const message = `${status} ${messageOf(answer)}`.trim()
  const details = { operation: call.operation, status }
  if (status === 401) return new Unauthorized(message, details)
  if (status === 403) return new Forbidden(message, details)
  if (status === 404 || status === 405 || status === 410 || status === 501)
    return new NotFound(message, details)
  if (status === 429) return new RateLimited(message, { ...details, retryAfterMs: retryAfterMs(answer, now) })
  if (status >= 500) return new ServerError(message, details)
  if (status >= 300 && status < 400) {
    return new InvalidResponse(`answered a redirect (${status})`, { ...details, ...htmlHint })
  }
  return new RequestRejected(message, details)
}

function messageOf(answer: Answer): string {
  if (looksLikeHtml(answer)) return 'with an HTML page'
  try {
    const body: unknown = JSON.parse(answer.body.toString())
    const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
    if (typeof error === 'object' && error !== null && 'message' in error)
      return String(error.message).slice(0, 300)
  } catch {
    // Only words for a person; an answer without any still has its status.
  }
  return ''
}

/** `Retry-After` (RFC 9110 10.2.3, seconds or date) where it exists, else `X-RateLimit-Reset` in epoch seconds. */
function retryAfterMs(answer: Answer, now: number): number {
  const after = answer.headers['retry-after']
  if (typeof after === 'string') {
    const seconds = Number(after)
    const ms = Number.isNaN(seconds) ? Date.parse(after) - now : seconds * 1000
    if (ms >= 0) return ms
  }
  const reset = Number(answer.headers['x-ratelimit-reset'])
  return Number.isNaN(reset) ? 1000 : Math.max(reset * 1000 - now, 100)
}
