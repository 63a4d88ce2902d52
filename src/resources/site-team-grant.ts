import { teamGrants } from './grants.ts'
import type { KnownSite } from './site.ts'

export const siteTeamGrant = teamGrants<KnownSite>({
  kind: 'site-team-grant',
  parent: 'site',
  doc: 'A role that was given to a team on a site.',
  needs: 'listTeamPermissionsInSite',
  permissions: (platform, { organization, parent }) =>
    platform.permissions.ofSite(organization.id, parent.id),
})
