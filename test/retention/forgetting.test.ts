/** The plan for a vault: what it has keeps snapshots, and what somebody has agreed to is what is forgotten. */
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { configuredPolicy } from '../../jobs/retention-settings.ts'
import { assertExpected, type ForgetRequest, planForgetting } from '../../src/retention/forgetting.ts'
import { describePolicy } from '../../src/retention/policy.ts'
import { reasonWords } from '../../src/retention/reasons.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { rejection } from '../vault/fixture.ts'
import { makeDatedVault, nights, reading, withVault } from './dated-vault.ts'

const DAY_MS = 86_400_000
const twoDays: ForgetRequest = {
  policy: [{ bucket: 'day', count: 2 }],
  timezone: 'UTC',
  readingsMs: 7 * DAY_MS,
}
const acting = { by: 'ada', note: () => ({ body: () => '{}', sign: null }) }

function lines(vault: Vault, request: ForgetRequest): string[] {
  return planForgetting(vault, request).snapshots.map(
    ({ snapshot, reasons }) => `${snapshot.snapshot} ${reasons.map(reasonWords).join(', ') || 'goes'}`,
  )
}

test('pins, holds, restores that have not ended and the base of a running backup keep', async () => {
  const path = await makeDatedVault([
    ...nights(7, '2026-06-07'),
    { at: '2026-06-07T03:00Z', state: 'partial' },
    { at: '2026-06-07T04:00Z' },
    { at: '2026-06-07T05:00Z', state: 'running' },
  ])
  await withVault(path, vault => {
    const writer = vault.annotations(acting)
    writer.pin(1, { reason: 'release', untilMs: null })
    const june3 = Date.parse('2026-06-03')
    const hold = { name: 'case', organization: null, by: 'Legal', reason: 'x', untilMs: null }
    writer.hold({ ...hold, fromMs: june3, toMs: june3 + DAY_MS })
    writer.tag(4, 'only-a-name')
    const begin = (snapshot: number) =>
      vault.restores.beginRun({ snapshot, target: 'org', before: snapshot, request: {} })
    begin(5)
    vault.restores.endRun(begin(6), { state: 'complete', after: 6, report: {} })
  })
  expect(reading(path, vault => lines(vault, twoDays))).toEqual([
    '1 pin "release"',
    '2 goes',
    '3 hold "case"',
    '4 goes',
    '5 restore 1 is not done',
    '6 daily 2/2',
    '7 goes',
    '8 goes',
    '9 daily 1/2, newest, newest complete, base of 10',
    '10 running',
  ])
})

test('what is forgotten is in no plan, and counts for no rule', async () => {
  const path = await makeDatedVault(nights(5, '2026-06-05'))
  await withVault(path, vault => vault.annotations(acting).forget([4], { policy: 'x', plan: 'y' }))
  expect(reading(path, vault => lines(vault, twoDays))).toEqual([
    '1 goes',
    '2 goes',
    '3 daily 2/2',
    '5 daily 1/2, newest, newest complete',
  ])
})

test('the time of a snapshot is its tick, in the zone that is configured', async () => {
  const path = await makeDatedVault([
    { at: '2026-06-01T12:00Z' },
    { at: '2026-06-02T22:00:02Z', tick: '2026-06-02T21:59Z' },
    { at: '2026-06-03T12:00Z' },
  ])
  expect(reading(path, vault => lines(vault, { ...twoDays, timezone: 'Europe/Berlin' }))).toEqual([
    '1 goes',
    '2 daily 2/2',
    '3 daily 1/2, newest, newest complete',
  ])
  expect(reading(path, vault => planForgetting(vault, twoDays).snapshots.map(({ time }) => time))).toEqual([
    '2026-06-01T12:00:00.000Z',
    '2026-06-02T21:59:00.000Z',
    '2026-06-03T12:00:00.000Z',
  ])
})

test('one organization is planned without the others, whose snapshots stay', async () => {
  const path = await makeDatedVault([
    ...nights(4, '2026-06-04'),
    ...nights(4, '2026-06-08').map(night => ({ ...night, organization: 'other' })),
  ])
  const forgets = (request: ForgetRequest) => reading(path, vault => planForgetting(vault, request).forgets)
  expect(forgets(twoDays)).toEqual([1, 2, 5, 6])
  expect(forgets({ ...twoDays, organization: 'other' })).toEqual([5, 6])
})

