/**
 * When an exact run last read even what counts as frozen, and whether that is due again.
 */
import type { Organization } from '../platform/operations/organizations.ts'
import type { WritableVault } from '../vault/vault.ts'
import type { BackupSettings } from './settings.ts'

interface Kept {
  vault: WritableVault
  organization: Organization
  settings: BackupSettings
}

export function isFrozenDue({ vault, organization, settings }: Kept, now: number): boolean {
  const last = Date.parse(vault.fact(factOf(organization)) ?? '')
  return Number.isNaN(last) || now - last >= settings.rereadFrozenEveryMs
}

/** `at`: ISO 8601. */
export function noteFrozenRead({ vault, organization }: Omit<Kept, 'settings'>, at: string): void {
  vault.setFact(factOf(organization), at)
}

function factOf(organization: Organization): string {
  return `audited ${organization.id}`
}
