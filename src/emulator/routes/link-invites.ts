/**
 * Invitations by link: docs/reference/operations.md, 4.12, deletes one; extensions list, make, change and follow
 * them.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { badRequest, notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf, checked } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import {
  addLinkInvite,
  followLinkInvite,
  getLinkInvite,
  isToOrganization,
  presentLinkInvite,
} from '../state/link-invite.ts'
import { getOrganization } from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { InviteTarget } from '../state/records/people.ts'
import { role } from './fields.ts'

const ORGANIZATION = '/v1/orgs/{organizationId}'
const BASE = `${ORGANIZATION}/link-invites`
const ONE = `${BASE}/{inviteId}`

export const linkInviteRoutes: readonly Route[] = [
  { name: 'deleteOrganizationInviteById', method: 'DELETE', path: ONE, handle: dropInvite },
  {
    name: 'listOrganizationInviteLinks',
    method: 'GET',
    path: BASE,
    offer: 'extension',
    handle: listInvites,
  },
  { name: 'getOrganizationInviteLink', method: 'GET', path: ONE, offer: 'extension', handle: readInvite },
  { name: 'createOrganizationInvite', method: 'POST', path: BASE, offer: 'extension', handle: createInvite },
  {
    name: 'updateOrganizationInviteById',
    method: 'PATCH',
    path: ONE,
    offer: 'extension',
    handle: updateInvite,
  },
  {
    name: 'joinOrganizationWithInvite',
    method: 'POST',
    path: `${ORGANIZATION}/invites/{inviteId}`,
    offer: 'extension',
    handle: followInvite,
  },
]

const targetSchema = z.union(
  [
    z.strictObject({ role }),
    z.strictObject({ level: role, space: z.string() }),
    z.strictObject({ level: role, collection: z.string() }),
  ],
  'one of {role}, {level, space}, {level, collection}',
)

/** Those to spaces and collections are in no list, but can be read by id. */
function listInvites(call: Call): Answer {
  const organization = organizationOf(call)
  const invites = [...organization.linkInvites.values()].filter(isToOrganization)
  return listAnswer(call, invites, invite => presentLinkInvite(call.world, organization, invite))
}

function readInvite(call: Call): Answer {
  const organization = organizationOf(call)
  const invite = getLinkInvite(organization, param(call, 'inviteId'))
  return ok(presentLinkInvite(call.world, organization, invite))
}

async function createInvite(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const target = await bodyOf(call, targetSchema)
  assertTarget(call, organization, target)
  return created(presentLinkInvite(call.world, organization, addLinkInvite(call.world, organization, target)))
}

async function updateInvite(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const invite = getLinkInvite(organization, param(call, 'inviteId'))
  const body = await bodyOf(call, z.looseObject({}))
  if ('role' in invite.target) invite.target = checked(z.strictObject({ role }), body)
  else invite.target = { ...invite.target, ...checked(z.strictObject({ level: role }), body) }
  return ok(presentLinkInvite(call.world, organization, invite))
}

function dropInvite(call: Call): Answer {
  return deleted(organizationOf(call).linkInvites.delete(param(call, 'inviteId')))
}

function followInvite(call: Call): Answer {
  const organization = organizationOf(call)
  if (organization.json.inviteLinks === false) throw badRequest('inviteLinks are off in this organization')
  followLinkInvite(call.world, organization, getLinkInvite(organization, param(call, 'inviteId')))
  return ok({})
}

function assertTarget({ world }: Call, { json }: OrganizationState, target: InviteTarget): void {
  if ('space' in target && world.spaces.get(target.space)?.json.organization !== json.id)
    throw notFound(`space ${target.space}`)
  if ('collection' in target && world.collections.get(target.collection)?.json.organization !== json.id)
    throw notFound(`collection ${target.collection}`)
}

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}
