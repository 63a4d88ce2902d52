import type { Space } from '../platform/operations/spaces.ts'
import { userGrants } from './grants.ts'

export const spaceUserGrant = userGrants<Space>({
  kind: 'space-user-grant',
  parent: 'space',
  doc: 'A role that was given to a person directly on a space.',
  needs: 'listUserPermissionsInSpace',
  permissions: (platform, { parent }) => platform.permissions.ofSpace(parent.id),
})
