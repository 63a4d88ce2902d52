/** A few words around what was found, on one line. */
import type { Found } from './found.ts'

/** A pattern may find a whole page. */
const MOST_FOUND = 500

export function excerptOf({ within, start, end }: Found, context: number): string {
  const last = Math.min(end, start + MOST_FOUND)
  const [from, to] = [Math.max(0, start - context), Math.min(within.length, last + context)]
  const text = `${from > 0 ? '…' : ''}${within.slice(from, to)}${to < within.length ? '…' : ''}`
  // Half of a character at either end.
  return text.toWellFormed().replaceAll('\uFFFD', '').replace(/\s+/g, ' ').trim()
}
