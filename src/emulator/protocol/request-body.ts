/**
 * JSON bodies of requests, bounded.
 */
import type { IncomingMessage } from 'node:http'
import { ApiError, badRequest } from './api-error.ts'

const MAX_BYTES = 64 * 1024 * 1024

/** Requests are checked by recursion. The deepest that anything needs is a document: 200 nodes, each in a list. */
const MAX_DEPTH = 1000

/** undefined when there is no body; as `readJsonBody`, for what anybody may send. */
export async function readRequestBody(request: IncomingMessage): Promise<unknown> {
  const body = await readJsonBody(request)
  if (isDeeper(body, MAX_DEPTH)) throw badRequest(`the body is nested more than ${MAX_DEPTH} deep`)
  return body
}

/** undefined when there is no body. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const buffer = Buffer.from(chunk)
    bytes += buffer.length
    if (bytes > MAX_BYTES) throw new ApiError(413, `the body is larger than ${MAX_BYTES} bytes`)
    chunks.push(buffer)
  }
  const text = Buffer.concat(chunks).toString()
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('the body is not JSON')
  }
}

function isDeeper(value: unknown, most: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true
    level = level
      .filter(child => typeof child === 'object' && child !== null)
      .flatMap(child => Object.values(child))
  }
  return false
}
