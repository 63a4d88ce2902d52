/** Style guides of an organization, with the sites that keep to them. A site is told to with its other settings. */
import { ok } from '../protocol/answer.ts'
import { param } from '../protocol/call.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization } from '../state/organization.ts'
import { presentStyleguides } from '../state/styleguide.ts'

export const styleguideRoutes: readonly Route[] = [
  {
    name: 'listOrganizationStyleguides',
    method: 'GET',
    path: '/v1/orgs/{organizationId}/styleguides',
    offer: 'newest',
    handle: call => {
      const { id } = getOrganization(call.world, param(call, 'organizationId')).json
      return ok({ styleguides: presentStyleguides(call.world, id) })
    },
  },
]
