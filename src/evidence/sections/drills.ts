/** Which drills were made, what they measured, and what did not come back as it was. */
import { plural } from '../../model/plural.ts'
import { isIn } from '../period.ts'
import type { KnownDrill } from '../records/drill-records.ts'
import { listed, type SectionFacts, section } from '../section.ts'
import { type EvidenceSources, isWanted, type Objectives, objectivesOf, type Unknown } from '../sources.ts'
import { durationWords, timeWords } from '../words.ts'
import { notRecorded, unset } from './recovery-points.ts'

interface DrillFacts
  extends Pick<
    KnownDrill,
    'started' | 'organization' | 'snapshot' | 'target' | 'passed' | 'duration_ms' | 'pages' | 'files' | 'file'
  > {
  /** Null: nothing was restored. */
  recovery_ms: number | null
  within_objective: boolean | null
  damaged: number
  failures: number
  differences: number
  /** What went wrong on purpose; null: nothing was to. */
  faults: number | null
  /** Of a vault that was recovered from this replica. */
  from_replica: string | null
  signature: 'holds' | 'does not hold'
}

interface DrillsFacts extends SectionFacts {
  objective: Pick<Objectives, 'rto_ms' | 'source'>
  passed: number
  failed: number
  /** Of those that passed; null: none did. */
  longest_recovery_ms: number | null
  last_recovery_ms: number | null
  drills: DrillFacts[]
  not_listed: number
}

export const drills = section<DrillsFacts>({
  id: 'drills',
  title: 'Drills',
  note: 'A drill restores a snapshot into an empty organization, reads it back and compares. The recovery time is that of planning and applying against the target named: an emulated platform on this machine unless it says otherwise. Each record is signed by itself and lies beside the catalog.',
  collect(sources) {
    const { rto_ms, source } = objectivesOf(sources)
    const own = sources.drills.drills.filter(
      ({ started, organization }) => isIn(sources.period, started) && isWanted(sources, organization),
    )
    const facts = own.map(drill => drillFacts(drill, rto_ms))
    const good = facts.filter(({ passed, signature }) => passed && signature === 'holds')
    const times = good.flatMap(({ recovery_ms }) => recovery_ms ?? [])
    const all = listed(facts)
    return {
      objective: { rto_ms, source },
      passed: good.length,
      failed: facts.length - good.length,
      longest_recovery_ms: times.length === 0 ? null : Math.max(...times),
      last_recovery_ms: times.at(-1) ?? null,
      drills: all.listed,
      not_listed: all.not_listed,
      unknown: unknownOf(sources, facts),
    }
  },
  show: ({ objective, passed, failed, longest_recovery_ms, drills, not_listed, ...facts }) => ({
    facts: [
      ['recorded drills that passed', String(passed)],
      ['that failed, or whose signature does not hold', String(failed)],
      ['longest recovery time', msWords(longest_recovery_ms)],
      ['recovery time of the last one that passed', msWords(facts.last_recovery_ms)],
      ['target', objective.rto_ms === null ? 'not set' : durationWords(objective.rto_ms)],
    ],
    tables: [
      {
        title: 'Drills in the period',
        columns: [
          'when',
          'organization',
          'snapshot',
          'into',
          'result',
          'recovery time',
          'not as it was',
          'record',
        ],
        rows: drills.map(drill => [
          timeWords(drill.started),
          drill.organization,
          String(drill.snapshot),
          drill.from_replica === null ? drill.target : `${drill.target}, from ${drill.from_replica}`,
          drill.passed ? 'passed' : 'failed',
          recoveryWords(drill),
          `${drill.differences} differences, ${drill.failures} failures, ${drill.damaged} damaged`,
          `${drill.file}, signature ${drill.signature}`,
        ]),
        more: not_listed,
      },
    ],
  }),
})

function drillFacts(drill: KnownDrill, target: number | null): DrillFacts {
  const { started, organization, snapshot, passed, duration_ms, pages, files, file } = drill
  // Where the vault is damaged, nothing is restored.
  const recovery = drill.damaged.length > 0 ? null : drill.recovery_ms
  return {
    ...{ started, organization, snapshot, target: drill.target, passed, duration_ms, pages, files, file },
    recovery_ms: recovery,
    within_objective: target === null || recovery === null ? null : passed && recovery <= target,
    damaged: drill.damaged.length,
    failures: drill.failures.length,
    differences: drill.differences.length,
    faults: drill.faults === null ? null : drill.faults.length,
    from_replica: drill.from === null ? null : `${drill.from.target}, run ${drill.from.run}`,
    signature: drill.valid ? 'holds' : 'does not hold',
  }
}

function unknownOf(sources: EvidenceSources, facts: readonly DrillFacts[]): Unknown[] {
  const whole = { from: null, to: null }
  const { drills, unreadable } = sources.drills
  const { rto_ms, source } = objectivesOf(sources)
  const without = sources.organizations.filter(
    ({ id }) => !facts.some(({ organization }) => organization === id),
  )
  const highest = Math.max(0, ...drills.map(({ drill }) => drill))
  const gone = highest - drills.length - unreadable.length
  return [
    ...without.map(({ title }) => ({
      ...{ ...whole, what: `whether ${title} can be restored, and how fast` },
      why: 'no drill of it is recorded in the period',
    })),
    ...unreadable.map(file => ({ ...whole, what: `the drill of ${file}`, why: 'its record cannot be read' })),
    ...(gone <= 0
      ? []
      : [
          {
            ...whole,
            what: plural(gone, 'drill'),
            why: 'later ones have higher numbers, and their records are not there',
          },
        ]),
    ...(rto_ms === null ? [unset('objectives.rto')] : []),
    ...(rto_ms !== null && source === 'configured' ? [notRecorded('objectives.rto')] : []),
  ]
}

function msWords(ms: number | null): string {
  return ms === null ? 'not known' : durationWords(ms)
}

function recoveryWords({ recovery_ms, within_objective }: DrillFacts): string {
  if (recovery_ms === null) return 'nothing was restored'
  if (within_objective === null) return durationWords(recovery_ms)
  return `${durationWords(recovery_ms)}, ${within_objective ? 'within target' : 'target missed'}`
}
