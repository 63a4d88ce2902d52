import type { Collection } from '../platform/operations/collections.ts'
import { everybody } from './grants.ts'

export const collectionAccess = everybody<Collection>({
  kind: 'collection-access',
  parent: 'collection',
  doc: 'A person who can open a collection, whatever the way, and with which role.',
  needs: 'listPermissionsAggregateInCollection',
  permissions: (platform, { parent }) => platform.permissions.ofCollection(parent.id),
})
