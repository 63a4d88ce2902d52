/**
 * Faults of the transport: how bytes that were right reach the client wrong.
 */
import type { ServerResponse } from 'node:http'
import type { Fault } from './fault.ts'

/** True when the answer was sent (or not) here; false when it is to be sent as usual. */
export function sendDamaged(
  response: ServerResponse,
  faults: readonly Fault[],
  status: number,
  headers: Record<string, string>,
  body: Uint8Array,
): boolean {
  for (const { kind, afterBytes, ms } of faults) {
    if (kind === 'drip') return sendDripping(response, status, headers, body, ms ?? 10)
    if (kind === 'reset') return sendReset(response, status, headers, body.subarray(0, afterBytes ?? 0))
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
  status: number,
  headers: Record<string, string>,
  body: Uint8Array,
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

function sendReset(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  sent: Uint8Array,
): boolean {
  const reset = () => void response.socket?.resetAndDestroy()
  if (sent.length === 0) reset()
  else response.writeHead(status, headers).write(sent, reset)
  return true
}
