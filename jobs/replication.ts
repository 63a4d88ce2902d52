/** The vault in each of its replicas after every new snapshot. A target that fails is tried again by itself, and keeps no other. */
import { plural } from '../src/model/plural.ts'
import { lockFault } from '../src/replica/run/extend-locks.ts'
import type { ReplicateReport } from '../src/replica/run/replicate.ts'
import { standingOf } from '../src/replica/standing.ts'
import {
  inOnePiece,
  type JobData,
  jobDataSchema,
  type OpenWork,
  parseJobData,
  type QueuedContext,
  queued,
} from './job.ts'
import { replicate } from './replicate.ts'

export const replication = queued({
  name: 'replicate',
  doc: 'Sends the vault, encrypted, to each of replica.targets, as far as it does not have it.',
  holds: 'itself',
  priority: 15,
  attempts: 3,
  catchUp: true,
  schedule: config => (config['replica.targets'].length === 0 ? null : config['schedules.replicate']),
  after: ['backup', 'sync'],
  isWanted: config => config['replica.targets'].length > 0,
  // A replica is of the whole vault, whosever snapshot it follows.
  parse: data => ({ ...parseJobData(jobDataSchema, data), organization: undefined }),
  open: openReplication,
})

async function openReplication(context: QueuedContext, { snapshot }: JobData): Promise<OpenWork> {
  const { config } = context
  const targets = config['replica.targets']
  if (targets.length === 0)
    return inOnePiece(async () => ({ state: 'skipped', message: 'replica.targets is not set' }))
  // Of several that wait, the first does the work of all.
  if (snapshot !== undefined && (await isEverywhere(context, snapshot)))
    return inOnePiece(async () => ({ state: 'skipped', message: `snapshot ${snapshot} is there already` }))
  const said = new Map<string, string>()
  const failed = new Set<string>()
  return {
    partName: 'replicate-target',
    parts: targets,
    async runPart(target) {
      said.set(target, wordsOf(await replicate.run(context, { target, init: false })))
    },
    giveUpPart(target, reason) {
      failed.add(target)
      said.set(target, `failed: ${reason}`)
    },
    async finish() {
      const words = targets.map(target => `${target}: ${said.get(target)}`).join('; ')
      if (failed.size === 0) return { state: 'done', message: words }
      return {
        state: 'failed',
        message: `${failed.size} of ${plural(targets.length, 'target')} failed: ${words}`,
      }
    },
    abandon: async () => {},
  }
}

async function isEverywhere({ config, held }: QueuedContext, snapshot: number): Promise<boolean> {
  const organization = (await held.vault()).snapshot(snapshot)?.organization
  if (organization === undefined) return false
  return config['replica.targets'].every(target => {
    const standing = standingOf(config['vault.path'], target)
    return standing?.failure === null && (standing.whole?.newest[organization] ?? 0) >= snapshot
  })
}

function wordsOf(report: ReplicateReport): string {
  const { run, changed, packs, bytes, missing } = report
  const fault = lockFault(report)
  const sent = changed
    ? `run ${run}, ${plural(packs, 'pack')}, ${(bytes / MIB).toFixed(1)} MiB`
    : `nothing is new since run ${run}`
  const lost =
    missing.length === 0 ? '' : `, ${plural(missing.length, 'file')} of the vault are missing here and there`
  return `${sent}${lost}${fault === null ? '' : `; ${fault}`}`
}

const MIB = 1024 * 1024
