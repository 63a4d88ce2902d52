/** Proves that what the vault holds is what was stored. */
import { z } from 'zod'
import { type CheckOptions, checkVaultAt, type Finding } from '../src/vault/vault.ts'
import { recordFindings } from '../src/verify/check-records.ts'
import {
  inOnePiece,
  type Job,
  jobDataSchema,
  type Outcome,
  parseJobData,
  type QueuedContext,
  queued,
} from './job.ts'

export interface CheckData extends Pick<CheckOptions, 'readData' | 'subset'> {}

export interface CheckEvent {
  done: number
  total: number
}

export const check: Job<CheckData, Finding[], CheckEvent> = {
  name: 'check',
  doc: 'Proves the structure of the vault and its digests and, with its data read, every stored byte.',
  async run({ config, signal, report }, data) {
    const path = config['vault.path']
    const findings: Finding[] = []
    const options = { ...data, signal, progress: (done: number, total: number) => report({ done, total }) }
    for await (const finding of checkVaultAt(path, options)) findings.push(finding)
    return [...findings, ...recordFindings(path)]
  },
}

/** Reads a seventh of the bytes each day, so that a week proves them all. */
export const dailyCheck = queued({
  name: 'check',
  doc: 'Proves the structure of the vault and a seventh of its bytes, another seventh each day.',
  holds: 'nothing',
  priority: 20,
  attempts: 3,
  catchUp: true,
  schedule: config => config['schedules.check'],
  parse: data => parseJobData(dataSchema, data),
  open: async (context, data) => inOnePiece(() => runCheck(context, dataSchema.parse(data).part)),
})

const PARTS = 7
const dataSchema = jobDataSchema.extend({ part: z.int().min(1).max(PARTS).optional() })

async function runCheck(context: QueuedContext, part: number | undefined): Promise<Outcome> {
  const n = part ?? (Math.floor(context.held.now() / 86_400_000) % PARTS) + 1
  const findings = await check.run(context, { readData: true, subset: { n, m: PARTS } })
  const damaged = findings.filter(one => one.severity === 'damage')
  const [first] = damaged
  if (first) return { state: 'damage', message: `${damaged.length} found, first: ${first.message}` }
  return { state: 'done', message: `no damage found (part ${n} of ${PARTS} read)` }
}
