/** What changed in bulk within the last day, for whoever is to hear of it at once and not with the next report. */
import type { Config } from '../config/settings.ts'
import { findMassChanges } from '../src/audit/mass-change.ts'
import { sealedBackups } from '../src/vault/sealed-backups.ts'
import type { Vault } from '../src/vault/vault.ts'
import { massChangeLimits } from './audit-settings.ts'

export interface RecentMassChange {
  organization: string
  title: string
  /** Snapshots that were compared. */
  from: number
  to: number
  what: string
  /** In a sentence. */
  text: string
}

const DAY_MS = 24 * 3_600_000

/** Of each organization, from its state a day ago (or its first one) to its newest. */
export function recentMassChanges(vault: Vault, config: Config, nowMs: number): RecentMassChange[] {
  const byOrganization = Map.groupBy(sealedBackups(vault), backup => backup.organization)
  return [...byOrganization].flatMap(([organization, snapshots]) => {
    const from =
      snapshots.findLast(snapshot => Date.parse(snapshot.started) <= nowMs - DAY_MS) ?? snapshots[0]
    const to = snapshots.at(-1)
    if (!from || !to || from === to) return []
    const found = findMassChanges(vault, from.snapshot, to.snapshot, massChangeLimits(config))
    const between = { organization, title: to.organizationTitle, from: from.snapshot, to: to.snapshot }
    return found.map(({ what, text }) => ({ ...between, what, text }))
  })
}
