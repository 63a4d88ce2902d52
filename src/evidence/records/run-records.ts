/**
 * How the runs of the daemon ended, kept without end: the history that the daemon itself works with is bounded. What it knew
 * before this was kept is read beside it. Runs that found nothing, one after another on a day, are one record with a count.
 */
import { z } from 'zod'
import { type EvidencePeriod, isIn } from '../period.ts'
import {
  type DayEntries,
  daysOf,
  enterInDay,
  type ReadFacts,
  readDays,
  seriesOf,
  type WriteFacts,
} from './day-book.ts'

const runSchema = z.object({
  run: z.string(),
  job: z.string(),
  organization: z.string().nullable(),
  trigger: z.string(),
  tick: z.string().nullable(),
  started: z.string(),
  finished: z.string(),
  outcome: z.string(),
  message: z.string().default(''),
  snapshot: z.number().nullable(),
  code: z.string().nullable(),
  count: z.number().default(1),
})
export type RunEnd = z.infer<typeof runSchema>
export type NewRunEnd = Omit<RunEnd, 'count' | 'message'> & { message: string }

/** The runs of one job for one organization. */
export interface RunSeries {
  job: string
  /** Null: of the whole vault, or of every organization. */
  organization: string | null
  /** From then on every run is known that ended. ISO 8601, UTC. */
  recordedFrom: string
  /** From then on, runs that found nothing are counted; null: never. */
  countedFrom: string | null
  /** That ended in the period. A missed one counts when it was due. */
  runs: RunEnd[]
  cut: DayEntries['cut']
  lostDays: DayEntries['lostDays']
}

export interface KnownRuns {
  /** Those that had begun by the end of the period. */
  series: RunSeries[]
  /** When the last run of all ended; null: none is known. */
  last: string | null
}

const PREFIX = 'run '
const GOOD = ['done', 'complete', 'unchanged', 'skipped']
const MOST_OF_A_MESSAGE = 500

export function recordRun(facts: WriteFacts, { message, ...end }: NewRunEnd): void {
  const said = GOOD.includes(end.outcome) ? {} : { message: message.slice(0, MOST_OF_A_MESSAGE) }
  const { run, job, organization, trigger, tick, started, finished, outcome, snapshot, code } = end
  const entry = { run, job, organization, trigger, tick, started, finished, outcome, snapshot, code, ...said }
  enterInDay(facts, seriesName(job, organization), Date.parse(whenOf(entry)), { entry, fold: foldUnchanged })
}

/** `listed`: what the daemon's own history has, oldest first. */
export function readRuns(facts: ReadFacts, listed: readonly unknown[], period: EvidencePeriod): KnownRuns {
  const own = parseRuns(listed)
  const ownSeries = own.map(({ job, organization }) => seriesName(job, organization))
  const booked = seriesOf(facts).filter(series => series.startsWith(PREFIX))
  const all = [...new Set([...booked, ...ownSeries])].sort()
  const began = beganOf(facts, booked)
  const found = all.map(name => {
    const ofSeries = own.filter(({ job, organization }) => seriesName(job, organization) === name)
    return readSeries(facts, name, { own: ofSeries, began }, period)
  })
  const last = found
    .map(({ last }) => last)
    .sort()
    .at(-1)
  const series = found
    .map(({ series }) => series)
    .filter(({ recordedFrom }) => Date.parse(recordedFrom) < period.to)
  return { series, last: last ?? null }
}

/** When the first run ended that was kept without end: since then all of them are. Null: none was. */
function beganOf(facts: ReadFacts, booked: readonly string[]): string | null {
  const firsts = booked.flatMap(name => {
    const from = Date.parse(daysOf(facts, name)[0] ?? '')
    return parseRuns(readDays(facts, name, { from, to: from + 1 }).entries).map(({ finished }) => finished)
  })
  return firsts.sort()[0] ?? null
}

function readSeries(
  facts: ReadFacts,
  name: string,
  { own, began }: { own: readonly RunEnd[]; began: string | null },
  period: EvidencePeriod,
) {
  const days = daysOf(facts, name)
  const lastDay = days.at(-1)
  const ofDay = (day: string | undefined) => {
    const from = Date.parse(day ?? '')
    return day === undefined ? [] : parseRuns(readDays(facts, name, { from, to: from + 1 }).entries)
  }
  const inPeriod = readDays(facts, name, period)
  const booked = parseRuns(inPeriod.entries)
  const known = new Set(booked.map(idOf))
  const older = own.filter(run => !known.has(idOf(run)) && (began === null || run.finished < began))
  const runs = [...older, ...booked].filter(run => isIn(period, whenOf(run)))
  const [job = '', organization = ''] = name.slice(PREFIX.length).split(' ')
  const firsts = [began, own[0]?.finished ?? null].filter(time => time !== null).sort()
  const lasts = [...ofDay(lastDay), ...own].map(({ finished }) => finished).sort()
  const series: RunSeries = {
    ...{ job, organization: organization === '*' ? null : organization },
    ...{ recordedFrom: firsts[0] ?? '', countedFrom: began, runs: runs.sort(byTime) },
    ...{ cut: inPeriod.cut, lostDays: inPeriod.lostDays },
  }
  return { series, last: lasts.at(-1) ?? '' }
}

/** A run that never was is of the time at which it was due. */
export function whenOf({ outcome, tick, finished }: Pick<RunEnd, 'outcome' | 'tick' | 'finished'>): string {
  return outcome === 'missed' && tick !== null ? tick : finished
}

function foldUnchanged(last: unknown, next: object): object | null {
  const [before, after] = [runSchema.safeParse(last), runSchema.safeParse(next)]
  if (!before.success || !after.success) return null
  if (before.data.outcome !== 'unchanged' || after.data.outcome !== 'unchanged') return null
  return { ...before.data, finished: after.data.finished, count: before.data.count + 1 }
}

function seriesName(job: string, organization: string | null): string {
  return `${PREFIX}${job} ${organization ?? '*'}`
}

function parseRuns(entries: readonly unknown[]): RunEnd[] {
  return entries.flatMap(entry => {
    const parsed = runSchema.safeParse(entry)
    return parsed.success ? [parsed.data] : []
  })
}

function idOf({ run, outcome, finished }: RunEnd): string {
  return `${run} ${outcome} ${finished}`
}

function byTime(a: RunEnd, b: RunEnd): number {
  return whenOf(a).localeCompare(whenOf(b)) || a.run.localeCompare(b.run)
}
