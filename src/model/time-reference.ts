/**
 * How people name a time: `yesterday`, `last tuesday 08:00`, `2h`, `2026-11-17 08:00`. The only parser of such names; what
 * has no zone of its own is of the zone of the schedules. A day or a month has two ends, and which one is meant is for
 * who asks: what changed since a day means its start, how something was on a day means its end.
 */
import { UsageError } from './errors.ts'
import { instantOf, wallAt } from './zoned-time.ts'

export interface LocalClock {
  /** Milliseconds since the epoch. */
  now: number
  /** Of the schedules, e.g. `Europe/Berlin`. */
  timezone: string
}

/** Both included; the same where an instant is named. Milliseconds since the epoch. */
export interface TimeSpan {
  from: number
  to: number
}

export const TIME_EXAMPLES =
  "2h, '3 days ago', yesterday, 'yesterday 18:00', 'last tuesday', 2026-11-17, '2026-11-17 08:00', 2026-11-17T08:00Z"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What is reckoned back: some by the clock on the wall, some by the time that passed. */
const passed: Readonly<Record<string, number>> = {
  s: 1000,
  second: 1000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  h: HOUR_MS,
  hour: HOUR_MS,
}
const days: Readonly<Record<string, number>> = { d: 1, day: 1, w: 7, week: 7 }
const months: Readonly<Record<string, number>> = { month: 1, year: 12 }
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Throws UsageError naming the word that is none. */
export function parseTime(text: string, clock: LocalClock): TimeSpan {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const found = absolute(words, clock) ?? ago(words, clock) ?? dayNamed(words, clock)
  if (found && Number.isFinite(found.from) && Number.isFinite(found.to)) return found
  throw new UsageError(`"${text}" is no time`, { hint: `write for example ${TIME_EXAMPLES}` })
}

const ABSOLUTE =
  /^(\d{4})-(\d\d)(?:-(\d\d)(?:[t ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(z|[+-]\d\d:?\d\d)?)?)?$/

function absolute(words: string, clock: LocalClock): TimeSpan | null {
  const match = ABSOLUTE.exec(words)
  if (!match) return null
  const [, year, month, day, hour, minute, second = '0', fraction = '', zone] = match
  const date = dateOf(Number(year), Number(month), Number(day ?? 1))
  if (date === null) return null
  if (day === undefined) return spanOf(date, addMonths(date, 1), clock)
  if (hour === undefined) return spanOf(date, date + DAY_MS, clock)
  const time = timeOf(Number(hour), Number(minute), Number(second))
  if (time === null) return null
  const wall = date + time + Number(fraction.padEnd(3, '0').slice(0, 3))
  return instant(zone === undefined ? instantOf(wall, clock.timezone) : wall - offsetOf(zone))
}

function offsetOf(zone: string): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone)
  if (!match) return 0
  const ms = Number(match[2]) * HOUR_MS + Number(match[3]) * 60_000
  return match[1] === '-' ? -ms : ms
}

/** `2h`, `3 days ago`, `a week ago`. A day ago is the same time of the day, however long that day was. */
function ago(words: string, clock: LocalClock): TimeSpan | null {
  const match = /^(\d{1,6}|an?) ?([a-z]+?)s?( ago)?$/.exec(words)
  if (!match) return null
  const [, amount = '', unit = ''] = match
  const count = /^\d/.test(amount) ? Number(amount) : 1
  const ms = passed[unit]
  if (ms !== undefined) return instant(clock.now - count * ms)
  const wall = wallAt(clock.now, clock.timezone)
  const [ofDays, ofMonths] = [days[unit], months[unit]]
  if (ofDays !== undefined) return instant(instantOf(wall - count * ofDays * DAY_MS, clock.timezone))
  if (ofMonths === undefined) return null
  return instant(instantOf(addMonths(wall, -count * ofMonths), clock.timezone))
}

/** `yesterday`, `last tuesday`, `today 08:00`, `08:00`, `now`. */
function dayNamed(words: string, clock: LocalClock): TimeSpan | null {
  if (words === 'now') return instant(clock.now)
  const match = /^([a-z]+(?: [a-z]+)?)?(?:(?:^| )(\d\d?):(\d\d))?$/.exec(words)
  if (!match || words === '') return null
  const [, name = 'today', hour, minute] = match
  const wall = wallAt(clock.now, clock.timezone)
  const back = daysBack(name, new Date(wall).getUTCDay())
  if (back === null) return null
  const day = wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS) - back * DAY_MS
  if (hour === undefined) return spanOf(day, day + DAY_MS, clock)
  const time = timeOf(Number(hour), Number(minute), 0)
  return time === null ? null : instant(instantOf(day + time, clock.timezone))
}

/** A day of the week is the last one before today. */
function daysBack(name: string, today: number): number | null {
  if (name === 'today') return 0
  if (name === 'yesterday') return 1
  const weekday = weekdays.indexOf(name.replace(/^last /, ''))
  return weekday < 0 ? null : ((today - weekday + 6) % 7) + 1
}

function dateOf(year: number, month: number, day: number): number | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null
}

function timeOf(hour: number, minute: number, second: number): number | null {
  return hour < 24 && minute < 60 && second < 60 ? hour * HOUR_MS + minute * 60_000 + second * 1000 : null
}

/** The last day of a month that has fewer. */
function addMonths(wall: number, count: number): number {
  const date = new Date(wall)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

function spanOf(start: number, end: number, { timezone }: LocalClock): TimeSpan {
  return { from: instantOf(start, timezone), to: instantOf(end, timezone) - 1 }
}

function instant(at: number): TimeSpan {
  return { from: at, to: at }
}
