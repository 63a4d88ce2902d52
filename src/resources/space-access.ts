import type { Space } from '../platform/operations/spaces.ts'
import { everybody } from './grants.ts'

export const spaceAccess = everybody<Space>({
  kind: 'space-access',
  parent: 'space',
  doc: 'A person who can open a space, whatever the way, and with which role.',
  needs: 'listPermissionsAggregateInSpace',
  permissions: (platform, { parent }) => platform.permissions.ofSpace(parent.id),
})
