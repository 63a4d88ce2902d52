/**
 * Members of an organization, and what each of them can reach.
 */
import { notFound } from '../protocol/api-error.ts'
import type { JsonObject } from './json-object.ts'
import type { OrganizationState } from './organization.ts'
import { type Role, strongest } from './role.ts'
import { type SpaceState, spacesOf } from './space.ts'
import type { TeamState } from './team.ts'
import type { User } from './user.ts'
import type { World } from './world.ts'

export interface Member {
  [field: string]: unknown
  object: 'member'
  /** The user's id. */
  id: string
  /** null = guest. */
  role: Role | null
  user: User
  disabled: boolean
  joinedAt: string
  /** Absent for somebody who was never there. */
  lastSeenAt?: string
  sso: boolean
}

export function getMember(organization: OrganizationState, userId: string): Member {
  const member = organization.members.get(userId)
  if (member === undefined) throw notFound('member')
  return member
}

export function addMember(
  organization: OrganizationState,
  user: User,
  role: Role | null,
  joinedAt: string,
): Member {
  const member: Member = { object: 'member', id: user.id, role, user, disabled: false, joinedAt, sso: false }
  organization.members.set(user.id, member)
  return member
}

export function presentMember(world: World, organization: OrganizationState, member: Member): JsonObject {
  return {
    spaces: accessibleSpaces(world, organization, member).length,
    teams: teamsOfMember(organization, member).length,
    ...member,
  }
}

export interface Access {
  permission: Role
  space: SpaceState
}

/** Effective access by any path: administrators reach everything, guests only what was granted to them. */
export function accessibleSpaces(world: World, organization: OrganizationState, member: Member): Access[] {
  const teams = teamsOfMember(organization, member)
  return spacesOf(world, organization.json.id).flatMap(space => {
    const permission = permissionOn(space, member, teams)
    return permission === null ? [] : [{ permission, space }]
  })
}

export function teamsOfMember(organization: OrganizationState, member: Member): TeamState[] {
  return [...organization.teams.values()].filter(team => team.roles.has(member.id))
}

function permissionOn(space: SpaceState, member: Member, teams: readonly TeamState[]): Role | null {
  if (member.role === 'admin') return 'admin'
  const viaTeams = teams.map(team => space.teamGrants.get(team.json.id))
  const byDefault = member.role === null ? null : space.json.defaultLevel
  return strongest([byDefault, space.userGrants.get(member.id), ...viaTeams])
}
