/** What became of runs, and which ticks need no more work. Kept in the catalog: Redis may forget. */
import { z } from 'zod'

const OUTCOMES = [
  'done',
  'complete',
  'partial',
  'unchanged',
  'skipped',
  'damage',
  'differences',
  'failed',
  'cancelled',
  'missed',
] as const

export const runRecordSchema = z.object({
  run: z.string(),
  job: z.string(),
  /** Null: the run that started one for each organization. */
  organization: z.string().nullable(),
  trigger: z.string(),
  /** ISO 8601, UTC; null for a run that no schedule asked for. */
  tick: z.string().nullable(),
  started: z.string(),
  finished: z.string(),
  /** `missed`: there was no daemon at that time. */
  outcome: z.enum(OUTCOMES),
  message: z.string(),
  snapshot: z.number().nullable(),
  /** Of the error. */
  code: z.string().nullable(),
  /** Digest of the plan that it made. */
  plan: z.string().nullable().default(null),
})
export type RunRecord = z.infer<typeof runRecordSchema>

/** Null for what another version wrote. */
export function parseRecord(raw: unknown): RunRecord | null {
  const result = runRecordSchema.safeParse(raw)
  return result.success ? result.data : null
}

export interface History {
  /** Oldest first; of each job and organization a bounded number. */
  list(): RunRecord[]
  /** The last of this name. */
  find(job: string, organization: string | null, run: string): RunRecord | null
  add(record: RunRecord): void
  /** The last tick that came to an end, in milliseconds since the epoch. */
  settled(job: string, organization: string | null): number | null
  settle(job: string, organization: string | null, tickMs: number): void
  /** Those that ever had a run of this job. */
  organizations(job: string): string[]
}
