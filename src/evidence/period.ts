/** The time that a document of evidence is about: whole days of UTC, the last one perhaps still going on. */
import { UsageError } from '../model/errors.ts'
import { parseTime } from '../model/time-reference.ts'

/** Milliseconds since the epoch. */
export interface EvidencePeriod {
  from: number
  /** Not included. */
  to: number
}

export const DAY_MS = 86_400_000

/** A period that ends today ends now. Throws UsageError that names what is wrong with it. */
export function parsePeriod(
  { from, to }: { from: string | undefined; to: string | undefined },
  now: number,
): EvidencePeriod {
  const first = daysOf('--from', from, now).from
  const end = daysOf('--to', to, now).to
  const today = dayOf(now)
  if (first >= end)
    throw new UsageError(
      `the period begins on ${dayOf(first)}, and ends before that, on ${dayOf(end - DAY_MS)}`,
      { hint: 'exchange --from and --to' },
    )
  if (dayOf(end - DAY_MS) > today)
    throw new UsageError(
      `the period ends on ${dayOf(end - DAY_MS)}, in the future: today is ${today} (UTC)`,
      {
        hint: `say --to ${today}, which ends now, or a day before it`,
      },
    )
  return { from: first, to: Math.min(end, now) }
}

function daysOf(option: string, text: string | undefined, now: number): EvidencePeriod {
  if (text === undefined || text === '')
    throw new UsageError(`${option} is missing`, {
      hint: 'evidence is of a period, for example --from 2026-01-01 --to 2026-12-31',
    })
  const { from, to } = parseTime(text, { now, timezone: 'UTC' })
  if (from % DAY_MS === 0 && (to + 1) % DAY_MS === 0) return { from, to: to + 1 }
  throw new UsageError(`${option} "${text}" is no whole day`, {
    hint: 'evidence is of whole days of UTC: write for example 2026-11-17, 2026-11 or yesterday',
  })
}

/** The calendar month of UTC that was over last, and its name: `2026-10`. */
export function monthBefore(now: number): { name: string; period: EvidencePeriod } {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const period = { from: Date.UTC(year, month - 1), to: Date.UTC(year, month) }
  return { name: dayOf(period.from).slice(0, 7), period }
}

/** `2026-11-17`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

export function isIn({ from, to }: EvidencePeriod, time: string | number): boolean {
  const ms = typeof time === 'number' ? time : Date.parse(time)
  return from <= ms && ms < to
}
