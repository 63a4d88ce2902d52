/** The runs that a run starts: one for each organization, and those that follow a snapshot. Asked twice, they start once. */
import type { JobData, QueuedJob } from '../../jobs/job.ts'
import { type Queues, runOptions } from './queues.ts'
import { runId } from './run-id.ts'

export async function startForEach(
  { asked }: Queues,
  job: QueuedJob,
  run: string,
  each: readonly JobData[],
): Promise<void> {
  for (const data of each)
    await asked.add(job.name, data, { ...runOptions(job), jobId: runId(run, data.organization) })
}

/** `jobs`: those that are wanted. */
export async function startFollowers(
  { asked }: Queues,
  jobs: readonly QueuedJob[],
  ended: { name: string; organization: string | undefined; snapshot: number },
): Promise<void> {
  const { name, organization, snapshot } = ended
  for (const job of jobs.filter(job => job.after.includes(name))) {
    const of = organization === undefined ? {} : { organization }
    const data = job.parse({ trigger: name, snapshot, ...of })
    const jobId = runId(`${job.name}.${snapshot}`, data.organization)
    await asked.add(job.name, data, { ...runOptions(job), jobId })
  }
}
