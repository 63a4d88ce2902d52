import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeBuckets } from '../../src/retention/buckets.ts'
import { planRetention, type RetainedSnapshot } from '../../src/retention/plan.ts'
import {
  BUCKETS,
  describePolicy,
  type RetentionPolicy,
  type RetentionRule,
} from '../../src/retention/policy.ts'
import { type Floor, reasonWords } from '../../src/retention/reasons.ts'
import { DAY_MS, every, histories, policies, snapshotsOf } from './histories.ts'
import { keptByOracle } from './oracle.ts'

const READINGS_MS = 7 * DAY_MS
const NO_FLOORS: ReadonlyMap<number, readonly Floor[]> = new Map()

function planOf(
  snapshots: readonly RetainedSnapshot[],
  policy: RetentionPolicy,
  { timezone = 'UTC', floors = NO_FLOORS } = {},
) {
  return planRetention(snapshots, policy, { timezone, floors, readingsMs: READINGS_MS })
}

function keptOf(...planned: Parameters<typeof planOf>): RetainedSnapshot[] {
  return planOf(...planned)
    .filter(one => one.reasons.length > 0)
    .map(one => one.snapshot)
}

const numbers = (snapshots: readonly RetainedSnapshot[]) => snapshots.map(one => one.snapshot)

/** The plan as the table has it: `12 daily 1/7, newest`. */
function lines(...planned: Parameters<typeof planOf>): string[] {
  return planOf(...planned).map(
    ({ snapshot, reasons }) => `${snapshot.snapshot} ${reasons.map(reasonWords).join(', ') || 'forgotten'}`,
  )
}

describe('golden plans', () => {
  test('there are forty histories and thirty policies', () => {
    expect([histories.length, policies.length]).toEqual([40, 30])
  })

  test.each(histories)('$name: every policy keeps what the oracle keeps', ({ snapshots, timezone }) => {
    for (const policy of policies)
      expect([describePolicy(policy), numbers(keptOf(snapshots, policy, { timezone }))]).toEqual([
        describePolicy(policy),
        keptByOracle(snapshots, policy, { timezone, readingDays: 7 }),
      ])
  })
})

