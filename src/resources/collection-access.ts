import type { Collection } from '../platform/operations/collections.ts'
import type { UserGrant } from '../platform/operations/permissions.ts'
import { everybody } from './grants.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'collection-access': UserGrant
  }
}

export const collectionAccess = everybody<'collection-access', Collection>({
  kind: 'collection-access',
  parent: 'collection',
  doc: 'A person who can open a collection, whatever the way, and with which role.',
  needs: 'listPermissionsAggregateInCollection',
  permissions: (platform, { parent }) => platform.permissions.ofCollection(parent.id),
})
