import type { Space } from '../platform/operations/spaces.ts'
import { type KeptTeamGrant, teamGrants } from './grants.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'space-team-grant': KeptTeamGrant
  }
}

export const spaceTeamGrant = teamGrants<'space-team-grant', Space>({
  kind: 'space-team-grant',
  parent: 'space',
  doc: 'A role that was given to a team on a space.',
  needs: 'listTeamPermissionsInSpace',
  permissions: (platform, { parent }) => platform.permissions.ofSpace(parent.id),
})
