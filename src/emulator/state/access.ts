/**
 * Who can reach what, and with which role: administrators everything, guests what was granted to them or to their
 * teams, on the thing or on a collection above it; other members also what the default level gives.
 */
import type { OrganizationState } from './records/organization.ts'
import type { Member, TeamState, User } from './records/people.ts'
import type { Shared, SpaceState } from './records/space.ts'
import { type DefaultLevel, type Role, strongest } from './role.ts'
import { spacesOf } from './space.ts'
import type { World } from './world.ts'

export interface Access {
  permission: Role
  space: SpaceState
}

/** Effective access by any path; deleted spaces are out of reach. */
export function accessibleSpaces(world: World, organization: OrganizationState, member: Member): Access[] {
  const grantee = granteeOf(organization, member)
  return spacesOf(world, organization.json.id).flatMap(space => {
    const permission = permissionOn(world, organization, space, grantee)
    return permission === null ? [] : [{ permission, space }]
  })
}

/** Everybody who can reach it. */
export function peopleWithAccess(
  world: World,
  organization: OrganizationState,
  shared: Shared,
): { permission: Role; user: User }[] {
  return [...organization.members.values()].flatMap(member => {
    const permission = roleOn(world, organization, shared, member)
    return permission === null ? [] : [{ permission, user: member.user }]
  })
}

/** By any path; null is none. */
export function roleOn(
  world: World,
  organization: OrganizationState,
  shared: Shared,
  member: Member,
): Role | null {
  return permissionOn(world, organization, shared, granteeOf(organization, member))
}

export function teamsOfMember(organization: OrganizationState, member: Member): TeamState[] {
  return [...organization.teams.values()].filter(team => team.roles.has(member.id))
}

/** A member, and the teams through which grants reach them. */
interface Grantee {
  member: Member
  teams: readonly TeamState[]
}

function granteeOf(organization: OrganizationState, member: Member): Grantee {
  return { member, teams: teamsOfMember(organization, member) }
}

function permissionOn(
  world: World,
  organization: OrganizationState,
  shared: Shared,
  { member, teams }: Grantee,
): Role | null {
  if (member.role === 'admin') return 'admin'
  const chain = withCollections(world, shared)
  const granted = chain.flatMap(({ userGrants, teamGrants }) => [
    userGrants.get(member.id),
    ...teams.map(team => teamGrants.get(team.json.id)),
  ])
  return strongest([...granted, member.role === null ? null : defaultOf(organization, chain)])
}

/** The thing itself and the collections above it, inside first. */
function withCollections(world: World, shared: Shared): readonly Shared[] {
  const chain = [shared]
  for (let parent = shared.json.parent; parent !== undefined; ) {
    const above = world.collections.get(parent)
    if (above === undefined || chain.includes(above)) break
    chain.push(above)
    parent = above.json.parent
  }
  return chain
}

function defaultOf(organization: OrganizationState, chain: readonly Shared[]): Role | null {
  const levels: readonly DefaultLevel[] = chain.map(({ json }) => json.defaultLevel)
  const said = levels.find(level => level !== 'inherit')
  return said === undefined ? organization.json.defaultRole : said
}
