import type { Space } from '../platform/operations/spaces.ts'
import { everybody, type KeptUserGrant } from './grants.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'space-access': KeptUserGrant
  }
}

export const spaceAccess = everybody<'space-access', Space>({
  kind: 'space-access',
  parent: 'space',
  doc: 'A person who can open a space, whatever the way, and with which role.',
  needs: 'listPermissionsAggregateInSpace',
  permissions: (platform, { parent }) => platform.permissions.ofSpace(parent.id),
})
