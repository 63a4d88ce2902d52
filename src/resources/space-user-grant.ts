import type { Space } from '../platform/operations/spaces.ts'
import { type KeptUserGrant, userGrants } from './grants.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'space-user-grant': KeptUserGrant
  }
}

export const spaceUserGrant = userGrants<'space-user-grant', Space>({
  kind: 'space-user-grant',
  parent: 'space',
  doc: 'A role that was given to a person directly on a space.',
  needs: 'listUserPermissionsInSpace',
  permissions: (platform, { parent }) => platform.permissions.ofSpace(parent.id),
})
