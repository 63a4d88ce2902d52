/** What became of the runs that have a log, as their last lines say. */
import { z } from 'zod'
import { listRunLogs, readOneLog } from './logs.ts'

const lineSchema = z.object({
  time: z.string(),
  job: z.string().optional(),
  organization: z.string().nullish(),
  title: z.string().nullish(),
  outcome: z.string().optional(),
  msg: z.string().optional(),
})

export interface RunSummary {
  run: string
  /** Of its last line. ISO 8601, UTC. */
  time: string
  job: string
  organization: string | null
  title: string | null
  /** Null: it has not ended, or its daemon died. */
  outcome: string | null
  message: string
}

/** Oldest first. */
export function summariseRuns(folder: string, most: number): RunSummary[] {
  return listRunLogs(folder)
    .slice(-most)
    .flatMap(run => summarise(run, readOneLog(folder, run)))
}

function summarise(run: string, lines: readonly string[]): RunSummary[] {
  const parsed = lines.flatMap(line => parse(line))
  const last = parsed.at(-1)
  if (!last) return []
  const end = parsed.findLast(line => line.outcome !== undefined)
  const named = parsed.find(line => line.job !== undefined) ?? end
  return [
    {
      run,
      time: (end ?? last).time,
      job: named?.job ?? run.replace(/\..*/, ''),
      organization: named?.organization ?? null,
      title: parsed.find(line => typeof line.title === 'string')?.title ?? null,
      outcome: end?.outcome ?? null,
      message: (end ?? last).msg ?? '',
    },
  ]
}

function parse(line: string): z.infer<typeof lineSchema>[] {
  try {
    const result = lineSchema.safeParse(JSON.parse(line))
    return result.success ? [result.data] : []
  } catch {
    // A line that was cut off with its daemon.
    return []
  }
}
