/**
 * Turns answers into values or typed errors. Past this wrapper nobody looks at a status or at raw JSON, and
 * `value` has the shape that was asked for; unknown fields stay in it untouched.
 */
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
import type { Answer, Call } from './round-trip.ts'

/** An answer that the platform gave with 2xx. */
export function assertSuccess(answer: Answer, call: Call, now: number): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw errorFor(answer, call, now)
}

export function parseJson(answer: Answer, call: Call): unknown {
  if (answer.body.length === 0) {
    throw new TruncatedBody(`answered ${answer.status} with an empty body`, { operation: call.operation })
  }
  try {
    return JSON.parse(answer.body.toString())
  } catch (cause) {
    const details = { operation: call.operation, status: answer.status, cause }
    if (looksLikeHtml(answer))
      throw new InvalidResponse('answered HTML instead of JSON', { ...details, ...htmlHint })
    throw new TruncatedBody('answered JSON that ends in the middle', details)
  }
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

function isShape<S extends z.ZodType>(value: unknown, schema: S): value is z.infer<S> {
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
