/**
 * Roles granted directly on a space, a collection or a site, to people and to teams.
 */
import type { Grants } from './records/space.ts'
import type { World } from './world.ts'

export function noGrants(): Grants {
  return { userGrants: new Map(), teamGrants: new Map() }
}

/** Of everything in the organization, as when the person or the team is gone. */
export function revokeGrants(world: World, organization: string, id: string): void {
  for (const { json, userGrants, teamGrants } of [...world.spaces.values(), ...world.collections.values()]) {
    if (json.organization !== organization) continue
    userGrants.delete(id)
    teamGrants.delete(id)
  }
  for (const { userGrants, teamGrants } of world.organizations.get(organization)?.sites.values() ?? []) {
    userGrants.delete(id)
    teamGrants.delete(id)
  }
}
