import type { Collection } from '../platform/operations/collections.ts'
import { type KeptTeamGrant, teamGrants } from './grants.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'collection-team-grant': KeptTeamGrant
  }
}

export const collectionTeamGrant = teamGrants<'collection-team-grant', Collection>({
  kind: 'collection-team-grant',
  parent: 'collection',
  doc: 'A role that was given to a team on a collection.',
  needs: 'listTeamPermissionsInCollection',
  permissions: (platform, { parent }) => platform.permissions.ofCollection(parent.id),
})
