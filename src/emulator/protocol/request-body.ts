/**
 * JSON bodies of requests, bounded.
 */
import type { IncomingMessage } from 'node:http'
import { ApiError, badRequest } from './api-error.ts'

const MAX_BYTES = 64 * 1024 * 1024

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
