/** Writes the end of a run into the catalog, before Redis hears of it: so nothing is done twice that Redis never heard of. */
import type { Outcome } from '../../jobs/job.ts'
import type { Redact } from '../model/redact.ts'
import type { Clock } from './clock.ts'
import type { History, RunRecord } from './history.ts'

/** A job of the queue, or what has the same form. */
export interface Run {
  id?: string | undefined
  name: string
  data: unknown
}

export interface RunEnd {
  message: string
  snapshot?: number
  plan?: string
  /** Of the error. */
  code?: string
  hint?: string | undefined
}

export interface Recording {
  history: History
  clock: Clock
  redact: Redact
}

/** `problem`: the catalog could not be written; the record is told nevertheless. */
export function recordEnd(
  { history, clock, redact }: Recording,
  bull: Run,
  end: RunEnd & { outcome: RunRecord['outcome']; started: number | undefined },
): { record: RunRecord; problem: unknown } {
  const now = clock.now()
  const tick = tickOf(bull)
  const record: RunRecord = {
    run: bull.id ?? '',
    job: bull.name,
    organization: organizationOf(bull),
    trigger: textOf(bull, 'trigger') ?? 'manual',
    tick,
    started: new Date(end.started ?? now).toISOString(),
    finished: new Date(now).toISOString(),
    outcome: end.outcome,
    message: redact(end.message),
    snapshot: end.snapshot ?? null,
    code: end.code ?? null,
    plan: end.plan ?? null,
  }
  try {
    history.add(record)
    settle(history, bull)
    return { record, problem: null }
  } catch (problem) {
    return { record, problem }
  }
}

/**
 * How a run ended that the queue begins again: the process died before Redis heard of its end, or Redis was put back to a
 * time before it. `isNews`: nobody knows that it was ever begun.
 */
export function endedBefore(history: History, bull: Run, isNews: boolean): Outcome | null {
  const record = history.find(bull.name, organizationOf(bull), bull.id ?? '')
  if (record?.outcome === 'failed' || record?.outcome === 'cancelled')
    return { state: 'failed', message: record.message }
  const state = ENDS.find(end => end === record?.outcome)
  if (!record || !state) return isNews && isSettled(history, bull) ? SETTLED : null
  settle(history, bull)
  return {
    state,
    message: record.message,
    ...(record.snapshot === null ? {} : { snapshot: record.snapshot }),
    ...(record.plan === null ? {} : { plan: record.plan }),
  }
}

const ENDS = ['done', 'complete', 'partial', 'unchanged', 'skipped', 'damage', 'differences'] as const

const BY_SCHEDULE: readonly (string | null)[] = ['schedule', 'catch-up']

/** Of runs that found nothing, one after another, the history keeps the last. */
const SETTLED = { state: 'skipped', message: 'its tick came to an end before' } as const

function isSettled(history: History, bull: Run): boolean {
  if (!BY_SCHEDULE.includes(textOf(bull, 'trigger'))) return false
  const tick = tickOf(bull)
  const settled = history.settled(bull.name, organizationOf(bull))
  return tick !== null && settled !== null && Date.parse(tick) <= settled
}

function settle(history: History, bull: Run): void {
  const tick = tickOf(bull)
  if (tick !== null) history.settle(bull.name, organizationOf(bull), Date.parse(tick))
}

/** Null where it is no date. */
function tickOf(bull: Run): string | null {
  const tick = textOf(bull, 'tick')
  return tick === null || Number.isNaN(Date.parse(tick)) ? null : tick
}

function organizationOf(bull: Run): string | null {
  return textOf(bull, 'organization')
}

/** Also of data that the job refused. */
function textOf({ data }: Run, name: string): string | null {
  const value: unknown = Object.entries(data ?? {}).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : null
}
