import { userGrants } from './grants.ts'
import type { KnownSite } from './site.ts'

export const siteUserGrant = userGrants<KnownSite>({
  kind: 'site-user-grant',
  parent: 'site',
  doc: 'A role that was given to a person directly on a site.',
  needs: 'listUserPermissionsInSite',
  permissions: (platform, { organization, parent }) =>
    platform.permissions.ofSite(organization.id, parent.id),
})
