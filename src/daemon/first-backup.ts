/** A vault without a backup protects nobody until the schedule ticks: the first one is taken at once. */
import type { Config } from '../../config/settings.ts'
import type { Queues } from '../queue/queues.ts'
import { sealedBackups } from '../vault/sealed-backups.ts'
import type { Vault } from '../vault/vault.ts'

const OPEN_STATES = ['active', 'waiting', 'prioritized', 'delayed', 'waiting-children'] as const

/** Not where one is under way or waits: of a start before this one, or because it was missed. */
export async function needsFirstBackup(config: Config, vault: Vault, { runs }: Queues): Promise<boolean> {
  if (!config['schedules.firstBackup'] || config['schedules.backup'] === 'off') return false
  if (sealedBackups(vault).length > 0) return false
  const open = await runs.getJobs([...OPEN_STATES])
  return !open.some(one => one.name === 'backup')
}
