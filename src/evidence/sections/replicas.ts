/** What each replica had at every moment, which attempts to write to it failed, and until when it was locked. */
import { plural } from '../../model/plural.ts'
import type { ReplicaAttempt } from '../../replica/attempts.ts'
import { agesOf, type RecoveryPoint } from '../age.ts'
import { isIn } from '../period.ts'
import { listed, type SectionFacts, section } from '../section.ts'
import { type EvidenceSources, objectivesOf, type Unknown, unknownBefore } from '../sources.ts'
import { timeWords } from '../words.ts'
import { ageColumns, ageRow, beyondTable, type OrganizationAges } from './age-rows.ts'

interface TargetFacts {
  target: string
  recorded_from: string
  /** Recorded in the period: of attempts that tell nothing new, the first of each day. */
  attempts: number
  failed: number
  organizations: OrganizationAges[]
  /** As the last attempt of the period that sent everything left them; null: nothing was to be locked, or none did. */
  lock: { until: string | null; fault: string | null } | null
}

interface FailureFacts {
  at: string
  target: string
  code: string
  message: string
}

interface ReplicaFacts extends SectionFacts {
  targets: TargetFacts[]
  failures: FailureFacts[]
  not_listed: number
}

export const replicas = section<ReplicaFacts>({
  id: 'replicas',
  title: 'Replicas',
  note: 'The age is that of the newest complete snapshot which the replica had after an attempt that sent everything, by what was noted here: whether the replica still has it, `docvault check --replica` says. The target is objectives.rpo.',
  collect(sources) {
    const { attempts, unreadable } = sources.replicas
    const byTarget = [...Map.groupBy(attempts, ({ target }) => target)].sort(([a], [b]) => (a < b ? -1 : 1))
    const targets = byTarget.map(([target, own]) => targetFacts(sources, target, own))
    const failures = attempts
      .filter(({ at, failure }) => failure !== null && isIn(sources.period, at))
      .flatMap(({ at, target, failure }) => (failure === null ? [] : { at, target, ...failure }))
    const all = listed(failures)
    return {
      targets,
      failures: all.listed,
      not_listed: all.not_listed,
      unknown: unknownOf(sources, targets, unreadable),
    }
  },
  show: ({ targets, failures, not_listed }) => ({
    facts: [],
    tables: [
      ...targets.flatMap(facts => [
        {
          title: `Replica at ${facts.target}: ${facts.attempts} attempts recorded, ${facts.failed} failed; ${lockWords(facts)}`,
          columns: ['organization', ...ageColumns],
          rows: facts.organizations.map(ages => [ages.title, ...ageRow(ages)]),
        },
        beyondTable(facts.organizations),
      ]),
      {
        title: 'Attempts that failed',
        columns: ['when', 'replica', 'why'],
        rows: failures.map(({ at, target, message }) => [timeWords(at), target, message]),
        more: not_listed,
      },
    ],
  }),
})

function targetFacts(sources: EvidenceSources, target: string, own: readonly ReplicaAttempt[]): TargetFacts {
  const { period, organizations } = sources
  const inPeriod = own.filter(({ at }) => isIn(period, at))
  const whole = inPeriod.findLast(({ newest }) => newest !== null)
  const { rpo_ms } = objectivesOf(sources)
  return {
    target,
    recorded_from: own[0]?.at ?? '',
    attempts: inPeriod.length,
    failed: inPeriod.filter(({ failure }) => failure !== null).length,
    organizations: organizations.map(({ id, title }) => ({
      organization: id,
      title,
      ages: agesOf(
        own.flatMap(attempt => pointOf(sources, id, attempt)),
        period,
        rpo_ms,
      ),
    })),
    lock: whole?.lock ?? null,
  }
}

/** The newest complete snapshot that was there. */
function pointOf(
  { snapshots }: EvidenceSources,
  id: string,
  { at, newest }: ReplicaAttempt,
): RecoveryPoint[] {
  const last = newest?.[id]
  if (last === undefined) return []
  const found = snapshots.findLast(
    ({ organization, snapshot, state }) => organization === id && snapshot <= last && state === 'complete',
  )
  return found === undefined ? [] : [{ available: Date.parse(at), state: Date.parse(found.started) }]
}

function unknownOf(sources: EvidenceSources, targets: readonly TargetFacts[], unreadable: number): Unknown[] {
  const whole = { from: null, to: null }
  const wanted = wantedTargets(sources)
  const began = targets.flatMap(({ target, organizations }) =>
    organizations.flatMap(({ title, ages }) =>
      unknownBefore(sources, ages?.known_from ?? null, {
        what: `what the replica at ${target} had of ${title}`,
        why: 'no attempt that sent everything is recorded by then',
      }),
    ),
  )
  return [
    ...(targets.length === 0 && wanted.length === 0
      ? [{ ...whole, what: 'whether there was a replica', why: 'no attempt to write to one is recorded' }]
      : []),
    ...wanted
      .filter(name => !targets.some(({ target }) => target === name))
      .map(name => ({
        ...{ ...whole, what: `what the replica at ${name} had` },
        why: 'it is in the settings, and no attempt to write to it is recorded',
      })),
    ...began,
    ...(unreadable === 0
      ? []
      : [
          {
            ...whole,
            what: `${plural(unreadable, 'attempt')} to write to a replica`,
            why: 'their records cannot be read',
          },
        ]),
  ]
}

/** By the settings that were in force, where they are known. */
function wantedTargets({ policies, configured }: EvidenceSources): string[] {
  const lists = policies.length === 0 ? [configured] : policies.map(({ values }) => values)
  const names = lists.flatMap(values => values['replica.targets'] ?? [])
  return [...new Set(names.filter(name => typeof name === 'string'))].sort()
}

function lockWords({ lock }: TargetFacts): string {
  if (lock === null) return 'no lock is recorded'
  if (lock.fault !== null) return lock.fault
  return lock.until === null ? 'nothing is locked' : `locked until ${timeWords(lock.until)} at least`
}
