/**
 * Who a space or a collection is shared with: extensions (docs/development/platform.md#permissions). Direct grants
 * are listed, given, changed and revoked; `aggregate` is everybody who gets in, by any path.
 */
import { z } from 'zod'
import { type Answer, deleted, noContent } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { type Call, enumQuery, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { peopleWithAccess } from '../state/access.ts'
import { getCollection } from '../state/collection.ts'
import { resolveMember } from '../state/member.ts'
import { getOrganization } from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { Grants, Shared } from '../state/records/space.ts'
import { ROLES, type Role } from '../state/role.ts'
import { getLiveSpace } from '../state/space.ts'
import { presentTeam } from '../state/team.ts'
import { role } from './fields.ts'

/** What has direct grants, and whose people and teams they name. */
interface Granting {
  organization: OrganizationState
  shared: Grants
}

interface Target extends Granting {
  shared: Shared
}

export const permissionRoutes: readonly Route[] = [
  ...grantRoutes('Space', '/v1/spaces/{spaceId}/permissions', 'extension', spaceOf),
  ...grantRoutes('Collection', '/v1/collections/{collectionId}/permissions', 'extension', collectionOf),
  aggregate('Space', '/v1/spaces/{spaceId}/permissions', spaceOf),
  aggregate('Collection', '/v1/collections/{collectionId}/permissions', collectionOf),
]

/** Everything about direct grants; the names of the operations end in the noun. */
export function grantRoutes(
  noun: string,
  base: string,
  offer: 'extension' | 'newest',
  find: (call: Call) => Granting,
): Route[] {
  const route = (
    name: string,
    method: Route['method'],
    suffix: string,
    handle: (call: Call, target: Granting) => Answer | Promise<Answer>,
  ): Route => ({
    name: `${name}${noun}`,
    method,
    path: `${base}${suffix}`,
    offer,
    handle: call => handle(call, find(call)),
  })
  return [
    route('listUserPermissionsIn', 'GET', '/users', listUsers),
    route('listTeamPermissionsIn', 'GET', '/teams', listTeams),
    route('inviteTo', 'POST', '', invite),
    route('updateUserPermissionIn', 'PATCH', '/users/{userId}', updateUser),
    route('removeUserFrom', 'DELETE', '/users/{userId}', removeUser),
    route('updateTeamPermissionIn', 'PATCH', '/teams/{teamId}', updateTeam),
    route('removeTeamFrom', 'DELETE', '/teams/{teamId}', removeTeam),
  ]
}

function aggregate(noun: string, base: string, find: (call: Call) => Target): Route {
  const name = `listPermissionsAggregateIn${noun}`
  const handle = (call: Call) => listEverybody(call, find(call))
  return { name, method: 'GET', path: `${base}/aggregate`, offer: 'extension', handle }
}

const people = z.array(z.string()).min(1)
const inviteSchema = z
  .object({ role, users: people.optional(), teams: people.optional() })
  .refine(({ users, teams }) => users !== undefined || teams !== undefined, 'users or teams is required')
const updateSchema = z.object({ role: role.optional() })

function listUsers(call: Call, { organization, shared }: Granting): Answer {
  const grants = [...shared.userGrants].flatMap(([id, permission]) => {
    const user = organization.members.get(id)?.user
    return user === undefined ? [] : [{ permission, user }]
  })
  return listAnswer(call, grants, grant => grant)
}

function listTeams(call: Call, { organization, shared }: Granting): Answer {
  const grants = [...shared.teamGrants].flatMap(([id, permission]) => {
    const team = organization.teams.get(id)
    return team === undefined ? [] : [{ permission, team }]
  })
  return listAnswer(call, grants, ({ permission, team }) => ({
    permission,
    team: presentTeam(call.world, organization, team),
  }))
}

function listEverybody(call: Call, { organization, shared }: Target): Answer {
  const wanted = enumQuery(call, 'role', ROLES)
  const all = peopleWithAccess(call.world, organization, shared)
  const found = all.filter(({ permission }) => wanted === null || permission === wanted)
  return listAnswer(call, found, person => person)
}

async function invite(call: Call, { organization, shared }: Granting): Promise<Answer> {
  const { role, users = [], teams = [] } = await bodyOf(call, inviteSchema)
  const userIds = users.map(user => resolveMember(organization, user, 'users').id)
  const strange = teams.find(team => !organization.teams.has(team))
  if (strange !== undefined) throw notFound(`teams: team ${strange}`)
  for (const id of userIds) grant(shared.userGrants, id, role)
  for (const id of teams) grant(shared.teamGrants, id, role)
  return noContent()
}

function updateUser(call: Call, { shared }: Granting): Promise<Answer> {
  return update(call, shared.userGrants, param(call, 'userId'))
}

function updateTeam(call: Call, { shared }: Granting): Promise<Answer> {
  return update(call, shared.teamGrants, param(call, 'teamId'))
}

function removeUser(call: Call, { shared }: Granting): Answer {
  return deleted(shared.userGrants.delete(param(call, 'userId')))
}

function removeTeam(call: Call, { shared }: Granting): Answer {
  return deleted(shared.teamGrants.delete(param(call, 'teamId')))
}

async function update(call: Call, grants: Map<string, Role>, id: string): Promise<Answer> {
  if (!grants.has(id)) throw notFound(`permission of ${id}`)
  const { role } = await bodyOf(call, updateSchema)
  if (role !== undefined) grant(grants, id, role)
  return noContent()
}

/** null revokes. */
function grant(grants: Map<string, Role>, id: string, role: Role | null): void {
  if (role === null) grants.delete(id)
  else grants.set(id, role)
}

function spaceOf(call: Call): Target {
  return targetOf(call, getLiveSpace(call.world, param(call, 'spaceId')))
}

function collectionOf(call: Call): Target {
  return targetOf(call, getCollection(call.world, param(call, 'collectionId')))
}

function targetOf({ world }: Call, shared: Shared): Target {
  return { organization: getOrganization(world, shared.json.organization), shared }
}
