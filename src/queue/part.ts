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

/** One command to Redis, in which the event loop of a daemon answers nobody. */
const ADDED_AT_ONCE = 50

/**
 * Those that have not come to an end. `queue`: qualified name of the queue that the run is in. One that ends before all are
 * there harms nothing: the run is active until it waits for them.
 */
export async function addParts({ parts }: Queues, run: OpenRun, queue: string): Promise<void> {
  const parent = { id: run.id, queue }
  const all = run.work.parts.flatMap((part, index) => {
    if (run.ended.has(part)) return []
    const data = { run: run.id, generation: run.generation, part }
    const opts = { ...partOptions(index), jobId: `${run.id}.${run.generation}.${index}`, parent }
    return [{ name: run.work.partName, data, opts }]
  })
  for (let from = 0; from < all.length; from += ADDED_AT_ONCE)
    await parts.addBulk(all.slice(from, from + ADDED_AT_ONCE))
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
  // A queue that was put back to an earlier time hands it out again.
  return run.turns.run(part, async () =>
    run.ended.has(part) ? 'done' : workOn(options, run, part, { bull, token }),
  )
}

async function workOn(
  options: PartOptions,
  run: OpenRun,
  part: string,
  { bull, token }: { bull: BullJob<PartData>; token: string },
): Promise<string> {
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
    options.tell({ type: 'part-failed', run: run.id, part, message, again: delayMs !== null })
    if (delayMs !== null) throw new Repeat(message, delayMs)
    run.ended.add(part)
    run.work.giveUpPart(part, message)
    throw new UnrecoverableError(message)
  }
}