describe('written by hand', () => {
  const daily = (count: number): RetentionRule => ({ bucket: 'day', count })

  test('each kept snapshot has every reason, counted from the newest', () => {
    const nights = snapshotsOf(every(DAY_MS, 4, '2026-06-29T02:00Z'))
    expect(lines(nights, [daily(2), { bucket: 'month', count: 2 }])).toEqual([
      '1 forgotten',
      '2 monthly 2/2',
      '3 daily 2/2',
      '4 daily 1/2, monthly 1/2, newest, newest complete',
    ])
  })

  test('without a policy everything stays, and says so', () => {
    const nights = snapshotsOf(every(DAY_MS, 3, '2026-06-29T02:00Z'))
    expect(lines(nights, [])).toEqual(['1 no policy', '2 no policy', '3 no policy, newest, newest complete'])
  })

  test('of a day the newest stays', () => {
    const day = snapshotsOf(every(3_600_000, 5, '2026-06-29T02:00Z'))
    expect(numbers(keptOf(day, [daily(3)]))).toEqual([5])
  })

  test('days without a snapshot are not counted', () => {
    const away = snapshotsOf([{ at: '2025-01-01' }, { at: '2025-01-02' }, { at: '2026-07-01' }])
    expect(numbers(keptOf(away, [daily(3)]))).toEqual([1, 2, 3])
  })

  test('a run at 00:00:02 is of the day of its tick', () => {
    const tick = '2026-01-31T23:59:00.000Z'
    const night = snapshotsOf([
      { at: '2026-01-31T12:00Z' },
      { at: '2026-02-01T00:00:02Z', tick },
      { at: '2026-02-28T02:00Z' },
    ])
    expect(numbers(keptOf(night, [{ bucket: 'month', count: 2 }]))).toEqual([2, 3])
  })

  test('2027-01-01 is in week 53 of 2026, and the week is one', () => {
    const keys = makeBuckets('UTC')
    expect(keys(Date.parse('2027-01-01T12:00Z')).week).toBe('2026-W53')
    expect(keys(Date.parse('2026-12-28T00:00Z')).week).toBe('2026-W53')
    expect(keys(Date.parse('2027-01-04T00:00Z')).week).toBe('2027-W1')
    expect(keys(Date.parse('2024-12-30T00:00Z')).week).toBe('2025-W1')
    expect(keys(Date.parse('1969-12-31T00:00Z')).week).toBe('1970-W1')
  })

  test('the day that Apia left out is nobody’s', () => {
    // 23:30 on the 29th, and half an hour past midnight on the 31st.
    const around = snapshotsOf([{ at: '2011-12-30T09:30Z' }, { at: '2011-12-30T10:30Z' }])
    const { day } = makeBuckets('Pacific/Apia')(Date.parse('2011-12-30T10:30Z'))
    expect(Number(day)).toBe(Date.UTC(2011, 11, 31) / DAY_MS)
    expect(numbers(keptOf(around, [daily(2)], { timezone: 'Pacific/Apia' }))).toEqual([1, 2])
    expect(numbers(keptOf(around, [daily(2)]))).toEqual([2])
  })

  test('the hour that Lisbon has twice is two', () => {
    const twice = snapshotsOf([{ at: '2026-10-25T00:30Z' }, { at: '2026-10-25T01:30Z' }])
    expect(numbers(keptOf(twice, [{ bucket: 'hour', count: 9 }], { timezone: 'Europe/Lisbon' }))).toEqual([
      1, 2,
    ])
  })

  test('seven days go back to the start of a day, over a change of clocks too', () => {
    // Clocks go forward on the 29th: midnight of the 22nd is at 00:00Z, that of the 29th at 00:00Z, of the 30th at 23:00Z.
    const spring = snapshotsOf([
      { at: '2026-03-22T23:59Z' },
      { at: '2026-03-23T00:00Z' },
      { at: '2026-03-30T22:30Z' },
    ])
    const week: RetentionPolicy = [{ bucket: 'snapshot', withinMs: 7 * DAY_MS }]
    expect(numbers(keptOf(spring, week, { timezone: 'Europe/Lisbon' }))).toEqual([2, 3])
  })

  test('a partial one stays until a complete one follows', () => {
    const nights = snapshotsOf([
      { at: '2026-01-01' },
      { at: '2026-01-02', state: 'partial' },
      { at: '2026-01-03', state: 'partial' },
    ])
    expect(lines(nights, [daily(1)])).toEqual([
      '1 daily 1/1, newest complete',
      '2 no complete one since',
      '3 newest, no complete one since',
    ])
    const followed = [...nights, ...snapshotsOf([{ at: '2026-01-04' }]).map(one => ({ ...one, snapshot: 4 }))]
    expect(numbers(keptOf(followed, [daily(1)]))).toEqual([4])
  })

  test('what restores read counts for no rule and stays a few days', () => {
    const nights = snapshotsOf([
      { at: '2026-01-01T02:00Z' },
      { at: '2026-01-01T12:00Z', trigger: 'restore (before)' },
      { at: '2026-01-08T02:00Z' },
      { at: '2026-01-08T12:00Z', trigger: 'restore (before)' },
      { at: '2026-01-09T02:00Z' },
    ])
    expect(lines(nights, [daily(2)])).toEqual([
      '1 forgotten',
      '2 forgotten',
      '3 daily 2/2',
      '4 reading of a restore, within 7d',
      '5 daily 1/2, newest, newest complete',
    ])
  })

  test('pins, holds and restores keep what no rule keeps', () => {
    const nights = snapshotsOf(every(DAY_MS, 5, '2026-06-29T02:00Z'))
    const floors = new Map<number, Floor[]>([
      [
        1,
        [
          { code: 'pin', reason: 'release', until: null },
          { code: 'hold', hold: 1, name: 'case 12' },
        ],
      ],
      [3, [{ code: 'restore', run: 4 }]],
    ])
    expect(lines(nights, [daily(1)], { floors })).toEqual([
      '1 pin "release", hold "case 12"',
      '2 forgotten',
      '3 restore 4 is not done',
      '4 forgotten',
      '5 daily 1/1, newest, newest complete',
    ])
  })

  test('what is not considered neither counts nor goes', () => {
    const nights = snapshotsOf(every(DAY_MS, 6, '2026-06-29T02:00Z'))
    const plan = planRetention(nights, [daily(1)], {
      timezone: 'UTC',
      floors: NO_FLOORS,
      readingsMs: READINGS_MS,
      considers: snapshot => snapshot % 2 === 1,
    })
    expect(plan.map(one => [one.snapshot.snapshot, one.reasons.length > 0])).toEqual([
      [1, false],
      [3, false],
      [5, true],
    ])
  })
})

