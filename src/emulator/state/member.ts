/**
 * Members of an organization.
 */
import { notFound } from '../protocol/api-error.ts'
import { accessibleSpaces, teamsOfMember } from './access.ts'
import { revokeGrants } from './grants.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { OrganizationState } from './records/organization.ts'
import type { Member, User } from './records/people.ts'
import type { Role } from './role.ts'
import { sitesOfMember } from './site-access.ts'
import type { World } from './world.ts'

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
    ...offered(world, 'newest', { sites: sitesOfMember(world, organization, member) }),
    ...member,
  }
}

/** Out of the organization, its teams and what was shared with them. */
export function removeMember(world: World, organization: OrganizationState, userId: string): boolean {
  for (const team of organization.teams.values()) team.roles.delete(userId)
  revokeGrants(world, organization.json.id, userId)
  return organization.members.delete(userId)
}

/** Somebody named by id or e-mail address; the 404 names the field that did. */
export function resolveMember(organization: OrganizationState, idOrEmail: string, field: string): Member {
  const member = organization.members.get(idOrEmail) ?? memberWithEmail(organization, idOrEmail)
  if (member === undefined) throw notFound(`${field}: member ${idOrEmail}`)
  return member
}

export function memberWithEmail(organization: OrganizationState, email: string): Member | undefined {
  const wanted = email.toLowerCase()
  return [...organization.members.values()].find(member => member.user.email.toLowerCase() === wanted)
}
