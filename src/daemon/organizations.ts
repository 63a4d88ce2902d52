/** What the vault says about each organization that is backed up: its newest snapshots. Read again only when one was sealed. */
import type { OrganizationView } from '../server/view.ts'
import { newestBackup } from '../vault/sealed-backups.ts'
import type { Vault } from '../vault/vault.ts'

export function organizationsOf(vault: Vault): OrganizationView[] {
  return vault.organizations().map(organization => {
    const last = { organization, newest: 1 }
    const [begun] = vault.snapshots(last)
    const [complete] = vault.snapshots({ ...last, backups: true, state: 'complete' })
    return {
      id: organization,
      title: begun?.organizationTitle ?? '',
      newest: newestBackup(vault, organization),
      newestComplete: complete ?? null,
    }
  })
}

/** Those that a vault has, and those that are configured. */
export interface KnownOrganizations {
  organizations: readonly OrganizationView[]
  /** Ids; they may have no snapshot yet. */
  expected: readonly string[]
}

export function withExpected({ organizations, expected }: KnownOrganizations): OrganizationView[] {
  const unseen = expected.filter(id => !organizations.some(organization => organization.id === id))
  return [...organizations, ...unseen.map(id => ({ id, title: id, newest: null, newestComplete: null }))]
}

/** Age of the newest complete snapshot; null where there is none. */
export function ageMs({ newestComplete }: OrganizationView, now: number): number | null {
  return newestComplete === null ? null : now - Date.parse(newestComplete.started)
}
