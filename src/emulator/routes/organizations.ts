/**
 * Organizations: api.md 4.12.
 */
import { ok } from '../protocol/answer.ts'
import { param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization, presentOrganization } from '../state/organization.ts'

export const organizationRoutes: readonly Route[] = [
  {
    name: 'listOrganizationsForAuthenticatedUser',
    method: 'GET',
    path: '/v1/orgs',
    handle: call =>
      listAnswer(call, [...call.world.organizations.values()], one => presentOrganization(call.world, one)),
  },
  {
    name: 'getOrganizationById',
    method: 'GET',
    path: '/v1/orgs/{organizationId}',
    handle: call =>
      ok(presentOrganization(call.world, getOrganization(call.world, param(call, 'organizationId')))),
  },
]
