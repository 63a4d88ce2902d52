/**
 * Tells the changes of each night once, to whoever wants to hear of some kinds of changes. Up to which snapshot that was done
 * stands in the vault, so that a restart repeats nothing and leaves nothing out. Looked for when a run has ended.
 */
import type { Config } from '../../config/settings.ts'
import { changeDigest, type DigestData } from '../../jobs/change-digest.ts'
import type { ReadApart } from '../../jobs/reading.ts'
import { nightsAfter } from '../anomalies/nights.ts'
import type { ChangeDigest } from '../model/notice.ts'
import type { Vault, WritableVault } from '../vault/vault.ts'

/** Resolves when it is out, or could not be sent. */
export type TellChanges = (digest: ChangeDigest) => Promise<void>

export class ChangeDigests {
  readonly #read: ReadApart
  #isDue = true

  constructor(read: ReadApart) {
    this.#read = read
  }

  /** A run has ended. */
  forget(): void {
    this.#isDue = true
  }

  async tell(vault: WritableVault, config: Config, tell: TellChanges, signal: AbortSignal): Promise<void> {
    if (!this.#isDue || config['notify.changes'].length === 0) return
    this.#isDue = false
    for (const data of untold(vault)) {
      const job = changeDigest.name
      const digest = await this.#read<ChangeDigest, never>({ job, config, data, signal, report: () => {} })
      if (digest.changes.length > 0) await tell(digest)
      vault.setFact(keyOf(data.organization), String(data.to))
    }
  }
}

/** Of each organization, from where it was told last (at first, the newest night alone) to its newest night that is over. */
function untold(vault: Vault): DigestData[] {
  return vault.organizations().flatMap(organization => {
    const last = vault.fact(keyOf(organization))
    const nights = nightsAfter(vault, organization, last === null ? null : Number(last))
    const newest = nights.findLast(night => night.isOver)
    if (newest === undefined || newest.to.snapshot <= Number(last ?? 0)) return []
    const from = last === null ? newest.from.snapshot : Math.min(Number(last), newest.from.snapshot)
    return [{ organization, from, to: newest.to.snapshot }]
  })
}

function keyOf(organization: string): string {
  return `changes told ${organization}`
}
