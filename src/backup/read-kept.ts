/**
 * What the vault has of before, as far as it can be read still: what is damaged or lost is not known, and no reason to fail. Never
 * for what is asked about on the platform: who asks for a name that nobody knows is told that it is gone.
 */
import { DamageFound } from '../model/errors.ts'
import type { ContentKey, StoredResource, Vault } from '../vault/vault.ts'

/** Null where it cannot be read. */
export function readKept(vault: Vault, content: ContentKey): Buffer | null {
  return unlessDamaged(() => vault.read(content))
}

/** Null where it cannot be read. */
export function readKeptJson(vault: Vault, resource: StoredResource): unknown {
  return unlessDamaged(() => vault.readJson(resource))
}

function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DamageFound)) throw error
    return null
  }
}
