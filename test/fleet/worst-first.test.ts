/** Who needs somebody stands first; what a host said counts for as long as it is there, and for what it has. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FleetView } from '../../src/fleet/fleet.ts'
import type { PlatformReport } from '../../src/fleet/report.ts'
import { STANDINGS, standingsOf } from '../../src/fleet/worst-first.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const WELL: PlatformReport = { conditions: 0, gravity: null, why: null, complete: '2026-06-01T02:00:00.000Z' }
const wrong = (gravity: number): PlatformReport => ({
  ...WELL,
  conditions: 1,
  gravity,
  why: `gravity ${gravity}`,
})
const hostOf = (id: string, isAway = false) => ({
  id,
  name: id,
  version: '1',
  freeBytes: null,
  vaults: 1,
  seenAt: isAway ? NOW - 3_600_000 : NOW,
  isAway,
})

/** `here` answers; each platform is on the host that is named. */
function standings(
  placed: Record<string, [host: string, report: PlatformReport | null]>,
  names: string[] = [],
) {
  const entries = Object.entries(placed)
  const reports = entries.flatMap(([name, [, report]]): [string, PlatformReport][] =>
    report ? [[name, report]] : [],
  )
  const fleet: FleetView = {
    host: 'here',
    hosts: [hostOf('here'), hostOf('there'), hostOf('gone', true)],
    places: entries.map(([platform, [host]]) => ({ platform, host, epoch: 1 })),
    reports: new Map(reports),
  }
  const own = new Map(reports.filter(([name]) => placed[name]?.[0] === 'here'))
  const tenants = new Map([...Object.keys(placed), ...names].map(name => [name, name]))
  return standingsOf({ fleet, own, tenants, now: NOW })
}

test('away, nowhere, wrong by gravity, without a complete snapshot, unknown, well', () => {
  const found = standings(
    {
      a: ['here', WELL],
      b: ['there', null],
      c: ['there', { ...WELL, complete: null }],
      d: ['there', wrong(3)],
      e: ['here', wrong(1)],
      f: ['gone', WELL],
      h: ['there', WELL],
    },
    ['g'],
  )
  expect(found.map(({ platform, state }) => `${platform} ${state}`)).toEqual([
    'f away',
    'g nowhere',
    'e wrong',
    'd wrong',
    'c unprotected',
    'b unknown',
    'a well',
    'h well',
  ])
  // What the lost host said last is shown as of then.
  expect(found[0]).toMatchObject({ complete: WELL.complete, as_of: '2026-06-01T11:00:00.000Z' })
  expect(found[0]?.why).toContain('2026-06-01T11:00:00.000Z')
})

test('a daemon by itself says the same of its own', () => {
  const own = new Map([['b', wrong(1)]])
  const tenants = new Map([
    ['a', 'x'],
    ['b', 'x'],
  ])
  expect(standingsOf({ fleet: null, own, tenants, now: NOW })).toMatchObject([
    { platform: 'b', tenant: 'x', host: null, state: 'wrong', why: 'gravity 1' },
    { platform: 'a', state: 'unknown', as_of: null },
  ])
})

test('whatever there is, each platform is there once, in the order of its state, and the order of what was said is no matter', () => {
  const report = fc.option(
    fc.record({
      conditions: fc.integer({ min: 0, max: 3 }),
      gravity: fc.integer({ min: 0, max: 12 }),
      complete: fc.option(fc.constant('2026-06-01T02:00:00.000Z')),
    }),
  )
  const placed = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,4}$/),
    fc.tuple(fc.constantFrom('here', 'there', 'gone', 'never'), report),
    { maxKeys: 20 },
  )
  fc.assert(
    fc.property(placed, given => {
      const entries = Object.entries(given).map(([name, [host, said]]) => {
        const why = said && said.conditions > 0 ? 'something' : null
        const gravity = why === null ? null : (said?.gravity ?? null)
        return [name, [host, said ? { ...said, gravity, why } : null]] as const
      })
      const found = standings(Object.fromEntries(entries) as Parameters<typeof standings>[0])
      expect(found.map(({ platform }) => platform).toSorted()).toEqual(Object.keys(given).toSorted())
      const at = found.map(({ state }) => STANDINGS.indexOf(state))
      expect(at).toEqual(at.toSorted((a, b) => a - b))
      for (const { state, why } of found) expect(why === null).toBe(state === 'well')
      const turned = Object.fromEntries(entries.toReversed()) as Parameters<typeof standings>[0]
      expect(standings(turned)).toEqual(found)
    }),
  )
})
