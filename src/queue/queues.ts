/** The two queues of a platform: runs, and the parts of runs. What is kept of ended ones is bounded. */
import { type JobsOptions, Queue, type QueueOptions } from 'bullmq'
import { z } from 'zod'
import type { JobData, QueuedJob } from '../../jobs/job.ts'
import { AskedRuns } from './asked-runs.ts'
import type { RedisConnections } from './connection.ts'

/** A part as it stands in Redis. */
export const partSchema = z.object({
  /** Id of its run. */
  run: z.string(),
  generation: z.string(),
  part: z.string(),
})
export type PartData = z.infer<typeof partSchema>

export interface Queues {
  runs: Queue<JobData>
  parts: Queue<PartData>
  /** The way into `runs`. */
  asked: AskedRuns
  close(): Promise<void>
}

export interface QueueNames {
  prefix: string
  /** Name of the platform. */
  name: string
}

export const PART_ATTEMPTS = 3
/** Ids are remembered at least this long, so that a tick is not added twice. */
const KEPT_SECONDS = 7 * 24 * 3600
const KEPT_RUNS = 2000
const KEPT_PARTS = 500

export function openQueues(redis: RedisConnections, { prefix, name }: QueueNames): Queues {
  // Whether Redis is new enough was asked when the daemon started.
  const options: QueueOptions = { connection: redis.shared, prefix, skipVersionCheck: true }
  const runs = new Queue<JobData>(name, options)
  const parts = new Queue<PartData>(partQueueName(name), options)
  for (const queue of [runs, parts]) queue.on('error', () => {})
  return {
    runs,
    parts,
    asked: new AskedRuns(runs),
    async close() {
      await Promise.all([runs.close(), parts.close()]).catch(() => {})
    },
  }
}

export function partQueueName(name: string): string {
  return `${name}-parts`
}

export function runOptions(job: QueuedJob): JobsOptions {
  return {
    attempts: job.attempts,
    backoff: { type: 'custom' },
    priority: job.priority,
    stackTraceLimit: 1,
    keepLogs: 50,
    removeOnComplete: { age: KEPT_SECONDS, count: KEPT_RUNS },
    removeOnFail: { age: KEPT_SECONDS, count: KEPT_RUNS },
  }
}

/** The first parts of all runs go before the second ones: a large organization does not hold up a small one. */
export function partOptions(index: number): JobsOptions {
  return {
    attempts: PART_ATTEMPTS,
    backoff: { type: 'custom' },
    priority: Math.min(index + 1, 2_000_000),
    stackTraceLimit: 1,
    ignoreDependencyOnFailure: true,
    removeOnComplete: { count: KEPT_PARTS },
    removeOnFail: { count: KEPT_PARTS },
  }
}
