/** What the vault says about each organization that is backed up: its newest snapshots. Read again only when one was sealed. */
import { isReading, isSealed } from '../model/snapshot.ts'
import type { OrganizationView } from '../server/view.ts'
import type { Vault } from '../vault/vault.ts'

export function organizationsOf(vault: Vault): OrganizationView[] {
  const views = new Map<string, OrganizationView>()
  for (const snapshot of vault.snapshots()) {
    if (isReading(snapshot.trigger)) continue
    const before = views.get(snapshot.organization)
    views.set(snapshot.organization, {
      id: snapshot.organization,
      title: snapshot.organizationTitle,
      newest: isSealed(snapshot) ? snapshot : (before?.newest ?? null),
      newestComplete: snapshot.state === 'complete' ? snapshot : (before?.newestComplete ?? null),
    })
  }
  return [...views.values()]
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
