/** Forty histories of vaults, and thirty policies, to be held against the oracle. */

import type { RetainedSnapshot } from '../../src/retention/plan.ts'
import { BUCKETS, type RetentionPolicy, type RetentionRule } from '../../src/retention/policy.ts'

export interface History {
  name: string
  timezone: string
  snapshots: RetainedSnapshot[]
}

type Night = Partial<Omit<RetainedSnapshot, 'snapshot'>> & { at: string | number }

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Numbered in the order given. Of `acme`, complete, and by hand, where nothing else is said. */
export function snapshotsOf(nights: readonly Night[]): RetainedSnapshot[] {
  return nights.map(({ at, ...night }, index) => ({
    snapshot: index + 1,
    organization: 'acme',
    state: 'complete',
    trigger: 'manual',
    started: new Date(at).toISOString(),
    ...night,
  }))
}

/** So many, a fixed time apart. */
export function every(stepMs: number, count: number, from: string): Night[] {
  const start = Date.parse(from)
  return Array.from({ length: count }, (_, index) => ({ at: start + index * stepMs }))
}

/** Started `lateMs` after the tick that wanted them. */
function ticked(nights: readonly Night[], lateMs: number): Night[] {
  return nights.map(({ at, ...night }) => {
    const tick = new Date(at)
    return { ...night, at: tick.getTime() + lateMs, tick: tick.toISOString(), trigger: 'schedule' }
  })
}

/** Each `n`-th is something else. */
function mixed(nights: readonly Night[], n: number, other: Omit<Night, 'at'>): Night[] {
  return nights.map((night, index) => (index % n === n - 1 ? { ...night, ...other } : night))
}

const nights = (count: number, from = '2026-01-01T02:00Z') => every(DAY_MS, count, from)
const READING = { trigger: 'restore (before)' } as const
const READ_BACK = { trigger: 'restore (after)' } as const
const PARTIAL = { state: 'partial' } as const

