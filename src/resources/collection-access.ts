import type { Collection } from '../platform/operations/collections.ts'
import { everybody, type KeptUserGrant } from './grants.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'collection-access': KeptUserGrant
  }
}

export const collectionAccess = everybody<'collection-access', Collection>({
  kind: 'collection-access',
  parent: 'collection',
  doc: 'A person who can open a collection, whatever the way, and with which role.',
  needs: 'listPermissionsAggregateInCollection',
  permissions: (platform, { parent }) => platform.permissions.ofCollection(parent.id),
})
