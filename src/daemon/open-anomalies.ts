/** Anomalies that nobody has acknowledged, read again only when somebody has written to the vault. */
import { type Anomaly, isOpen } from '../model/anomaly.ts'
import type { Vault } from '../vault/vault.ts'

export class OpenAnomalies {
  #read: { vault: Vault; at: number; open: readonly Anomaly[] } | null = null

  of(vault: Vault): readonly Anomaly[] {
    const at = vault.changeCount()
    if (this.#read?.vault === vault && this.#read.at === at) return this.#read.open
    const open = vault.anomalies().filter(isOpen)
    this.#read = { vault, at, open }
    return open
  }
}