const bucket = fc.constantFrom(...BUCKETS)
const rule: fc.Arbitrary<RetentionRule> = fc.oneof(
  fc.record({ bucket, count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ bucket, withinMs: fc.integer({ min: 1, max: 60 }).map(days => days * DAY_MS) }),
  fc.record({ bucket, withinMs: fc.integer({ min: 1, max: 60 }).map(hours => hours * 3_600_000) }),
)
const policy = fc.array(rule, { minLength: 1, maxLength: 4 })
const timezone = fc.constantFrom(
  'UTC',
  'Europe/Lisbon',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'America/New_York',
)
const FIRST_MS = Date.parse('2011-12-01T00:00Z')
const night = fc.record({
  at: fc.integer({ min: 0, max: 120 * 24 * 4 }).map(quarters => FIRST_MS + quarters * 900_000),
  state: fc.constantFrom('complete', 'complete', 'complete', 'partial'),
  trigger: fc.constantFrom('schedule', 'manual', 'schedule', 'restore (before)', 'restore (after)'),
  organization: fc.constantFrom('acme', 'other'),
})
const history = fc
  .array(night, { maxLength: 60 })
  .map(nights => snapshotsOf(nights.toSorted((a, b) => a.at - b.at)))

describe('of every history and policy', () => {
  test('a rule that is added never forgets more', () => {
    fc.assert(
      fc.property(history, policy, rule, timezone, (snapshots, rules, added, zone) => {
        const before = keptOf(snapshots, rules, { timezone: zone })
        const after = new Set(keptOf(snapshots, [...rules, added], { timezone: zone }))
        expect(before.filter(one => !after.has(one))).toEqual([])
      }),
    )
  })

  test('twice is once', () => {
    fc.assert(
      fc.property(history, policy, timezone, (snapshots, rules, zone) => {
        const once = keptOf(snapshots, rules, { timezone: zone })
        expect(keptOf(once, rules, { timezone: zone })).toEqual(once)
      }),
    )
  })

  test('it does not matter after which nights it was applied', () => {
    fc.assert(
      fc.property(history, policy, fc.infiniteStream(fc.boolean()), (snapshots, rules, applied) => {
        let vault: RetainedSnapshot[] = []
        for (const one of snapshots) {
          vault.push(one)
          if (applied.next().value) vault = keptOf(vault, rules)
        }
        expect(keptOf(vault, rules)).toEqual(keptOf(snapshots, rules))
      }),
    )
  })

  test('after a year without backups the next one costs each rule its oldest bucket, and no more', () => {
    const counting = fc.array(fc.record({ bucket, count: fc.integer({ min: 1, max: 12 }) }), { minLength: 1 })
    const complete = fc
      .uniqueArray(fc.nat(120 * 24 * 4), { minLength: 1, maxLength: 60 })
      .map(quarters => quarters.toSorted((a, b) => a - b).map(quarter => FIRST_MS + quarter * 900_000))
    fc.assert(
      fc.property(complete, counting, timezone, (times, rules, zone) => {
        const back = (times.at(-1) ?? 0) + 365 * DAY_MS
        const all = snapshotsOf([...times, back].map(at => ({ at })))
        const before = keptOf(all.slice(0, -1), rules, { timezone: zone })
        const after = new Set(keptOf([...before, ...all.slice(-1)], rules, { timezone: zone }))
        expect(before.filter(snapshot => !after.has(snapshot)).length).toBeLessThanOrEqual(rules.length)
      }),
    )
  })

  test('nor in which order the snapshots are listed', () => {
    fc.assert(
      fc.property(history, policy, (snapshots, rules) => {
        const reversed = keptOf(snapshots.toReversed(), rules).toReversed()
        expect(reversed).toEqual(keptOf(snapshots, rules))
      }),
    )
  })

  test('the newest, the newest complete one and every floor stay', () => {
    fc.assert(
      fc.property(history, policy, fc.nat(59), (snapshots, rules, pinned) => {
        const floors = new Map([[pinned + 1, [{ code: 'pin', reason: 'x', until: null } as const]]])
        const kept = numbers(keptOf(snapshots, rules, { floors }))
        for (const own of Map.groupBy(snapshots, one => one.organization).values()) {
          const newest = own.at(-1)
          const complete = own.findLast(one => one.state === 'complete')
          for (const one of [newest, complete]) if (one) expect(kept).toContain(one.snapshot)
        }
        if (pinned < snapshots.length) expect(kept).toContain(pinned + 1)
      }),
    )
  })
})
