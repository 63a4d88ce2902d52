/**
 * Mass changes of a platform, looked for again when something has ended or an hour has passed; and searched for only where
 * there are other snapshots to compare since.
 */
import type { Config } from '../../config/settings.ts'
import { massChangeLimits } from '../../jobs/audit-settings.ts'
import { massChangesIn, type RecentMassChange, recentPeriods } from '../../jobs/mass-changes.ts'
import type { Vault } from '../vault/vault.ts'

const HOUR_MS = 3_600_000

export class MassChangeWatch {
  #known: readonly RecentMassChange[] = []
  #searched = ''
  #ended = 0
  #lookedAfter = -1
  #lookedAt = Number.NEGATIVE_INFINITY

  /** A run has ended. */
  forget(): void {
    this.#ended++
  }

  async look(vault: Vault, config: Config, nowMs: number): Promise<readonly RecentMassChange[]> {
    const ended = this.#ended
    if (this.#lookedAfter === ended && nowMs - this.#lookedAt < HOUR_MS) return this.#known
    const periods = recentPeriods(vault, nowMs)
    const search = JSON.stringify([periods, massChangeLimits(config)])
    if (search !== this.#searched) this.#known = await massChangesIn(periods, config)
    this.#searched = search
    this.#lookedAfter = ended
    this.#lookedAt = nowMs
    return this.#known
  }
}
