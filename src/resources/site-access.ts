import { everybody, type KeptUserGrant } from './grants.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-access': KeptUserGrant
  }
}

export const siteAccess = everybody<'site-access', KnownSite>({
  kind: 'site-access',
  parent: 'site',
  doc: 'A person who can open a site, whatever the way, and with which role.',
  needs: 'listPermissionsAggregateInSite',
  permissions: (platform, { organization, parent }) =>
    platform.permissions.ofSite(organization.id, parent.id),
})