const byName: Readonly<Record<string, readonly [timezone: string, nights: Night[]]>> = {
  'nothing yet': ['UTC', []],
  'a single night': ['UTC', nights(1)],
  'two nights': ['UTC', nights(2)],
  'a month of nights': ['UTC', nights(31)],
  'four hundred nights': ['Europe/Berlin', nights(400, '2025-06-15T01:00Z')],
  'nights across the end of 2026': ['Europe/Lisbon', nights(40, '2026-12-10T02:00Z')],
  'weeks for three years': ['UTC', every(7 * DAY_MS, 156, '2024-01-03T02:00Z')],
  'months for ten years': ['UTC', every(30 * DAY_MS, 120, '2016-01-03T02:00Z')],
  'hours for ten days': ['America/New_York', every(HOUR_MS, 240, '2026-05-01T00:30Z')],
  'every ten minutes for two days': ['UTC', every(HOUR_MS / 6, 288, '2026-05-01T00:00Z')],
  'several a day, unevenly': ['Asia/Kolkata', every(7 * HOUR_MS + 13 * 60_000, 150, '2026-02-01T00:00Z')],
  'five a second': ['UTC', every(200, 50, '2026-02-01T00:00Z')],
  'all at one time': ['UTC', every(0, 20, '2026-02-01T00:00Z')],
  'a year away': ['UTC', [...nights(30), ...nights(3, '2027-02-15T02:00Z')]],
  'away after one night': ['UTC', [...nights(1), ...nights(10, '2028-02-25T02:00Z')]],
  'a leap day': ['UTC', nights(70, '2028-01-20T23:00Z')],
  'Lisbon in spring, by the hour': ['Europe/Lisbon', every(HOUR_MS, 60, '2026-03-28T00:00Z')],
  'Lisbon in autumn, by the hour': ['Europe/Lisbon', every(HOUR_MS, 60, '2026-10-24T00:00Z')],
  'Lisbon in autumn, by the half hour': ['Europe/Lisbon', every(HOUR_MS / 2, 120, '2026-10-24T00:15Z')],
  'Lisbon for a year': ['Europe/Lisbon', nights(365, '2026-01-01T00:30Z')],
  'Apia without 2011-12-30': ['Pacific/Apia', every(6 * HOUR_MS, 40, '2011-12-26T00:00Z')],
  'Apia by night': ['Pacific/Apia', nights(60, '2011-12-01T11:30Z')],
  'Lord Howe, half an hour back': ['Australia/Lord_Howe', every(HOUR_MS / 4, 96, '2026-04-04T06:00Z')],
  'ticks at midnight, two seconds late': ['UTC', ticked(nights(90, '2026-01-01T00:00Z'), 2000)],
  'ticks before midnight, started after it': ['UTC', ticked(nights(90, '2026-01-01T23:59Z'), 62_000)],
  'ticks of Lisbon, an hour late': ['Europe/Lisbon', ticked(nights(300, '2026-01-01T23:30Z'), HOUR_MS)],
  'caught up a day later': [
    'UTC',
    [
      ...ticked(nights(20), 1000),
      { at: '2026-01-22T08:00Z' },
      ...ticked([{ at: '2026-01-21T02:00Z' }], 31 * HOUR_MS),
      ...ticked(nights(5, '2026-01-23T02:00Z'), 1000),
    ],
  ],
  'ticks and runs by hand': [
    'UTC',
    ticked(nights(50), 5000).flatMap((one, i) => (i % 5 ? [one] : [one, { at: one.at }])),
  ],
  'every fifth is partial': ['UTC', mixed(nights(100), 5, PARTIAL)],
  'partial since a week': [
    'UTC',
    [...nights(30), ...nights(7, '2026-01-31T02:00Z').map(one => ({ ...one, ...PARTIAL }))],
  ],
  'never complete': ['UTC', nights(20).map(one => ({ ...one, ...PARTIAL }))],
  'partial, then complete': [
    'UTC',
    [...nights(5).map(one => ({ ...one, ...PARTIAL })), ...nights(1, '2026-01-06T02:00Z')],
  ],
  'with readings of restores': ['UTC', mixed(nights(60), 4, READING)],
  'with a restore at the end': [
    'UTC',
    [...nights(30), { at: '2026-01-30T12:00Z', ...READING }, { at: '2026-01-30T13:00Z', ...READ_BACK }],
  ],
  'a plan after a restore': [
    'UTC',
    [...nights(9), { at: '2026-01-09T12:00Z', ...READ_BACK }, { at: '2026-01-09T13:00Z', ...READING }],
  ],
  'only restored into': ['UTC', mixed(nights(15), 2, READ_BACK).map(one => ({ ...READING, ...one }))],
  'one is running': ['UTC', [...nights(12), { at: '2026-01-13T02:00Z', state: 'running' }]],
  'one has failed': [
    'UTC',
    [...nights(6), { at: '2026-01-07T02:00Z', state: 'failed' }, ...nights(6, '2026-01-08T02:00Z')],
  ],
  'three organizations': [
    'UTC',
    nights(90).map((one, index) => ({ ...one, organization: `org-${index % 3}` })),
  ],
  'one organization was left': [
    'Asia/Tokyo',
    [...nights(40).map(one => ({ ...one, organization: 'left' })), ...nights(40, '2026-08-01T16:00Z')],
  ],
}

export const histories: readonly History[] = Object.entries(byName).map(([name, [timezone, own]]) => ({
  name,
  timezone,
  snapshots: snapshotsOf(own),
}))

const counts = (...rules: (readonly [RetentionRule['bucket'], number])[]): RetentionPolicy =>
  rules.map(([bucket, count]) => ({ bucket, count }))
const within = (bucket: RetentionRule['bucket'], ms: number): RetentionRule => ({ bucket, withinMs: ms })

export const policies: readonly RetentionPolicy[] = [
  [],
  ...BUCKETS.flatMap(bucket => [counts([bucket, 1]), counts([bucket, 5])]),
  counts(['snapshot', 1000]),
  counts(['day', 7], ['week', 4], ['month', 12]),
  counts(['hour', 24], ['day', 7], ['week', 4], ['month', 12], ['year', 10]),
  counts(['week', 52], ['quarter', 8]),
  counts(['year', 3]),
  [within('snapshot', 36 * HOUR_MS)],
  [within('snapshot', 7 * DAY_MS)],
  [within('snapshot', DAY_MS)],
  [within('day', 30 * DAY_MS)],
  [within('hour', 2 * DAY_MS), within('week', 90 * DAY_MS)],
  [within('month', 365 * DAY_MS), within('year', 3650 * DAY_MS)],
  [...counts(['snapshot', 3]), within('day', 14 * DAY_MS)],
  [...counts(['day', 2], ['month', 2]), within('quarter', 730 * DAY_MS)],
  [within('hour', 5 * HOUR_MS)],
  [...counts(['year', 100]), within('snapshot', 1000 * DAY_MS)],
]
