import type { Space } from '../platform/operations/spaces.ts'
import { teamGrants } from './grants.ts'

export const spaceTeamGrant = teamGrants<Space>({
  kind: 'space-team-grant',
  parent: 'space',
  doc: 'A role that was given to a team on a space.',
  needs: 'listTeamPermissionsInSpace',
  permissions: (platform, { parent }) => platform.permissions.ofSpace(parent.id),
})
