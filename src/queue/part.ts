/** A part of a run: queued, done in the process where its run is open, repeated, and given up without harm to its siblings. */
import { type Job as BullJob, UnrecoverableError } from 'bullmq'
import type { OpenRun, OpenRuns } from './open-runs.ts'
import { type PartData, partOptions, partSchema, type Queues } from './queues.ts'
import { type RetryPolicy, retryDelayMs, Stopping } from './retry.ts'
import type { RunEvent } from './run-events.ts'
import { backToQueue, Repeat } from './workers.ts'

export interface PartOptions {
  runs: OpenRuns
  retry: RetryPolicy
  /** Of an error, without secrets. */
  words(error: unknown): string
  tell(event: RunEvent): void
}

const OVER = 'its run has ended'

/** `queue`: qualified name of the queue that the run is in. */
export async function addParts({ parts }: Queues, run: OpenRun, queue: string): Promise<void> {
  const parent = { id: run.id, queue }
  await parts.addBulk(
    run.work.parts.map((part, index) => ({
      name: run.work.partName,
      data: { run: run.id, generation: run.generation, part },
      opts: { ...partOptions(index), jobId: `${run.id}.${run.generation}.${index}`, parent },
    })),
  )
}

/** When the run is not open any more there is nothing to do: it begins again when its parts are through. */
export async function processPart(
  options: PartOptions,
  bull: BullJob<PartData>,
  token: string,
): Promise<string> {
  const parsed = partSchema.safeParse(bull.data)
  if (!parsed.success) throw new UnrecoverableError('this is no part of a run')
  const { run: id, generation, part } = parsed.data
  const run = options.runs.get(id)
  // What somebody else put there is part of no run.
  if (run?.generation !== generation || run.signal.aborted || !run.work.parts.includes(part)) return OVER
  const last = bull.attemptsMade + 1 >= (bull.opts.attempts ?? 1)
  try {
    await run.work.runPart(part, { last })
    run.ended.add(part)
    return 'done'
  } catch (error) {
    if (run.signal.reason instanceof Stopping) return backToQueue(bull, token)
    if (run.signal.aborted) return OVER
    const delayMs = last ? null : retryDelayMs(error, bull.attemptsMade + 1, options.retry)
    const message = options.words(error)
    options.tell({ type: 'part-failed', run: id, part, message, again: delayMs !== null })
    if (delayMs !== null) throw new Repeat(message, delayMs)
    run.ended.add(part)
    run.work.giveUpPart(part, message)
    throw new UnrecoverableError(message)
  }
}
