/**
 * A vault without a backup protects nobody until the schedule ticks: the first one is taken at once, but where that tick
 * is minutes away.
 */
import type { Config } from '../../config/settings.ts'
import type { Queues } from '../queue/queues.ts'
import type { NextRun } from '../queue/scheduler.ts'
import { newestBackup } from '../vault/sealed-backups.ts'
import type { Vault } from '../vault/vault.ts'

const OPEN_STATES = ['active', 'waiting', 'prioritized', 'delayed', 'waiting-children'] as const

const SOON_MS = 5 * 60_000

export interface FirstBackup {
  config: Config
  vault: Vault
  queues: Queues
  next: readonly NextRun[]
  nowMs: number
}

/** Not where one is under way or waits: of a start before this one, or because it was missed. */
export async function needsFirstBackup(wanted: FirstBackup): Promise<boolean> {
  const { config, vault, queues, next, nowMs } = wanted
  if (!config['schedules.firstBackup'] || config['schedules.backup'] === 'off') return false
  if (newestBackup(vault) !== null) return false
  if (next.some(run => run.job === 'backup' && Date.parse(run.next) - nowMs < SOON_MS)) return false
  const open = await queues.runs.getJobs([...OPEN_STATES])
  return !open.some(run => run.name === 'backup')
}
