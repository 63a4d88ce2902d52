/**
 * Members: docs/reference/operations.md, 4.13. Whoever is removed leaves teams and loses what was shared with them.
 */
import { z } from 'zod'
import type { Answer } from '../protocol/answer.ts'
import { noContent, ok } from '../protocol/answer.ts'
import { type Call, enumQuery, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { accessibleSpaces, teamsOfMember } from '../state/access.ts'
import { getMember, presentMember, removeMember } from '../state/member.ts'
import { offered } from '../state/offered.ts'
import { getOrganization } from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { Member } from '../state/records/people.ts'
import { ROLES } from '../state/role.ts'
import { presentSpace } from '../state/space.ts'
import { presentTeam } from '../state/team.ts'
import { visitorClaims } from '../state/visitor-claims.ts'
import { role } from './fields.ts'

const BASE = '/v1/orgs/{organizationId}/members'
const ONE = `${BASE}/{userId}`
const ORDERS = ['asc', 'desc'] as const

const updateSchema = z.object({ role: role.optional() })

export const memberRoutes: readonly Route[] = [
  { name: 'listMembersInOrganizationById', method: 'GET', path: BASE, handle: listMembers },
  { name: 'getMemberInOrganizationById', method: 'GET', path: ONE, handle: readMember },
  { name: 'removeMemberFromOrganizationById', method: 'DELETE', path: ONE, handle: dropMember },
  { name: 'updateMemberInOrganizationById', method: 'PATCH', path: ONE, handle: updateMember },
  {
    name: 'updateOrganizationMemberLastSeenAt',
    method: 'POST',
    path: '/v1/orgs/{organizationId}/ping',
    handle: ping,
  },
  { name: 'setUserAsSSOMemberForOrganization', method: 'POST', path: `${ONE}/sso`, handle: markAsSso },
  {
    name: 'listSpacesForOrganizationMember',
    method: 'GET',
    path: `${ONE}/spaces`,
    handle: listSpacesOfMember,
  },
  {
    name: 'listTeamsForOrganizationMember',
    method: 'GET',
    path: `${ONE}/teams`,
    handle: listTeamsOfMember,
  },
]

function listMembers(call: Call): Answer {
  const organization = organizationOf(call)
  const role = enumQuery(call, 'role', [...ROLES, 'guest'] as const)
  const wanted = role === 'guest' ? null : role
  const search = call.query.get('search')?.toLowerCase() ?? ''
  const members = [...organization.members.values()].filter(
    member => (role === null || member.role === wanted) && matches(member, search),
  )
  return listAnswer(call, sorted(call, members), member => presentMember(call.world, organization, member))
}

function matches({ user }: Member, search: string): boolean {
  return user.displayName.toLowerCase().includes(search) || user.email.toLowerCase().includes(search)
}

/** Sorting by `lastSeenAt` lists only active members (docs/development/platform.md#lists). */
function sorted(call: Call, members: readonly Member[]): Member[] {
  const key = enumQuery(call, 'sort', ['joinedAt', 'lastSeenAt'] as const) ?? 'joinedAt'
  const direction = orderOf(call) === 'asc' ? 1 : -1
  const active = members.filter(
    member => key === 'joinedAt' || (member.lastSeenAt !== undefined && !member.disabled),
  )
  return active.sort((a, b) => direction * compare(a[key] ?? '', b[key] ?? ''))
}

function orderOf(call: Call): 'asc' | 'desc' {
  return enumQuery(call, 'order', ORDERS) ?? 'desc'
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function readMember(call: Call): Answer {
  const organization = organizationOf(call)
  return ok(presentMember(call.world, organization, memberOf(call, organization)))
}

function dropMember(call: Call): Answer {
  removeMember(call.world, organizationOf(call), param(call, 'userId'))
  return noContent()
}

async function updateMember(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const member = memberOf(call, organization)
  Object.assign(member, await bodyOf(call, updateSchema))
  return ok(presentMember(call.world, organization, member))
}

/** The caller was seen now; the claims say who they are to visitors' sites. */
function ping(call: Call): Answer {
  const { world } = call
  const organization = organizationOf(call)
  const member = getMember(organization, world.owner.id)
  member.lastSeenAt = world.clock.timestamp()
  const claims = visitorClaims(world, organization, member)
  return ok({
    ...offered(world, 'replaced', { serviceVisitorClaims: claims }),
    ...offered(world, 'extension', { gitbookVisitorClaims: claims }),
  })
}

function markAsSso(call: Call): Answer {
  const organization = organizationOf(call)
  const member = memberOf(call, organization)
  member.sso = true
  return ok(presentMember(call.world, organization, member))
}

function listSpacesOfMember(call: Call): Answer {
  const organization = organizationOf(call)
  const access = accessibleSpaces(call.world, organization, memberOf(call, organization))
  const ordered = orderOf(call) === 'asc' ? access : access.reverse()
  return listAnswer(call, ordered, ({ permission, space }) => ({
    permission,
    space: presentSpace(call.world, space),
  }))
}

function listTeamsOfMember(call: Call): Answer {
  const organization = organizationOf(call)
  const member = memberOf(call, organization)
  const title = call.query.get('title')?.toLowerCase() ?? ''
  const teams = teamsOfMember(organization, member).filter(team =>
    team.json.title.toLowerCase().includes(title),
  )
  return listAnswer(call, teams, team => ({
    team: presentTeam(call.world, organization, team),
    member: { role: team.roles.get(member.id) },
  }))
}

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}

function memberOf(call: Call, organization: OrganizationState): Member {
  return getMember(organization, param(call, 'userId'))
}
