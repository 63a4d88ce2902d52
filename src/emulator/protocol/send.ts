/**
 * Answers as bytes on the wire.
 */
import type { ServerResponse } from 'node:http'
import { sendDamaged } from '../faults/damage.ts'
import { distortedValue, envelopeOf, hollowed } from '../faults/distort.ts'
import type { Fault } from '../faults/fault.ts'
import type { Answer } from './answer.ts'

const NOTHING = new Uint8Array()
const JSON_TYPE = 'application/json'

export function send(
  response: ServerResponse,
  answer: Answer,
  extraHeaders: Record<string, string>,
  faults: readonly Fault[],
): void {
  const body = bodyOf(answer, faults)
  const headers = { ...extraHeaders, ...answer.headers, ...contentHeaders(answer, body) }
  const { status } = answer
  if (faults.length > 0 && sendDamaged(response, faults, { status, headers, body: body ?? NOTHING })) return
  response.writeHead(status, headers).end(body ?? undefined)
}

/** null = an answer without a body. */
function bodyOf(answer: Answer, faults: readonly Fault[]): Uint8Array | null {
  if (answer.bytes !== undefined) return bytesOf(answer, answer.bytes, faults)
  if (answer.list === undefined && answer.value === undefined) return null
  const value =
    faults.length > 0
      ? distortedValue(answer, faults)
      : ((answer.list && envelopeOf(answer.list)) ?? answer.value)
  return Buffer.from(JSON.stringify(value))
}

function bytesOf(answer: Answer, bytes: Uint8Array, faults: readonly Fault[]): Uint8Array {
  if (faults.some(fault => fault.kind === 'empty')) return emptyBytes(answer)
  if (answer.contentType !== undefined || !faults.some(fault => fault.kind === 'hollow')) return bytes
  return Buffer.from(JSON.stringify(hollowed(JSON.parse(Buffer.from(bytes).toString()))))
}

function emptyBytes(answer: Answer): Uint8Array {
  return answer.contentType === undefined ? Buffer.from('{}') : NOTHING
}

function contentHeaders(answer: Answer, body: Uint8Array | null): Record<string, string> {
  // 204 must not have a length; 205 must say that it is 0.
  if (body === null) return answer.status === 204 ? {} : { 'content-length': '0' }
  return { 'content-type': answer.contentType ?? JSON_TYPE, 'content-length': String(body.length) }
}
