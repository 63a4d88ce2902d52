/** The evidence of a simulated year beside the plain account of what was done in it, figure for figure. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { docvault } from '../helpers/docvault.ts'
import { type Account, DAY, HOUR, iso, MINUTE, simulateYear, TARGET, YEAR } from './simulated-year.ts'

const RPO = 30 * HOUR

test('a year of operation is told figure for figure as it was', async () => {
  const { folder, env, account } = await simulateYear()
  const file = join(folder, 'evidence.json')
  const args = ['evidence', '--from', '2025-01-01', '--to', '2025-12-31', '--out', file]
  const run = await docvault(args, { env })
  expect([run.code, run.stderr]).toEqual([3, ''])
  const { report } = JSON.parse(readFileSync(file, 'utf8'))
  const within = <T extends { at: number }>(all: readonly T[]) => all.filter(({ at }) => isIn(at))

  expect(report.about.period).toEqual({ from: iso(YEAR.from), to: iso(YEAR.to) })
  const [points] = report.recovery_points.organizations
  expect(points.ages).toEqual(agesByMinute(account.complete.map(({ sealed, started }) => [sealed, started])))
  expect(points.snapshots).toEqual({
    complete: account.complete.filter(({ started }) => isIn(started)).length,
    partial: account.partial.length,
    given_up: 0,
    pruned_since: account.pruned.length - 1,
  })
  expect(report.recovery_points.unknown).toEqual([])

  const outcomes: Record<string, Record<string, number>> = {}
  for (const { job, organization, outcome } of within(account.runs)) {
    const name = `${job} ${organization ?? 'all'}`
    outcomes[name] = { ...outcomes[name], [outcome]: (outcomes[name]?.[outcome] ?? 0) + 1 }
  }
  const told = report.runs.jobs.map((job: { job: string; organization: string | null; outcomes: object }) => [
    `${job.job} ${job.organization ?? 'all'}`,
    job.outcomes,
  ])
  expect(Object.fromEntries(told)).toEqual(outcomes)
  const bad = ['missed', 'failed', 'partial', 'differences']
  expect(
    report.runs.faults.map((fault: { at: string; outcome: string }) => [fault.at, fault.outcome]),
  ).toEqual(
    within(account.runs)
      .filter(({ outcome }) => bad.includes(outcome))
      .sort((a, b) => a.at - b.at || a.outcome.localeCompare(b.outcome))
      .map(({ at, outcome }) => [iso(at), outcome]),
  )

  const unknown = {
    ...Object.fromEntries(Object.keys(report.about.unknown).map(id => [id, 0])),
    anomalies: 1,
  }
  // That nobody watched before the first anomaly is entered, nobody can say.
  expect(report.about.unknown).toEqual(unknown)

  expect(report.gaps).toMatchObject({ with_gaps: account.partial.length, unknown: [] })
  expect(report.gaps.gaps.map((gap: { first_snapshot: number }) => gap.first_snapshot)).toEqual(
    account.partial,
  )

  const checks = within(account.checks)
  expect(report.verification).toMatchObject({
    checks: checks.length,
    with_damage: 1,
    last: { at: iso(checks.at(-1)?.at ?? 0), age_of_oldest_read_ms: 10 * DAY + 19 * HOUR, never_read: 0 },
    unknown: [],
  })

  const drills = within(account.drills)
  const good = drills.filter(({ passed }) => passed)
  expect(report.drills).toMatchObject({
    passed: good.length,
    failed: 1,
    longest_recovery_ms: Math.max(...good.map(({ recoveryMs }) => recoveryMs)),
    last_recovery_ms: good.at(-1)?.recoveryMs,
    unknown: [],
  })
  const rto = 5 * MINUTE
  expect(
    report.drills.drills.map((drill: { started: string; within_objective: boolean }) => [
      drill.started,
      drill.within_objective,
    ]),
  ).toEqual(drills.map(({ at, passed, recoveryMs }) => [iso(at), passed && recoveryMs <= rto]))

  const replica = report.replicas.targets[0]
  expect(replica).toMatchObject({
    target: TARGET,
    attempts: within(account.replica).length,
    failed: account.replica.filter(({ newest }) => newest === null).length,
  })
  expect(replica.organizations[0].ages).toEqual(agesByMinute(replicaPoints(account)))
  expect(report.replicas.failures.map(({ at }: { at: string }) => at)).toEqual(
    account.replica.filter(({ newest }) => newest === null).map(({ at }) => iso(at)),
  )

  expect(report.retention.acts.map((act: { act: string; at: string }) => [act.act, act.at])).toEqual(
    within(account.acts).map(({ act, at }) => [act, iso(at)]),
  )
  expect(report.retention.holds).toMatchObject([
    { name: 'case 7', from: iso(YEAR.from + 30 * DAY + 3 * HOUR), to: iso(YEAR.from + 60 * DAY + 3 * HOUR) },
  ])

  const operators: Record<string, number> = {}
  for (const { act } of within(account.operators)) operators[act] = (operators[act] ?? 0) + 1
  expect(report.operators).toMatchObject({ counts: operators, unknown: [] })

  expect(
    report.restores.restores.map((run: { started: string; duration_ms: number }) => [
      run.started,
      run.duration_ms,
    ]),
  ).toEqual(account.restores.map(({ at, took }) => [iso(at), took]))

  expect(report.anomalies.anomalies).toMatchObject(
    account.anomalies.map(({ id, at, acknowledged }) => ({
      ...{ anomaly: id, found: iso(at), organization: 'org', snapshot: 170, rule: 'space-removed' },
      acknowledged: { at: iso(acknowledged), by: 'ada', reason: 'a reorganization' },
    })),
  )

  expect(report.approvals).toMatchObject({
    guarded: ['prune'],
    requests: account.approvals.map(({ at, what, approvedBy, state }) => ({
      ...{ at: iso(at), by: 'ada', what, approved_by: approvedBy, state },
    })),
  })

  expect(report.policy.changes).toEqual([
    { at: iso(account.policies[1] ?? 0), setting: 'objectives.rpo', before: 26 * HOUR, after: RPO },
  ])

  const again = join(folder, 'again.json')
  expect((await docvault([...args.slice(0, -1), again], { env })).code).toBe(3)
  expect(JSON.parse(readFileSync(again, 'utf8')).report).toEqual(report)
  expect((await docvault(['audit', 'verify', file], { env })).code).toBe(0)
}, 600_000)

function isIn(at: number): boolean {
  return YEAR.from <= at && at < YEAR.to
}

/** The newest complete snapshot there after each attempt that sent everything. */
function replicaPoints({ replica, complete }: Account): [number, number][] {
  return replica.flatMap(({ at, newest }): [number, number][] => {
    const found = complete.findLast(({ snapshot }) => newest !== null && snapshot <= newest)
    return found === undefined ? [] : [[at, found.started]]
  })
}

