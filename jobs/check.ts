/** Proves that what the vault holds is what was stored. */
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { recordCheck } from '../src/evidence/records/check-records.ts'
import { DamageFound } from '../src/model/errors.ts'
import { plural } from '../src/model/plural.ts'
import { checkIndex } from '../src/search/index/check.ts'
import { indexPath } from '../src/search/index/database.ts'
import {
  type CheckOptions,
  type Coverage,
  checkVaultAt,
  type Finding,
  openVault,
  type WritableVault,
  withRepair,
} from '../src/vault/vault.ts'
import { recordFindings } from '../src/verify/check-records.ts'
import { apart } from './apart.ts'
import {
  inOnePiece,
  type Job,
  jobDataSchema,
  type Outcome,
  parseJobData,
  type QueuedContext,
  queued,
} from './job.ts'

export interface CheckData extends Pick<CheckOptions, 'readData' | 'subset' | 'maxDurationMs' | 'covered'> {}

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
    const options = {
      ...data,
      signal,
      withinMs: config['check.within'],
      progress: (done: number, total: number) => report({ done, total }),
    }
    for await (const finding of checkVaultAt(path, options)) findings.push(finding)
    const isWhole = data.readData === true && data.subset === undefined && data.maxDurationMs === undefined
    const ofIndex = isWhole && !findings.some(isDamage) ? await indexFindings(path, signal) : []
    return [...findings, ...recordFindings(path).map(withRepair), ...ofIndex]
  },
}

/** An index that says less than the vault would hide what stands there. */
async function indexFindings(path: string, signal: AbortSignal | undefined): Promise<Finding[]> {
  const index = indexPath(path)
  if (!existsSync(index)) return []
  const vault = openVault(path)
  try {
    const { problems, stale } = await checkIndex(vault, index, signal)
    const damage = (message: string): Finding => ({ code: 'index-damaged', severity: 'damage', message })
    const info = (message: string): Finding => ({ code: 'index-stale', severity: 'info', message })
    const found = [...problems.map(damage), ...(stale === null ? [] : [info(stale)])]
    return found.map(finding => withRepair({ ...finding, message: `search.db: ${finding.message}` }))
  } catch (error) {
    // Contents that are known to be lost are told already, and an index cannot be held against them.
    if (error instanceof DamageFound) return []
    throw error
  } finally {
    vault.close()
  }
}

interface DailyData extends Pick<CheckData, 'subset' | 'maxDurationMs'> {}

interface DailyAnswer {
  damaged: Finding[]
  /** Contents that are known to be lost. */
  lost: number
  reached: Coverage | null
}

export const checkReading = apart<DailyData, DailyAnswer, CheckEvent>({
  name: 'check',
  doc: 'Proves the structure of the vault and, to the given extent, its bytes; damage alone counts.',
  async run(context, extent) {
    const reached: Coverage[] = []
    const covered = (coverage: Coverage) => void reached.push(coverage)
    const findings = await check.run(context, { readData: true, ...extent, covered })
    const lost = findings.filter(({ code }) => code === 'content-lost').length
    return { damaged: findings.filter(isDamage), lost, reached: reached[0] ?? null }
  },
})

/** Reads for a limited time what was read longest ago, so that everything is read again and again. */
export const dailyCheck = queued({
  name: 'check',
  doc: 'Proves the structure of the vault and its bytes, for a limited time: what was read longest ago comes first.',
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
  const extent = extentOf(context, whole, part)
  const began = context.held.now()
  const { damaged, lost, reached } = await checkReading.run(context, extent)
  const [first] = damaged
  note(vault, first !== undefined)
  record(context, vault, { extent, reached, damaged: damaged.length, lost, began })
  if (first)
    return { state: 'damage', message: `${damaged.length} damaged in the vault, first: ${first.message}` }
  const known = lost === 0 ? '' : `; ${plural(lost, 'content')} known to be lost`
  return { state: 'done', message: `no damage found (${describeExtent(extent, reached)})${known}` }
}

function extentOf({ config }: QueuedContext, whole: boolean, part: number | undefined): DailyData {
  if (whole) return {}
  return part === undefined
    ? { maxDurationMs: config['check.maxDuration'] }
    : { subset: { n: part, m: PARTS } }
}

function describeExtent({ subset }: Pick<CheckData, 'subset'>, coverage: Coverage | null): string {
  if (subset) return `part ${subset.n} of ${subset.m} read`
  if (coverage === null) return 'all of it read'
  if (coverage.neverRead > 0) return `${plural(coverage.neverRead, 'block')} still to be read`
  if (coverage.oldestAt === null) return 'there is nothing to read yet'
  return `all of it read since ${new Date(coverage.oldestAt).toISOString()}`
}

/** A catalog that is damaged may not take it; the finding counts all the same. */
function note(vault: WritableVault, damaged: boolean): void {
  try {
    vault.setFact(DAMAGED, damaged ? 'yes' : 'no')
  } catch (error) {
    if (!damaged) throw error
  }
}

interface Read {
  extent: DailyData
  reached: Coverage | null
  damaged: number
  lost: number
  /** Milliseconds since the epoch. */
  began: number
}

/** For evidence; as above, damage may be in its way. */
function record(
  { held }: QueuedContext,
  vault: WritableVault,
  { extent, reached, damaged, lost, began }: Read,
): void {
  const isWhole = extent.subset === undefined && extent.maxDurationMs === undefined
  const oldest = isWhole && damaged === 0 ? began : (reached?.oldestAt ?? 0)
  try {
    recordCheck(vault, {
      at: new Date(held.now()).toISOString(),
      extent: describeExtent(extent, reached),
      ...{ damaged, lost, oldest_read: oldest === 0 ? null : new Date(oldest).toISOString() },
      never_read: isWhole && damaged === 0 ? 0 : (reached?.neverRead ?? null),
    })
  } catch (error) {
    if (damaged === 0) throw error
  }
}

function isDamage({ severity }: Finding): boolean {
  return severity === 'damage'
}
