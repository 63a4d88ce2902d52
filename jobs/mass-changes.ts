/** What changed in bulk within the last day, for whoever is to hear of it at once and not with the next report. */
import { setImmediate } from 'node:timers/promises'
import type { Config } from '../config/settings.ts'
import { searchMassChanges } from '../src/audit/mass-change.ts'
import { makeGiveWay } from '../src/model/give-way.ts'
import { inTurns } from '../src/model/stepwise.ts'
import { sealedBackups } from '../src/vault/sealed-backups.ts'
import { openVault, type Vault } from '../src/vault/vault.ts'
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

/** Two snapshots of an organization that are compared. */
type Period = Pick<RecentMassChange, 'organization' | 'title' | 'from' | 'to'>

/** Of each organization, from its state a day ago (or its first one) to its newest. */
export function recentPeriods(vault: Vault, nowMs: number): Period[] {
  const byOrganization = Map.groupBy(sealedBackups(vault), backup => backup.organization)
  return [...byOrganization].flatMap(([organization, snapshots]) => {
    const from =
      snapshots.findLast(snapshot => Date.parse(snapshot.started) <= nowMs - DAY_MS) ?? snapshots[0]
    const to = snapshots.at(-1)
    if (!from || !to || from === to) return []
    return [{ organization, title: to.organizationTitle, from: from.snapshot, to: to.snapshot }]
  })
}

/** By a connection of its own, as others have their turn while it reads. */
export async function massChangesIn(periods: readonly Period[], config: Config): Promise<RecentMassChange[]> {
  // Not on top of the end of the run that it is asked after.
  await setImmediate()
  const vault = openVault(config['vault.path'])
  const giveWay = makeGiveWay()
  try {
    const found: RecentMassChange[] = []
    for (const period of periods) {
      const search = searchMassChanges(vault, period, massChangeLimits(config))
      const changes = await inTurns(search, giveWay)
      found.push(...changes.map(({ what, text }) => ({ ...period, what, text })))
    }
    return found
  } finally {
    vault.close()
  }
}