describe('snapshots that somebody names', () => {
  const named = (...numbers: number[]): ForgetRequest => ({ ...twoDays, policy: [], named: numbers })

  test('are forgotten whatever the policy says, and no others', async () => {
    const path = await makeDatedVault(nights(5, '2026-06-05'))
    const plan = reading(path, vault => planForgetting(vault, named(2, 4)))
    expect([plan.forgets, plan.policy]).toEqual([[2, 4], 'named by hand'])
  })

  test('are refused where something keeps them, with what to do', async () => {
    const path = await makeDatedVault([...nights(4, '2026-06-04'), { at: '2026-06-05', state: 'partial' }])
    await withVault(path, vault => {
      const writer = vault.annotations(acting)
      writer.pin(1, { reason: '', untilMs: null })
      const second = Date.parse(vault.resolve('2').started)
      const hold = { name: 'case', organization: null, by: 'Legal', reason: 'x', untilMs: null }
      writer.hold({ ...hold, fromMs: second, toMs: second })
      writer.forget([3], { policy: 'x', plan: 'y' })
    })
    const refused = (number: number) =>
      reading(path, vault => rejection(() => planForgetting(vault, named(number))))
    const expected: [number, string, string][] = [
      [1, 'snapshot 1 cannot be forgotten: pin', '`docvault unpin 1`'],
      [2, 'snapshot 2 cannot be forgotten: hold "case"', '`docvault release`'],
      [4, 'snapshot 4 cannot be forgotten: newest complete', 'newer complete snapshot'],
      [5, 'snapshot 5 cannot be forgotten: newest, no complete one since', 'newer complete snapshot'],
    ]
    for (const [number, message, hint] of expected)
      expect(await refused(number)).toMatchObject({ message, hint: expect.stringContaining(hint) })
    expect(await refused(3)).toMatchObject({ message: 'snapshot 3 is forgotten already' })
  })
})

test('a plan is what somebody has seen: its count, and its digest', async () => {
  const path = await makeDatedVault(nights(5, '2026-06-05'))
  const plan = reading(path, vault => planForgetting(vault, twoDays))
  expect(plan.forgets).toEqual([1, 2, 3])
  assertExpected(plan, { count: 3 })
  assertExpected(plan, { count: 3, plan: plan.digest })
  expect(await rejection(() => assertExpected(plan, { count: 2 }))).toMatchObject({
    message: '--expect is 2, and the plan forgets 3 snapshots: nothing was forgotten',
    hint: expect.stringContaining('--apply --expect 3'),
  })
  const other = reading(path, vault => planForgetting(vault, { ...twoDays, timezone: 'Asia/Tokyo' }))
  expect(other.digest).not.toBe(plan.digest)
  expect(() => assertExpected(plan, { count: 3, plan: other.digest })).toThrow('the snapshots changed')
})

test('every setting of a rule is a rule, and without one there is no policy', () => {
  const words = (env: Record<string, string>) => describePolicy(configuredPolicy(loadConfig({ env })))
  expect(words({})).toBe('keep everything')
  const rules = ['LAST', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY']
  const all = [
    ...rules.map((rule, index) => [`DOCVAULT_RETENTION_KEEP_${rule}`, String(index + 1)]),
    ['DOCVAULT_RETENTION_KEEP_WITHIN', '90m'],
    ...rules.slice(1).map((rule, index) => [`DOCVAULT_RETENTION_KEEP_WITHIN_${rule}`, `${index + 1}d`]),
  ]
  expect(words(Object.fromEntries(all))).toBe(
    '1 last, 2 hourly, 3 daily, 4 weekly, 5 monthly, 6 quarterly, 7 yearly, within 90m, within-hourly 1d, within-daily 2d, within-weekly 3d, within-monthly 4d, within-quarterly 5d, within-yearly 6d',
  )
  expect(() => words({ DOCVAULT_RETENTION_KEEP_DAILY: '-1' })).toThrow('is wrong')
  expect(() => words({ DOCVAULT_RETENTION_KEEP_WITHIN: '3 moons' })).toThrow('is wrong')
})
