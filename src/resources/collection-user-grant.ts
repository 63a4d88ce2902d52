import type { Collection } from '../platform/operations/collections.ts'
import { type KeptUserGrant, userGrants } from './grants.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'collection-user-grant': KeptUserGrant
  }
}

export const collectionUserGrant = userGrants<'collection-user-grant', Collection>({
  kind: 'collection-user-grant',
  parent: 'collection',
  doc: 'A role that was given to a person directly on a collection.',
  needs: 'listUserPermissionsInCollection',
  permissions: (platform, { parent }) => platform.permissions.ofCollection(parent.id),
})
