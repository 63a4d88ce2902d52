/** The condition `objective`: what holds now of a recovery point and a recovery time that are missed. */
import { expect, test } from 'vitest'
import { assess } from '../../src/daemon/assess.ts'
import type { LastDrill } from '../../src/daemon/assess-objectives.ts'
import type { SnapshotSummary } from '../../src/model/snapshot.ts'
import type { OrganizationView } from '../../src/server/view.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 0, 10)

function conditionsOf(given: {
  organizations?: OrganizationView[]
  expected?: string[]
  drills?: LastDrill[]
  rpoMs?: number | null
  rtoMs?: number | null
  watchingSince?: number
}) {
  const all = assess({
    ...{
      platform: 'acme',
      organizations: [],
      expected: [],
      runs: [],
      now: NOW,
      anomalies: [],
      approvals: [],
      leftOut: [],
    },
    ...{ watchingSince: NOW, overdueAfterMs: 1000 * HOUR, replicas: [], replicaOverdueAfterMs: 0 },
    ...{ replicaLockMs: null, freeBytes: null, minFreeBytes: 0, rpoMs: null, rtoMs: null, drills: [] },
    ...given,
  })
  return all.filter(({ kind }) => kind === 'objective').map(({ key, text }) => [key, text])
}

function organization(completeHoursAgo: number | null, newestHoursAgo = completeHoursAgo): OrganizationView {
  const at = (hours: number | null, state: 'complete' | 'partial'): SnapshotSummary | null =>
    hours === null ? null : { ...SNAPSHOT, state, started: new Date(NOW - hours * HOUR).toISOString() }
  return {
    id: 'o1',
    title: 'Docs',
    newest: at(newestHoursAgo, 'partial'),
    newestComplete: at(completeHoursAgo, 'complete'),
  }
}

const SNAPSHOT = {
  ...{ snapshot: 7, organization: 'o1', organizationTitle: 'Docs', trigger: 'schedule', sealed: null },
  ...{ base: null, resources: {}, gaps: [], not_offered: [], proof: null, duration_ms: 0 },
  ...{ contents: null, digest: null, previous: null },
  ...{ requests: 0, bytes: 0, added: 0, modified: 0, removed: 0, carried: 0 },
}

const drill = (recoveryMs: number): LastDrill => ({
  ...{ organization: 'o1', snapshot: 7, started: '2026-01-04T04:00:00.000Z', target: 'current', recoveryMs },
})

test('a recovery point is missed when the newest complete snapshot is older than the objective, whatever came since', () => {
  expect(conditionsOf({ organizations: [organization(25, 1)], rpoMs: 24 * HOUR })).toEqual([
    [
      'objective rpo acme o1',
      'The newest complete snapshot is 7, of 2026-01-08T23:00:00.000Z, and objectives.rpo is 24.0 h.',
    ],
  ])
  expect(conditionsOf({ organizations: [organization(24)], rpoMs: 24 * HOUR })).toEqual([])
  expect(conditionsOf({ organizations: [organization(1000)], rpoMs: null })).toEqual([])
})

test('one without any complete snapshot has the objective from when the daemon began to look', () => {
  const late = { expected: ['o2'], rpoMs: 24 * HOUR, watchingSince: NOW - 25 * HOUR }
  expect(conditionsOf(late)).toEqual([
    ['objective rpo acme o2', 'There is no complete snapshot at all, and objectives.rpo is 24.0 h.'],
  ])
  expect(conditionsOf({ ...late, watchingSince: NOW - 23 * HOUR })).toEqual([])
})

test('a recovery time is missed when the last drill took longer; that there was none is no miss', () => {
  const organizations = [organization(1)]
  expect(conditionsOf({ organizations, drills: [drill(5 * HOUR)], rtoMs: 4 * HOUR })).toEqual([
    [
      'objective rto acme o1',
      'The drill of 2026-01-04T04:00:00.000Z took 5.0 h to put snapshot 7 back into current, and objectives.rto is 4.0 h.',
    ],
  ])
  expect(conditionsOf({ organizations, drills: [drill(4 * HOUR)], rtoMs: 4 * HOUR })).toEqual([])
  expect(conditionsOf({ organizations, drills: [], rtoMs: 4 * HOUR })).toEqual([])
  expect(conditionsOf({ organizations, drills: [drill(5 * HOUR)], rtoMs: null })).toEqual([])
})
