import { type KeptTeamGrant, teamGrants } from './grants.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-team-grant': KeptTeamGrant
  }
}

export const siteTeamGrant = teamGrants<'site-team-grant', KnownSite>({
  kind: 'site-team-grant',
  parent: 'site',
  doc: 'A role that was given to a team on a site.',
  needs: 'listTeamPermissionsInSite',
  permissions: (platform, { organization, parent }) =>
    platform.permissions.ofSite(organization.id, parent.id),
})
