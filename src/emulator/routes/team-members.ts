/**
 * Team members: docs/reference/operations.md, 4.14. People are named by id or e-mail address; only members of the
 * organization can be in a team. Removing wins over adding.
 */
import { z } from 'zod'
import { type Answer, noContent } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getMember, presentMember, resolveMember } from '../state/member.ts'
import { getOrganization } from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import { TEAM_ROLES, type TeamState } from '../state/records/people.ts'
import { getTeam } from '../state/team.ts'

const BASE = '/v1/orgs/{organizationId}/teams/{teamId}/members'
const ONE = `${BASE}/{userId}`

export const teamMemberRoutes: readonly Route[] = [
  { name: 'listTeamMembersInOrganizationById', method: 'GET', path: BASE, handle: listTeamMembers },
  { name: 'updateMembersInOrganizationTeam', method: 'PUT', path: BASE, handle: updateMembers },
  { name: 'addMemberToOrganizationTeamById', method: 'PUT', path: ONE, handle: putMember },
  { name: 'deleteMemberFromOrganizationTeamById', method: 'DELETE', path: ONE, handle: dropMember },
]

const teamRole = z.enum(TEAM_ROLES)
const people = z.array(z.string())
const updateSchema = z.object({
  add: people.optional(),
  remove: people.optional(),
  memberships: z.record(z.string(), z.object({ role: teamRole.optional() })).optional(),
})
const putSchema = z.object({ role: teamRole.optional() })

function listTeamMembers(call: Call): Answer {
  const { organization, team } = teamOf(call)
  return listAnswer(call, [...team.roles], ([userId, role]) => ({
    organization: presentMember(call.world, organization, getMember(organization, userId)),
    team: { role },
    permissions: { view: true },
  }))
}

async function updateMembers(call: Call): Promise<Answer> {
  const { organization, team } = teamOf(call)
  const { add = [], remove = [], memberships = {} } = await bodyOf(call, updateSchema)
  const idOf = (field: string) => (user: string) => resolveMember(organization, user, field).id
  const added = add.map(idOf('add'))
  const removed = remove.map(idOf('remove'))
  const given = Object.entries(memberships).map(
    ([person, { role }]) => [idOf('memberships')(person), role] as const,
  )
  for (const id of added) join(team, id)
  for (const [id, role] of given) join(team, id, role)
  for (const id of removed) team.roles.delete(id)
  return noContent()
}

async function putMember(call: Call): Promise<Answer> {
  const { organization, team } = teamOf(call)
  const { role } = await bodyOf(call, putSchema)
  join(team, getMember(organization, param(call, 'userId')).id, role)
  return noContent()
}

function dropMember(call: Call): Answer {
  teamOf(call).team.roles.delete(param(call, 'userId'))
  return noContent()
}

/** Without a role somebody keeps theirs, and somebody new is an ordinary member. */
function join(team: TeamState, id: string, role = team.roles.get(id) ?? 'member'): void {
  team.roles.set(id, role)
}

function teamOf(call: Call): { organization: OrganizationState; team: TeamState } {
  const organization = getOrganization(call.world, param(call, 'organizationId'))
  return { organization, team: getTeam(organization, param(call, 'teamId')) }
}
