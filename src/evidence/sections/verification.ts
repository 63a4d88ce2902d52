/** How much of the vault was read again and when, what was found, and what was compared with the platform. */
import { recordOf } from '../../model/fields.ts'
import { plural } from '../../model/plural.ts'
import { isIn } from '../period.ts'
import type { CheckRecord } from '../records/check-records.ts'
import type { RunEnd } from '../records/run-records.ts'
import { listed, type SectionFacts, section } from '../section.ts'
import { type EvidenceSources, isWanted, type Unknown, unknownBefore } from '../sources.ts'
import { countWords, durationWords, orUnknown, timeWords } from '../words.ts'

interface SpotFacts {
  at: string
  by: string
  organization: string
  snapshot: number | null
  /** Resources by what the comparison with the platform said. */
  results: Record<string, number>
}

interface VerificationFacts extends SectionFacts {
  recorded_from: string | null
  /** Null: not known. */
  checks: number | null
  /** Checks that found damage. */
  with_damage: number | null
  /** Before it was recorded what checks read: how their runs ended. */
  runs: Record<string, number>
  last: (CheckRecord & { age_of_oldest_read_ms: number | null }) | null
  damage: CheckRecord[]
  not_listed: number
  spot_checks: SpotFacts[]
}

export const verification = section<VerificationFacts>({
  id: 'verification',
  title: 'Verification',
  note: 'A check decodes and hashes what is stored; a daily one reads for a limited time what was read longest ago, so that everything is read again and again. A spot check reads resources again from the platform and compares. Checks are recorded by the daemon, spot checks in the ledger; a check by a command is in no record.',
  collect(sources) {
    const { recordedFrom, checks } = sources.checks
    const damage = listed(checks.filter(({ damaged, lost }) => damaged > 0 || lost > 0))
    const last = checks.at(-1)
    return {
      recorded_from: recordedFrom,
      checks: recordedFrom === null ? null : checks.length,
      with_damage: recordedFrom === null ? null : checks.filter(({ damaged }) => damaged > 0).length,
      runs: runsOf(sources),
      last: last === undefined ? null : { ...last, age_of_oldest_read_ms: ageOf(sources, last) },
      damage: damage.listed,
      not_listed: damage.not_listed,
      spot_checks: spotChecksOf(sources),
      unknown: unknownOf(sources),
    }
  },
  show: ({ recorded_from, checks, with_damage, runs, last, ...facts }) => ({
    facts: [
      ['checks recorded from', timeWords(recorded_from)],
      ['checks in the period', orUnknown(checks)],
      ['of these that found damage', orUnknown(with_damage)],
      ['runs of the check', countWords(runs)],
      ['last check', last === null ? 'not known' : `${timeWords(last.at)}, ${last.extent}`],
      ['everything was read since', timeWords(last?.oldest_read ?? null)],
      [
        'age of the oldest reading at the end',
        last?.age_of_oldest_read_ms == null ? 'not known' : durationWords(last.age_of_oldest_read_ms),
      ],
      ['blocks never read', orUnknown(last?.never_read ?? null)],
    ],
    tables: [
      {
        title: 'Checks that found damage or losses',
        columns: ['when', 'read', 'damaged', 'known to be lost'],
        rows: facts.damage.map(({ at, extent, damaged, lost }) => [
          timeWords(at),
          extent,
          String(damaged),
          String(lost),
        ]),
        more: facts.not_listed,
      },
      {
        title: 'Spot checks against the platform',
        columns: ['when', 'by', 'organization', 'snapshot', 'results'],
        rows: facts.spot_checks.map(({ at, by, organization, snapshot, results }) => [
          timeWords(at),
          by,
          organization,
          orUnknown(snapshot),
          countWords(results),
        ]),
      },
    ],
  }),
})

function runsOf({ runs: { series } }: EvidenceSources): Record<string, number> {
  const ends: RunEnd[] = series.flatMap(({ job, runs }) => (job === 'check' ? runs : []))
  const counts: Record<string, number> = {}
  for (const { outcome, count } of ends) counts[outcome] = (counts[outcome] ?? 0) + count
  return counts
}

function ageOf({ period }: EvidenceSources, { oldest_read }: CheckRecord): number | null {
  return oldest_read === null ? null : period.to - Date.parse(oldest_read)
}

function spotChecksOf(sources: EvidenceSources): SpotFacts[] {
  return sources.acts.acts
    .filter(
      ({ act, at, fields }) =>
        act === 'spot-check' && isIn(sources.period, at) && isWanted(sources, fields.organization),
    )
    .map(({ at, by, fields }) => ({
      ...{ at, by, organization: String(fields.organization) },
      snapshot: typeof fields.snapshot === 'number' ? fields.snapshot : null,
      results: Object.fromEntries(
        Object.entries(recordOf(fields.results) ?? {}).map(([state, count]) => [state, Number(count)]),
      ),
    }))
}

function unknownOf(sources: EvidenceSources): Unknown[] {
  const { recordedFrom, checks, cut, lostDays } = sources.checks
  const last = checks.at(-1)
  const why = 'no check was recorded by then'
  const unknown = unknownBefore(sources, recordedFrom, { what: 'what checks read and found', why })
  const whole = { from: null, to: null }
  if (recordedFrom !== null && Date.parse(recordedFrom) < sources.period.to && last === undefined)
    unknown.push({ ...whole, what: 'whether the vault was sound', why: 'no check is recorded in the period' })
  if (last !== undefined && last.oldest_read === null)
    unknown.push({
      ...whole,
      what: 'when everything was last read',
      why:
        last.never_read !== null && last.never_read > 0
          ? `${plural(last.never_read, 'block was', 'blocks were')} never read by any check`
          : 'the last check cannot say when what it did not read was read',
    })
  if (cut > 0)
    unknown.push({
      ...whole,
      what: `${cut} more of the checks`,
      why: 'there were more in a day than are recorded',
    })
  for (const day of lostDays)
    unknown.push({ ...whole, what: `checks on ${day}`, why: 'their record cannot be read any more' })
  return unknown
}
