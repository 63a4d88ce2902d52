/**
 * Who can reach a site: extensions (docs/development/platform.md#permissions). Only the newest service has direct
 * grants.
 */
import { type Call, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization } from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import { peopleOnSite } from '../state/site-access.ts'
import { grantRoutes } from './permissions.ts'
import { SITE, siteOf } from './site-call.ts'

const BASE = `${SITE}/permissions`

export const sitePermissionRoutes: readonly Route[] = [
  {
    name: 'listPermissionsAggregateInSite',
    method: 'GET',
    path: `${BASE}/aggregate`,
    offer: 'extension',
    handle: call =>
      listAnswer(call, peopleOnSite(call.world, organizationOf(call), siteOf(call)), person => person),
  },
  ...grantRoutes('Site', BASE, 'newest', call => ({
    organization: organizationOf(call),
    shared: siteOf(call),
  })),
]

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}
