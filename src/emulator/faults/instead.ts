/**
 * Faults that answer in the operation's place.
 */
import { type Answer, errorAnswer } from '../protocol/answer.ts'
import type { Fault } from './fault.ts'

const PAGE =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Checking…</body></html>\n'
/** Nothing listens there, and a careful client does not even try. */
const ELSEWHERE = 'http://127.0.0.1:9/elsewhere'

/** null when the operation answers by itself. */
export function answerInstead(faults: readonly Fault[]): Answer | null {
  for (const { kind, status, location, text, headers } of faults) {
    if (kind === 'answer') {
      return { status: status ?? 200, bytes: Buffer.from(text ?? ''), ...(headers ? { headers } : {}) }
    }
    if (kind === 'status') return errorAnswer(status ?? 500, `fault: status ${status ?? 500}`)
    if (kind === 'html') {
      return { status: status ?? 200, bytes: Buffer.from(PAGE), contentType: 'text/html; charset=utf-8' }
    }
    if (kind === 'redirect') return { status: status ?? 302, headers: { location: location ?? ELSEWHERE } }
  }
  return null
}
