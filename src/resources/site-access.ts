import { everybody } from './grants.ts'
import type { KnownSite } from './site.ts'

export const siteAccess = everybody<KnownSite>({
  kind: 'site-access',
  parent: 'site',
  doc: 'A person who can open a site, whatever the way, and with which role.',
  needs: 'listPermissionsAggregateInSite',
  permissions: (platform, { organization, parent }) =>
    platform.permissions.ofSite(organization.id, parent.id),
})
