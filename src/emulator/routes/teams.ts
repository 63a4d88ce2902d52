/**
 * Teams: docs/reference/operations.md, 4.14, without their members.
 */
import { z } from 'zod'
import { type Answer, created, noContent, ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { resolveMember } from '../state/member.ts'
import { getOrganization } from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { TeamState } from '../state/records/people.ts'
import { addTeam, getTeam, presentTeam, removeTeam } from '../state/team.ts'
import { teamTitle } from './fields.ts'

const BASE = '/v1/orgs/{organizationId}/teams'
const ONE = `${BASE}/{teamId}`

export const teamRoutes: readonly Route[] = [
  { name: 'listTeamsInOrganizationById', method: 'GET', path: BASE, handle: listTeams },
  { name: 'createOrganizationTeam', method: 'PUT', path: BASE, handle: createTeam },
  { name: 'getTeamInOrganizationById', method: 'GET', path: ONE, handle: readTeam },
  { name: 'removeTeamFromOrganizationById', method: 'DELETE', path: ONE, handle: dropTeam },
  { name: 'updateTeamInOrganizationById', method: 'PATCH', path: ONE, handle: updateTeam },
]

const createSchema = z.object({ title: teamTitle, members: z.array(z.string()).optional() })
const updateSchema = z.object({ title: teamTitle })

function listTeams(call: Call): Answer {
  const organization = organizationOf(call)
  const title = call.query.get('title')?.toLowerCase() ?? ''
  const owner = call.query.get('owner')
  const teams = [...organization.teams.values()].filter(
    team =>
      team.json.title.toLowerCase().includes(title) && (owner === null || team.roles.get(owner) === 'owner'),
  )
  return listAnswer(call, teams, team => presentTeam(call.world, organization, team))
}

async function createTeam(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const { title, members = [] } = await bodyOf(call, createSchema)
  const ids = members.map(member => resolveMember(organization, member, 'members').id)
  const roles = new Map(ids.map(id => [id, 'member' as const]))
  return created(presentTeam(call.world, organization, addTeam(call.world, organization, title, roles)))
}

function readTeam(call: Call): Answer {
  const organization = organizationOf(call)
  return ok(presentTeam(call.world, organization, teamOf(call, organization)))
}

function dropTeam(call: Call): Answer {
  removeTeam(call.world, organizationOf(call), param(call, 'teamId'))
  return noContent()
}

async function updateTeam(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const team = teamOf(call, organization)
  Object.assign(team.json, await bodyOf(call, updateSchema))
  return ok(presentTeam(call.world, organization, team))
}

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}

function teamOf(call: Call, organization: OrganizationState): TeamState {
  return getTeam(organization, param(call, 'teamId'))
}
