/**
 * Faults of the transport: how bytes that were right reach the client wrong.
 */
import type { ServerResponse } from 'node:http'
import type { EncodedAnswer } from '../protocol/answer.ts'
import type { Fault } from './fault.ts'

/** True when the answer was sent (or not) here; false when it is to be sent as usual. */
export function sendDamaged(
  response: ServerResponse,
  faults: readonly Fault[],
  answer: EncodedAnswer,
): boolean {
  const { status, headers, body } = answer
  for (const { kind, afterBytes, ms } of faults) {
    if (kind === 'drip') return sendDripping(response, answer, ms ?? 10)
    if (kind === 'reset') return sendReset(response, { ...answer, body: body.subarray(0, afterBytes ?? 0) })
    const kept = body.subarray(0, afterBytes ?? Math.floor(body.length / 2))
    if (kind === 'truncate') {
      response.writeHead(status, { ...headers, 'content-length': String(kept.length) }).end(kept)
      return true
    }
    if (kind === 'wrong-length') {
      response.writeHead(status, headers).flushHeaders()
      if (kept.length > 0) response.write(kept)
      response.socket?.destroySoon()
      return true
    }
  }
  return false
}

function sendDripping(
  response: ServerResponse,
  { status, headers, body }: EncodedAnswer,
  everyMs: number,
): boolean {
  response.writeHead(status, headers).flushHeaders()
  let sent = 0
  const timer = setInterval(() => {
    response.write(body.subarray(sent, ++sent))
    if (sent >= body.length) response.end()
  }, everyMs)
  response.once('close', () => clearInterval(timer))
  return true
}

/** What comes before the reset is the body that is given. */
function sendReset(response: ServerResponse, { status, headers, body }: EncodedAnswer): boolean {
  const reset = () => void response.socket?.resetAndDestroy()
  if (body.length === 0) reset()
  else response.writeHead(status, headers).write(body, reset)
  return true
}
