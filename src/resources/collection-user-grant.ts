import type { Collection } from '../platform/operations/collections.ts'
import { userGrants } from './grants.ts'

export const collectionUserGrant = userGrants<Collection>({
  kind: 'collection-user-grant',
  parent: 'collection',
  doc: 'A role that was given to a person directly on a collection.',
  needs: 'listUserPermissionsInCollection',
  permissions: (platform, { parent }) => platform.permissions.ofCollection(parent.id),
})
