/** Mass changes of a platform, looked for again when something has ended or an hour has passed. */
import type { Config } from '../../config/settings.ts'
import { type RecentMassChange, recentMassChanges } from '../../jobs/mass-changes.ts'
import type { Vault } from '../vault/vault.ts'

const HOUR_MS = 3_600_000

export class MassChangeWatch {
  #known: readonly RecentMassChange[] | null = null
  #lookedAt = Number.NEGATIVE_INFINITY

  /** A run has ended. */
  forget(): void {
    this.#known = null
  }

  look(vault: Vault, config: Config, nowMs: number): readonly RecentMassChange[] {
    if (this.#known !== null && nowMs - this.#lookedAt < HOUR_MS) return this.#known
    this.#lookedAt = nowMs
    this.#known = recentMassChanges(vault, config, nowMs)
    return this.#known
  }
}
