/**
 * Teams and the roles of their members.
 */
import { notFound } from '../protocol/api-error.ts'
import { revokeGrants } from './grants.ts'
import type { JsonObject } from './json-object.ts'
import type { OrganizationState } from './records/organization.ts'
import type { TeamRole, TeamState } from './records/people.ts'
import { spacesOf } from './space.ts'
import type { World } from './world.ts'

export function getTeam(organization: OrganizationState, teamId: string): TeamState {
  const team = organization.teams.get(teamId)
  if (team === undefined) throw notFound('team')
  return team
}

export function addTeam(
  world: World,
  organization: OrganizationState,
  title: string,
  roles: Map<string, TeamRole>,
): TeamState {
  const createdAt = world.clock.timestamp()
  const team: TeamState = { json: { object: 'team', id: world.makeId(), title, createdAt }, roles }
  organization.teams.set(team.json.id, team)
  return team
}

/** What was shared with it is no longer; providers that put people into it put them nowhere. */
export function removeTeam(world: World, organization: OrganizationState, teamId: string): void {
  revokeGrants(world, organization.json.id, teamId)
  for (const provider of organization.samlProviders.values())
    if (provider.defaultTeam === teamId) delete provider.defaultTeam
  organization.teams.delete(teamId)
}

export function presentTeam(world: World, organization: OrganizationState, team: TeamState): JsonObject {
  const granted = spacesOf(world, organization.json.id).filter(space => space.teamGrants.has(team.json.id))
  return {
    members: team.roles.size,
    spaces: granted.length,
    permissions: { admin: true, view: true },
    ...team.json,
  }
}
