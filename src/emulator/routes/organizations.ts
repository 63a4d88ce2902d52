/**
 * Organizations: docs/reference/operations.md, 4.12, without their link invites; and the extensions that make one or
 * find one by hostname.
 */
import { z } from 'zod'
import { type Answer, created, ok } from '../protocol/answer.ts'
import { badRequest } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { addMember } from '../state/member.ts'
import {
  addOrganization,
  freeHostname,
  getOrganization,
  organizationAt,
  presentOrganization,
} from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import { presentSpaceFound, searchSpace } from '../state/search.ts'
import { spacesOf } from '../state/space.ts'
import { emailDomains, mergeRules, organizationTitle, role, subdomain, uri } from './fields.ts'
import { searchQueryOf } from './search.ts'

const ONE = '/v1/orgs/{organizationId}'

export const organizationRoutes: readonly Route[] = [
  {
    name: 'listOrganizationsForAuthenticatedUser',
    method: 'GET',
    path: '/v1/orgs',
    handle: listOrganizations,
  },
  { name: 'getOrganizationById', method: 'GET', path: ONE, handle: readOrganization },
  { name: 'updateOrganizationById', method: 'PATCH', path: ONE, handle: updateOrganization },
  {
    name: 'getOrganizationsForEmailDomain',
    method: 'GET',
    path: '/v1/email-domains/{emailDomain}/orgs',
    handle: listOfEmailDomain,
  },
  { name: 'searchOrganizationContent', method: 'GET', path: `${ONE}/search`, handle: searchOrganization },
  {
    name: 'createOrganization',
    method: 'POST',
    path: '/v1/orgs',
    offer: 'newest',
    handle: createOrganization,
  },
]

const updateSchema = z
  .object({
    title: organizationTitle,
    emailDomains,
    hostname: subdomain,
    defaultRole: role,
    defaultContent: z.object({ type: z.literal('site'), site: z.string() }).nullable(),
    logo: uri.nullable(),
    sso: z.boolean(),
    ai: z.boolean(),
    inviteLinks: z.boolean(),
    mergeRules,
  })
  .partial()
const createSchema = z.object({ title: organizationTitle, emailDomains: emailDomains.optional() })

/** Those that the owner of the token is a member of. */
function listOrganizations(call: Call): Answer {
  const { world } = call
  const own = [...world.organizations.values()].filter(organization =>
    organization.members.has(world.owner.id),
  )
  return listAnswer(call, own, organization => presentOrganization(world, organization))
}

function readOrganization(call: Call): Answer {
  return ok(presentOrganization(call.world, organizationOf(call)))
}

async function updateOrganization(call: Call): Promise<Answer> {
  const { world } = call
  const organization = organizationOf(call)
  const { logo, ...settings } = await bodyOf(call, updateSchema, { mergeRules: 'extension' })
  const { hostname, defaultContent } = settings
  const holder = hostname === undefined ? undefined : organizationAt(world, hostname)
  if (holder !== undefined && holder !== organization) throw badRequest(`hostname ${hostname} is taken`)
  if (defaultContent && !organization.sites.has(defaultContent.site))
    throw badRequest(`defaultContent.site: the organization has no site ${defaultContent.site}`)
  Object.assign(organization.json, settings)
  if (logo === null) delete organization.logo
  else if (logo !== undefined) organization.logo = logo
  return ok(presentOrganization(world, organization))
}

function listOfEmailDomain(call: Call): Answer {
  const { world } = call
  const domain = param(call, 'emailDomain').toLowerCase()
  const found = [...world.organizations.values()].filter(({ json }) =>
    json.emailDomains.some(emailDomain => emailDomain.toLowerCase() === domain),
  )
  return ok({ organizations: found.map(organization => presentOrganization(world, organization)) })
}

/** Spaces with at least one page found. */
function searchOrganization(call: Call): Answer {
  const { world } = call
  const { id } = organizationOf(call).json
  const query = searchQueryOf(call)
  const found = spacesOf(world, id).flatMap(space => {
    const pages = searchSpace(world, space, query)
    return pages.length === 0 ? [] : [presentSpaceFound(world, space, pages)]
  })
  return listAnswer(call, found, space => space)
}

async function createOrganization(call: Call): Promise<Answer> {
  const { world } = call
  const { title, emailDomains = [] } = await bodyOf(call, createSchema)
  const organization = addOrganization(world, title, freeHostname(world, title))
  organization.json.emailDomains = emailDomains
  addMember(organization, world.owner, 'admin', world.clock.timestamp())
  const { id } = organization.json
  return created(presentOrganization(world, organization), `${world.origin}/v1/orgs/${id}`)
}

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}
