/** Keeps the index of all texts up to date with what was sealed and pruned. It reads the vault, and is in nobody's way. */
import { existsSync } from 'node:fs'
import { plural } from '../src/model/plural.ts'
import { buildIndex, type IndexProgress, type IndexResult } from '../src/search/index/build.ts'
import { indexPath, removeIndex } from '../src/search/index/database.ts'
import { openVault } from '../src/vault/vault.ts'
import { apart } from './apart.ts'
import {
  inOnePiece,
  type JobContext,
  jobDataSchema,
  type Outcome,
  parseJobData,
  type QueuedContext,
  queued,
} from './job.ts'

export const searchIndex = apart<Record<string, never>, IndexResult, IndexProgress>({
  name: 'index',
  doc: 'Brings the index of all texts up to date.',
  async run({ config, signal, report }) {
    const path = config['vault.path']
    const vault = openVault(path, { timezone: config['schedules.timezone'] })
    try {
      return await buildIndex(vault, indexPath(path), { signal, progress: report })
    } finally {
      vault.close()
    }
  },
})

export const scheduledIndex = queued({
  name: 'index',
  doc: 'Brings the index of all texts up to date with the newest snapshot, for searches.',
  // Two at once do each step once, and nobody who wants to write waits for one.
  holds: 'nothing',
  priority: 20,
  attempts: 3,
  after: ['backup', 'sync'],
  isWanted: config => config['search.index'],
  // The index is of the whole vault, whosever snapshot it follows.
  parse: data => ({ ...parseJobData(jobDataSchema, data), organization: undefined }),
  open: async context => inOnePiece(() => runIndex(context)),
})

async function runIndex(context: QueuedContext): Promise<Outcome> {
  const { through, units, removed, unreadable } = await searchIndex.run(context, {})
  if (through === null) return { state: 'skipped', message: 'there is no snapshot yet' }
  const gone = removed === 0 ? '' : `, ${removed} taken out`
  const missing = unreadable === 0 ? '' : `; of ${plural(unreadable, 'state')} something could not be read`
  return {
    state: 'done',
    message: `up to snapshot ${through}: ${plural(units, 'new text')}${gone}${missing}`,
  }
}

/** Where there is an index: what was pruned goes from it as well. One that cannot be brought up to date is no index. */
export async function unindexPruned({ config, held, signal }: Omit<JobContext, 'report'>): Promise<void> {
  const path = indexPath(config['vault.path'])
  if (!existsSync(path)) return
  try {
    await searchIndex.run({ config, signal, report: () => {}, ...(held ? { held } : {}) }, {})
  } catch (error) {
    removeIndex(path)
    if (signal?.aborted) throw error
  }
}
