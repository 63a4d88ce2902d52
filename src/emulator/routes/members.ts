/**
 * Members: api.md 4.13.
 */
import type { Answer } from '../protocol/answer.ts'
import { ok } from '../protocol/answer.ts'
import { type Call, enumQuery, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { accessibleSpaces, teamsOfMember } from '../state/access.ts'
import { getMember, type Member, presentMember } from '../state/member.ts'
import { getOrganization, type OrganizationState } from '../state/organization.ts'
import { ROLES } from '../state/role.ts'
import { presentSpace } from '../state/space.ts'
import { presentTeam } from '../state/team.ts'

const BASE = '/v1/orgs/{organizationId}/members'
const ORDERS = ['asc', 'desc'] as const

export const memberRoutes: readonly Route[] = [
  { name: 'listMembersInOrganizationById', method: 'GET', path: BASE, handle: listMembers },
  { name: 'getMemberInOrganizationById', method: 'GET', path: `${BASE}/{userId}`, handle: readMember },
  {
    name: 'listSpacesForOrganizationMember',
    method: 'GET',
    path: `${BASE}/{userId}/spaces`,
    handle: listSpacesOfMember,
  },
  {
    name: 'listTeamsForOrganizationMember',
    method: 'GET',
    path: `${BASE}/{userId}/teams`,
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

/** Sorting by `lastSeenAt` lists only active members (api.md 4.13). */
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
