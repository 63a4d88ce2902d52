/** When something that somebody begins now shall end: after a time such as `30d`, or on a day that comes. */
import { UsageError } from '../model/errors.ts'
import { parseTime } from '../model/time-reference.ts'

const units: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24 }
const HOUR_MS = 3_600_000

/** ISO 8601; of a day its end. Throws UsageError for what is over already. */
export function parseEnd(option: string, text: string, clock: { now: number; timezone: string }): string {
  const [, count, unit = ''] = /^(\d{1,5}) ?([hdw])$/.exec(text) ?? []
  const at =
    count === undefined
      ? dayOf(option, text, clock)
      : clock.now + Number(count) * (units[unit] ?? 0) * HOUR_MS
  if (at > clock.now) return new Date(at).toISOString()
  throw new UsageError(`${option} "${text}" is over already`, { hint: HINT })
}

function dayOf(option: string, text: string, clock: { now: number; timezone: string }): number {
  try {
    return parseTime(text, clock).to
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause
    throw new UsageError(`${option} "${text}" is no time`, { hint: HINT, cause })
  }
}

const HINT = 'write how long from now, e.g. 48h, 90d or 8w, or a day that comes, e.g. 2031-12-31'
