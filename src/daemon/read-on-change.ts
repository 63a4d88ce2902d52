/** What a vault says, read again only when somebody has written to it. */
import type { Vault } from '../vault/vault.ts'

export class ReadOnChange<T> {
  readonly #read: (vault: Vault) => T
  #known: { vault: Vault; at: number; value: T } | null = null

  constructor(read: (vault: Vault) => T) {
    this.#read = read
  }

  of(vault: Vault): T {
    const at = vault.changeCount()
    if (this.#known?.vault === vault && this.#known.at === at) return this.#known.value
    const value = this.#read(vault)
    this.#known = { vault, at, value }
    return value
  }
}