/** By looking at every minute of the year. `points`: when a state was there, and of when it is. */
function agesByMinute(points: readonly (readonly [number, number])[]) {
  let [largest, largestAt, beyond, next] = [0, 0, 0, 0]
  let newest = Number.NEGATIVE_INFINITY
  const times: { from: string; to: string }[] = []
  let isLate = false
  for (let minute = YEAR.from; minute < YEAR.to; minute += MINUTE) {
    for (; (points[next]?.[0] ?? Number.POSITIVE_INFINITY) <= minute; next++)
      newest = Math.max(newest, points[next]?.[1] ?? 0)
    const age = minute + MINUTE - newest
    if (age > largest) [largest, largestAt] = [age, minute + MINUTE]
    const late = minute - newest >= RPO
    if (late && !isLate) times.push({ from: iso(minute), to: '' })
    if (!late && isLate) Object.assign(times.at(-1) ?? {}, { to: iso(minute) })
    if (late) beyond += MINUTE
    isLate = late
  }
  const all = YEAR.to - YEAR.from
  return {
    known_from: iso(YEAR.from),
    known_ms: all,
    unknown_ms: 0,
    largest_age_ms: largest,
    largest_age_at: iso(largestAt),
    age_at_end_ms: YEAR.to - newest,
    target: {
      target_ms: RPO,
      within_ms: all - beyond,
      beyond_ms: beyond,
      within_percent: Math.floor(((all - beyond) / all) * 10_000) / 100,
      beyond: times,
      beyond_times: times.length,
    },
  }
}
