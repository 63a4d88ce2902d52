/**
 * Wall clocks of a time zone, and the instants that they show. A wall time is written as the milliseconds that it would
 * be in UTC, so that it can be reckoned with.
 */

const DAY_MS = 86_400_000

/** What a clock in the zone shows at an instant. */
export function wallAt(instant: number, timezone: string): number {
  return makeWallClock(timezone)(instant)
}

/** The same for many instants of one zone. */
export function makeWallClock(timezone: string): (instant: number) => number {
  const format = clockOf(timezone)
  return instant => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const of = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
    const seconds = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
    return seconds + (((instant % 1000) + 1000) % 1000)
  }
}

/**
 * The instant at which a clock in the zone shows it: the first, where it shows it twice; where it jumps over it, the one
 * that is as long after the jump as the time is.
 */
export function instantOf(wall: number, timezone: string): number {
  const offsetAt = (instant: number) => wallAt(instant, timezone) - instant
  const [before, after] = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)]
  const shown = [before, after].filter(instant => wallAt(instant, timezone) === wall)
  return shown.length === 0 ? before : Math.min(...shown)
}

/** More than any configuration names. */
const MOST_ZONES = 100

/** A format of a time zone is made once: that takes a hundred times as long as to format a time. */
export function perZone(
  make: (timezone: string) => Intl.DateTimeFormat,
): (timezone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>()
  return timezone => {
    const known = made.get(timezone)
    if (known) return known
    const format = make(timezone)
    if (made.size >= MOST_ZONES) made.clear()
    made.set(timezone, format)
    return format
  }
}

const FIELDS = {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

const clockOf = perZone(timeZone => new Intl.DateTimeFormat('en-US', { ...FIELDS, timeZone }))
