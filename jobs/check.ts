/** Proves that what the vault holds is what was stored. */
import { z } from 'zod'
import { type CheckOptions, checkVaultAt, type Finding, type WritableVault } from '../src/vault/vault.ts'
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
/** Fact of the vault: the last check found damage. */
const DAMAGED = 'check found damage'

/** After damage everything is read, until nothing is found: tomorrow's part may be another one. */
async function runCheck(context: QueuedContext, part: number | undefined): Promise<Outcome> {
  const vault = await context.held.vault()
  const whole = vault.fact(DAMAGED) === 'yes'
  const n = part ?? (Math.floor(context.held.now() / 86_400_000) % PARTS) + 1
  const subset = whole ? {} : { subset: { n, m: PARTS } }
  const damaged = (await check.run(context, { readData: true, ...subset })).filter(isDamage)
  const [first] = damaged
  note(vault, first !== undefined)
  if (first)
    return { state: 'damage', message: `${damaged.length} damaged in the vault, first: ${first.message}` }
  const read = whole ? 'all of it read' : `part ${n} of ${PARTS} read`
  return { state: 'done', message: `no damage found (${read})` }
}

/** A catalog that is damaged may not take it; the finding counts all the same. */
function note(vault: WritableVault, damaged: boolean): void {
  try {
    vault.setFact(DAMAGED, damaged ? 'yes' : 'no')
  } catch (error) {
    if (!damaged) throw error
  }
}

function isDamage({ severity }: Finding): boolean {
  return severity === 'damage'
}
