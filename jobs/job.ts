/**
 * The form of a job: plain data and functions. It knows neither the queue nor the clock that starts it. A command runs
 * a `Job` here and now; the daemon runs a `QueuedJob`, which is made of the same functions and says beside them what
 * the queue has to know.
 */
import { z } from 'zod'
import type { Config } from '../config/settings.ts'
import { UsageError } from '../src/model/errors.ts'
import type { Held, HeldSource } from './held.ts'

export interface Job<Data, Result, Event> {
  name: string
  doc: string
  run(context: JobContext<Event>, data: Data): Promise<Result>
}

export interface JobContext<Event = object> extends HeldSource {
  signal: AbortSignal | undefined
  report: (event: Event) => void
}

/** In the daemon there is always something held, a signal, and the run's name, which it keeps when it is begun again. */
export interface QueuedContext extends JobContext {
  run: string
  signal: AbortSignal
  held: Held
}

/**
 * Small, without secrets: it is stored in Redis, where others may write as well. What a job does not know is refused.
 * Without an organization: all of them.
 */
export const jobDataSchema = z.strictObject({
  organization: z.string().min(1).max(200).optional(),
  trigger: z.string().max(100).optional(),
  /** When a schedule wanted it. */
  tick: z.iso.datetime().optional(),
  /** The new snapshot that it follows. */
  snapshot: z.int().positive().optional(),
})
export type JobData = z.infer<typeof jobDataSchema>

/** Throws UsageError that names the fields. */
export function parseJobData<T>(schema: z.ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  throw new UsageError(`what the job is given is wrong: ${z.prettifyError(result.error)}`)
}

export interface QueuedJob {
  name: string
  doc: string
  /**
   * What nothing else may work on meanwhile. A vault is held against everything else; `itself` keeps only a second run
   * of this job away from the same organization.
   */
  holds: 'organization' | 'vault' | 'itself' | 'nothing'
  /** What to do when that is held by another run. */
  whenBusy: 'wait' | 'skip'
  /** 1 goes first. */
  priority: number
  /** Runs in all, when errors say that repeating may help. */
  attempts: number
  /** Whether a tick that nobody was there for is made good. */
  catchUp: boolean
  /** Cron expression; null: never by itself. */
  schedule(config: Config): string | null
  /** Names of jobs whose new snapshot this one follows. */
  after: readonly string[]
  /** False: the configuration has no use for it. */
  isWanted(config: Config): boolean
  /** Throws UsageError for data of another form. */
  parse(data: unknown): JobData
  /** One run for each; asked when the data name no organization. */
  each?(context: QueuedContext, data: JobData): Promise<JobData[]>
  open(context: QueuedContext, data: JobData): Promise<OpenWork>
}

/** Work in parts that may be done side by side and each repeated. Ends with `finish` or `abandon`. */
export interface OpenWork {
  /** Name of a part as a job of its own: `backup-space`. */
  partName: string
  parts: readonly string[]
  /** Throws what another attempt may get over, unless it is the last. */
  runPart(part: string, attempt: { last: boolean }): Promise<void>
  /** A part that came to nothing. Its siblings count. */
  giveUpPart(part: string, reason: string): void
  finish(): Promise<Outcome>
  abandon(): Promise<void>
}

export interface Outcome {
  /**
   * `unchanged`: there was nothing to keep. `skipped`: something else did the same. The last three failed, and repeating
   * them is pointless: `damage` in the vault, `differences` between what was stored and what came back, steps that failed.
   */
  state: 'done' | 'complete' | 'partial' | 'unchanged' | 'skipped' | 'damage' | 'differences' | 'failed'
  /** One sentence for people. */
  message: string
  snapshot?: number
  /** Digest of the plan that was made. */
  plan?: string
}

/** Where in a job nothing can be done side by side. */
export function inOnePiece(run: () => Promise<Outcome>): OpenWork {
  return {
    partName: '',
    parts: [],
    runPart: async () => {},
    giveUpPart: () => {},
    finish: run,
    abandon: async () => {},
  }
}

type Needed = 'name' | 'doc' | 'holds' | 'open'

/** With what most jobs want where the declaration is silent. */
export function queued(declaration: Pick<QueuedJob, Needed> & Partial<QueuedJob>): QueuedJob {
  return {
    whenBusy: 'wait',
    priority: 10,
    attempts: 5,
    catchUp: false,
    schedule: () => null,
    after: [],
    isWanted: () => true,
    parse: data => parseJobData(jobDataSchema, data),
    ...declaration,
  }
}
