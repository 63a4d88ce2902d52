/**
 * Teams and team members: api.md 4.14.
 */
import type { Answer } from '../protocol/answer.ts'
import { ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getMember, presentMember } from '../state/member.ts'
import { getOrganization } from '../state/organization.ts'
import { getTeam, presentTeam } from '../state/team.ts'

const BASE = '/v1/orgs/{organizationId}/teams'

export const teamRoutes: readonly Route[] = [
  { name: 'listTeamsInOrganizationById', method: 'GET', path: BASE, handle: listTeams },
  { name: 'getTeamInOrganizationById', method: 'GET', path: `${BASE}/{teamId}`, handle: readTeam },
  {
    name: 'listTeamMembersInOrganizationById',
    method: 'GET',
    path: `${BASE}/{teamId}/members`,
    handle: listTeamMembers,
  },
]

function listTeams(call: Call): Answer {
  const organization = getOrganization(call.world, param(call, 'organizationId'))
  const title = call.query.get('title')?.toLowerCase() ?? ''
  const owner = call.query.get('owner')
  const teams = [...organization.teams.values()].filter(
    team =>
      team.json.title.toLowerCase().includes(title) && (owner === null || team.roles.get(owner) === 'owner'),
  )
  return listAnswer(call, teams, team => presentTeam(call.world, organization, team))
}

function readTeam(call: Call): Answer {
  const organization = getOrganization(call.world, param(call, 'organizationId'))
  return ok(presentTeam(call.world, organization, getTeam(organization, param(call, 'teamId'))))
}

function listTeamMembers(call: Call): Answer {
  const organization = getOrganization(call.world, param(call, 'organizationId'))
  const team = getTeam(organization, param(call, 'teamId'))
  return listAnswer(call, [...team.roles], ([userId, role]) => ({
    organization: presentMember(call.world, organization, getMember(organization, userId)),
    team: { role },
    permissions: { view: true },
  }))
}
