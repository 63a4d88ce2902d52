import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/model/errors.ts'
import { parseTime } from '../../src/model/time-reference.ts'
import { instantOf, wallAt } from '../../src/model/zoned-time.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Saturday, 21 November 2026, 10:00 in Berlin. */
const now = Date.parse('2026-11-21T09:00Z')
const berlin = { now, timezone: 'Europe/Berlin' }
const iso = (ms: number) => new Date(ms).toISOString().replace(':00.000Z', 'Z')

describe('a time is named', () => {
  test.each([
    ['2026-11-17T08:00Z', '2026-11-17T08:00Z'],
    ['2026-11-17T08:00:00.000Z', '2026-11-17T08:00Z'],
    ['2026-11-17T08:00+02:00', '2026-11-17T06:00Z'],
    ['2026-11-17 08:00', '2026-11-17T07:00Z'],
    ['2026-07-17 08:00', '2026-07-17T06:00Z'],
    ['2026-11-17T08:00', '2026-11-17T07:00Z'],
    ['2h', '2026-11-21T07:00Z'],
    ['90 min', '2026-11-21T07:30Z'],
    ['an hour ago', '2026-11-21T08:00Z'],
    ['3 days ago', '2026-11-18T09:00Z'],
    ['3d', '2026-11-18T09:00Z'],
    ['a week ago', '2026-11-14T09:00Z'],
    ['30 days ago', '2026-10-22T08:00Z'],
    ['1 month ago', '2026-10-21T08:00Z'],
    ['Yesterday 18:00', '2026-11-20T17:00Z'],
    ['last tuesday 8:30', '2026-11-17T07:30Z'],
    ['08:00', '2026-11-21T07:00Z'],
    ['now', '2026-11-21T09:00Z'],
  ])('%s is one instant', (text, at) => {
    const { from, to } = parseTime(text, berlin)
    expect([iso(from), iso(to)]).toEqual([at, at])
  })

  test.each([
    ['2026-11-17', '2026-11-16T23:00Z', '2026-11-17T23:00Z'],
    ['yesterday', '2026-11-19T23:00Z', '2026-11-20T23:00Z'],
    ['today', '2026-11-20T23:00Z', '2026-11-21T23:00Z'],
    ['last tuesday', '2026-11-16T23:00Z', '2026-11-17T23:00Z'],
    ['tuesday', '2026-11-16T23:00Z', '2026-11-17T23:00Z'],
    ['last saturday', '2026-11-13T23:00Z', '2026-11-14T23:00Z'],
    ['2026-10', '2026-09-30T22:00Z', '2026-10-31T23:00Z'],
    // The day on which the clocks go back has 25 hours.
    ['2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
  ])('%s begins and ends at midnight in the zone of the schedules', (text, from, end) => {
    const span = parseTime(text, berlin)
    expect([iso(span.from), iso(span.to + 1)]).toEqual([from, end])
  })

  test.each([
    '',
    'tomorow',
    'last week',
    '2026-99-99',
    '2026-02-30',
    '25:00',
    '2026-11-17 24:61',
    '3 fortnights',
    '@yesterday',
  ])('"%s" is none: the error repeats it and shows what can be written', text => {
    const parse = () => parseTime(text, berlin)
    expect(parse).toThrow(UsageError)
    expect(parse).toThrow(`"${text}" is no time`)
    try {
      parse()
    } catch (error) {
      expect(error).toMatchObject({ hint: expect.stringContaining("'last tuesday'") })
    }
  })
})

describe('around the change of clocks', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/Havana',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Africa/Casablanca',
  ]
  const zone = fc.constantFrom(...zones)
  const instant = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2030, 0) })
  /** Near a change of clocks more often than chance would have it. */
  const tense = fc
    .tuple(
      fc.constantFrom(
        '2026-03-29T01:00Z',
        '2026-10-25T01:00Z',
        '2026-11-01T06:00Z',
        '2026-03-08T05:00Z',
        '2011-12-30T10:00Z',
        '2026-04-04T15:00Z',
      ),
      fc.integer({ min: -3 * 60, max: 3 * 60 }),
    )
    .map(([at, minutes]) => Date.parse(at) + minutes * MINUTE_MS)
  const any = fc.oneof(instant, tense)

  test('what a clock shows leads back to the first instant at which it shows it', () => {
    fc.assert(
      fc.property(any, zone, (at, timezone) => {
        const wall = wallAt(at, timezone)
        const first = instantOf(wall, timezone)
        expect(wallAt(first, timezone)).toBe(wall)
        expect(first).toBeLessThanOrEqual(at)
        expect(at - first).toBeLessThanOrEqual(3 * 60 * MINUTE_MS)
      }),
      { numRuns: 100 },
    )
  })

  test('a time that is jumped over is as long after the jump as it is after its start', () => {
    expect(iso(instantOf(Date.UTC(2026, 2, 29, 2, 30), 'Europe/Berlin'))).toBe('2026-03-29T01:30Z')
    expect(iso(instantOf(Date.UTC(2026, 9, 25, 2, 30), 'Europe/Berlin'))).toBe('2026-10-25T00:30Z')
  })

  test('every instant is in the day that its date names, and days neither overlap nor leave anything out', () => {
    fc.assert(
      fc.property(any, zone, (at, timezone) => {
        const day = (instant: number) => new Date(wallAt(instant, timezone)).toISOString().slice(0, 10)
        const span = parseTime(day(at), { now, timezone })
        expect(span.from).toBeLessThanOrEqual(at)
        expect(span.to).toBeGreaterThanOrEqual(at)
        expect(day(span.from)).toBe(day(at))
        expect(day(span.to)).toBe(day(at))
        expect(parseTime(day(span.to + 1), { now, timezone }).from).toBe(span.to + 1)
      }),
      { numRuns: 100 },
    )
  })

  test('yesterday ends where today begins, and holds the same time of yesterday', () => {
    fc.assert(
      fc.property(any, zone, (at, timezone) => {
        const clock = { now: at, timezone }
        const [yesterday, today] = [parseTime('yesterday', clock), parseTime('today', clock)]
        expect(today.from).toBeLessThanOrEqual(at)
        expect(today.to).toBeGreaterThanOrEqual(at)
        // The day that Samoa left out.
        if (timezone !== 'Pacific/Apia') expect(yesterday.to + 1).toBe(today.from)
        expect(Math.abs(at - parseTime('1 day ago', clock).to - DAY_MS)).toBeLessThanOrEqual(DAY_MS)
      }),
      { numRuns: 100 },
    )
  })
})
