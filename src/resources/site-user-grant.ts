import { type KeptUserGrant, userGrants } from './grants.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-user-grant': KeptUserGrant
  }
}

export const siteUserGrant = userGrants<'site-user-grant', KnownSite>({
  kind: 'site-user-grant',
  parent: 'site',
  doc: 'A role that was given to a person directly on a site.',
  needs: 'listUserPermissionsInSite',
  permissions: (platform, { organization, parent }) =>
    platform.permissions.ofSite(organization.id, parent.id),
})
