/**
 * Who can reach what, in the description of the whole state: direct grants as their lists show them, and effective
 * access by any path.
 */
import { accessibleSpaces, peopleWithAccess } from '../state/access.ts'
import type { JsonObject } from '../state/json-object.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { Member } from '../state/records/people.ts'
import type { Grants, Shared } from '../state/records/space.ts'
import { presentTeam } from '../state/team.ts'
import type { World } from '../state/world.ts'

/** The grants by id, and as the API lists them. */
export function describeGrants(world: World, organization: OrganizationState, shared: Grants): JsonObject {
  const { userGrants, teamGrants } = shared
  return {
    grants: { users: Object.fromEntries(userGrants), teams: Object.fromEntries(teamGrants) },
    grantedUsers: [...userGrants].flatMap(([id, permission]) => {
      const user = organization.members.get(id)?.user
      return user === undefined ? [] : [{ permission, user }]
    }),
    grantedTeams: [...teamGrants].flatMap(([id, permission]) => {
      const team = organization.teams.get(id)
      return team === undefined ? [] : [{ permission, team: presentTeam(world, organization, team) }]
    }),
  }
}

export function describeShared(world: World, shared: Shared): JsonObject {
  const organization = world.organizations.get(shared.json.organization)
  if (organization === undefined) return {}
  return {
    ...describeGrants(world, organization, shared),
    access: peopleWithAccess(world, organization, shared),
  }
}

/** Of one member: the spaces by id. */
export function describeReach(world: World, organization: OrganizationState, member: Member): JsonObject[] {
  return accessibleSpaces(world, organization, member).map(({ permission, space }) => ({
    permission,
    space: space.json.id,
  }))
}
