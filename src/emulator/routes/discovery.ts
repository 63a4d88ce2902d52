/**
 * Who am I, and what is there: extensions.md A.
 */
import type { Answer } from '../protocol/answer.ts'
import { ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization } from '../state/organization.ts'
import { presentSpace, spacesOf } from '../state/space.ts'

export const discoveryRoutes: readonly Route[] = [
  {
    name: 'getAuthenticatedUser',
    method: 'GET',
    path: '/v1/user',
    offer: 'extension',
    handle: call => ok(call.world.owner),
  },
  {
    name: 'getApiInformation',
    method: 'GET',
    path: '/v1/',
    offer: 'extension',
    handle: () => ok({ version: '1.0.0', build: 'docvault-emulator' }),
  },
  {
    name: 'listSpacesInOrganizationById',
    method: 'GET',
    path: '/v1/orgs/{organizationId}/spaces',
    offer: 'extension',
    handle: listSpaces,
  },
]

function listSpaces(call: Call): Answer {
  const { id } = getOrganization(call.world, param(call, 'organizationId')).json
  return listAnswer(call, spacesOf(call.world, id), space => presentSpace(call.world, space))
}
