import type { Collection } from '../platform/operations/collections.ts'
import { teamGrants } from './grants.ts'

export const collectionTeamGrant = teamGrants<Collection>({
  kind: 'collection-team-grant',
  parent: 'collection',
  doc: 'A role that was given to a team on a collection.',
  needs: 'listTeamPermissionsInCollection',
  permissions: (platform, { parent }) => platform.permissions.ofCollection(parent.id),
})
