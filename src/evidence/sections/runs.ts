/** Which runs the schedule asked for and what became of them; those that were missed, failed or left something out by name. */
import { type RunEnd, type RunSeries, whenOf } from '../records/run-records.ts'
import { listed, type SectionFacts, section } from '../section.ts'
import { type EvidenceSources, isWanted, type Unknown, unknownBefore } from '../sources.ts'
import { countWords, orUnknown, timeWords } from '../words.ts'

interface JobFacts {
  job: string
  organization: string | null
  recorded_from: string
  /** Runs that ended so, in the period. */
  outcomes: Record<string, number>
}

interface FaultFacts
  extends Pick<
    RunEnd,
    'run' | 'job' | 'organization' | 'outcome' | 'tick' | 'code' | 'message' | 'snapshot'
  > {
  /** When it ended, or was due. */
  at: string
}

interface RunFacts extends SectionFacts {
  /** Up to when anything is known: the last run that ended at all, or the end of the period. */
  recorded_until: string | null
  jobs: JobFacts[]
  faults: FaultFacts[]
  not_listed: number
}

const GOOD: readonly string[] = ['done', 'complete', 'unchanged', 'skipped']

export const runs = section<RunFacts>({
  id: 'runs',
  title: 'Runs missed, failed or partial',
  note: 'Runs of the daemon and of commands that it did for somebody, as their records in the catalog say. A run is missed when no daemon was there at its time: of jobs that are made good afterwards, and of each at most the last 100 at once. One that comes to nothing new is unchanged. What was done by commands where no daemon ran is in no record.',
  collect(sources) {
    const { last, series } = sources.runs
    const wanted = series.filter(({ organization }) => isWanted(sources, organization))
    const faults = wanted
      .flatMap(({ runs }) => runs.filter(({ outcome }) => !GOOD.includes(outcome)))
      .map(faultOf)
      .sort((a, b) => a.at.localeCompare(b.at) || a.run.localeCompare(b.run))
    const all = listed(faults)
    return {
      recorded_until:
        last === null || isBefore(sources, last) ? last : new Date(sources.period.to).toISOString(),
      jobs: wanted.map(jobFacts),
      faults: all.listed,
      not_listed: all.not_listed,
      unknown: [
        ...beginnings(sources, wanted),
        ...afterLast(sources),
        ...notWritten(sources),
        ...wanted.flatMap(doubts),
      ],
    }
  },
  show: ({ recorded_until, jobs, faults, not_listed }) => ({
    facts: [['recorded until', timeWords(recorded_until)]],
    tables: [
      {
        title: 'By job',
        columns: ['job', 'organization', 'recorded from', 'runs in the period'],
        rows: jobs.map(({ job, organization, recorded_from, outcomes }) => [
          job,
          organization ?? 'all',
          timeWords(recorded_from),
          countWords(outcomes),
        ]),
      },
      {
        title: 'Missed, failed, partial and the like',
        columns: ['when', 'job', 'organization', 'outcome', 'what was said', 'run'],
        rows: faults.map(fault => [
          timeWords(fault.at),
          fault.job,
          fault.organization ?? 'all',
          fault.outcome,
          fault.message,
          fault.run,
        ]),
        more: not_listed,
      },
    ],
  }),
})

function isBefore({ period }: EvidenceSources, time: string): boolean {
  return Date.parse(time) < period.to
}

function jobFacts({ job, organization, recordedFrom, runs }: RunSeries): JobFacts {
  const outcomes: Record<string, number> = {}
  for (const { outcome, count } of runs) outcomes[outcome] = (outcomes[outcome] ?? 0) + count
  return { job, organization, recorded_from: recordedFrom, outcomes }
}

function faultOf(end: RunEnd): FaultFacts {
  const { run, job, organization, outcome, tick, code, message, snapshot } = end
  return { run, job, organization, outcome, tick, code, message, snapshot, at: whenOf(end) }
}

/** Of each organization the backups, of the vault everything that has a record. */
function beginnings(sources: EvidenceSources, wanted: readonly RunSeries[]): Unknown[] {
  const why = 'records of runs begin later, or older ones were dropped before they were kept without end'
  const recorded = wanted.flatMap(({ job, organization, recordedFrom }) =>
    unknownBefore(sources, recordedFrom, { what: `runs of ${nameOf(job, organization)}`, why }),
  )
  const without = sources.organizations.filter(
    ({ id }) => !wanted.some(({ job, organization }) => job === 'backup' && organization === id),
  )
  const none = without.flatMap(({ title }) =>
    unknownBefore(sources, null, {
      what: `runs of backup of ${title}: which were missed or failed`,
      why: 'no run of a daemon is recorded',
    }),
  )
  return [...none, ...recorded]
}

/** Misses are written down by the daemon that comes back: until then nobody knows. */
function afterLast({ runs: { last }, period }: EvidenceSources): Unknown[] {
  if (last === null || Date.parse(last) >= period.to) return []
  const isOver = Date.parse(last) < period.from
  return [
    {
      what: isOver ? 'runs: which were missed' : 'runs that were missed at the end of the period',
      from: isOver ? new Date(period.from).toISOString() : last,
      to: new Date(period.to).toISOString(),
      why: 'no run ended later: what was missed is written down by the daemon that runs next',
    },
  ]
}

/** By the settings that were in force at any time of the period. */
function notWritten({ policies, period }: EvidenceSources): Unknown[] {
  const isOff = policies.some(
    ({ values }, index) =>
      values['schedules.catchUp'] === false &&
      Date.parse(policies[index + 1]?.at ?? new Date(period.to).toISOString()) > period.from,
  )
  if (!isOff) return []
  const why = 'schedules.catchUp was off for a time, and what nobody was there for is not written down then'
  return [{ what: 'which runs were missed', from: null, to: null, why }]
}

function doubts({ job, organization, countedFrom, runs, cut, lostDays }: RunSeries): Unknown[] {
  const name = nameOf(job, organization)
  const folded = runs.some(run => run.outcome === 'unchanged' && (countedFrom ?? '~') > run.finished)
  const whole = { from: null, to: null }
  return [
    ...(folded
      ? [
          {
            ...{ what: `how many runs of ${name} found nothing new`, from: null, to: countedFrom },
            why: 'until then several in a row were one record: the figure is the least that it was',
          },
        ]
      : []),
    ...(cut === 0
      ? []
      : [
          {
            ...whole,
            what: `${cut} more runs of ${name}`,
            why: 'there were more in a day than are recorded',
          },
        ]),
    ...lostDays.map(day => ({
      ...{ what: `runs of ${name} on ${day}`, from: `${day}T00:00:00.000Z`, to: null },
      why: 'their record cannot be read any more',
    })),
  ]
}

function nameOf(job: string, organization: string | null): string {
  return organization === null ? `${job} (all)` : `${job} of ${orUnknown(organization)}`
}
