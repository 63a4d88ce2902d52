/** Writes the end of a run into the catalog, before Redis hears of it: so nothing is done twice that Redis forgets. */
import type { Job as BullJob } from 'bullmq'
import type { JobData } from '../../jobs/job.ts'
import type { Redact } from '../model/redact.ts'
import type { Clock } from './clock.ts'
import type { History, RunRecord } from './history.ts'

export interface RunEnd {
  message: string
  snapshot?: number
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
  bull: BullJob<JobData>,
  end: RunEnd & { outcome: RunRecord['outcome']; started: number | undefined },
): { record: RunRecord; problem: unknown } {
  const now = clock.now()
  const tick = typeof bull.data.tick === 'string' ? bull.data.tick : null
  const record: RunRecord = {
    run: bull.id ?? '',
    job: bull.name,
    organization: bull.data.organization ?? null,
    trigger: bull.data.trigger ?? 'manual',
    tick,
    started: new Date(end.started ?? now).toISOString(),
    finished: new Date(now).toISOString(),
    outcome: end.outcome,
    message: redact(end.message),
    snapshot: end.snapshot ?? null,
    code: end.code ?? null,
  }
  try {
    if (record.outcome !== 'skipped') history.add(record)
    if (tick !== null) history.settle(record.job, record.organization, Date.parse(tick))
    return { record, problem: null }
  } catch (problem) {
    return { record, problem }
  }
}
