/**
 * Who am I, and what is there: extensions.
 */
import type { Answer } from '../protocol/answer.ts'
import { ok } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import type { JsonObject } from '../state/json-object.ts'
import { getOrganization, organizationAt } from '../state/organization.ts'
import { presentSpace, spacesOf } from '../state/space.ts'
import { getUser } from '../state/user.ts'

export const discoveryRoutes: readonly Route[] = [
  {
    name: 'getAuthenticatedUser',
    method: 'GET',
    path: '/v1/user',
    offer: 'extension',
    handle: call => ok(call.world.owner),
  },
  {
    name: 'getUserById',
    method: 'GET',
    path: '/v1/users/{userId}',
    offer: 'extension',
    handle: call => ok(getUser(call.world, param(call, 'userId'))),
  },
  {
    name: 'getSubdomain',
    method: 'GET',
    path: '/v1/subdomains/{subdomain}',
    offer: 'extension',
    handle: readSubdomain,
  },
  {
    name: 'getCustomHostname',
    method: 'GET',
    path: '/v1/custom-hostnames/{hostname}',
    offer: 'extension',
    handle: readHostname,
  },
  {
    name: 'getApiInformation',
    method: 'GET',
    path: '/v1/',
    offer: 'extension',
    handle: ({ world }) => ok({ version: world.serviceVersion, build: 'docvault-emulator' }),
  },
  {
    name: 'listSpacesInOrganizationById',
    method: 'GET',
    path: '/v1/orgs/{organizationId}/spaces',
    offer: 'extension',
    handle: listSpaces,
  },
]

function readSubdomain(call: Call): Answer {
  const subdomain = param(call, 'subdomain')
  const organization = organizationAt(call.world, subdomain)?.json.id
  if (organization === undefined) throw notFound('subdomain')
  return ok({
    object: 'subdomain',
    subdomain,
    target: { type: 'organization', organization },
    isActive: true,
  })
}

function readHostname(call: Call): Answer {
  const hostname = param(call, 'hostname')
  const target = hostnameTarget(call, hostname)
  if (target === null) throw notFound('host name')
  const location = `${call.world.origin}/v1/custom-hostnames/${hostname}`
  return ok({
    object: 'custom-hostname',
    hostname,
    target,
    isActive: true,
    status: 'live',
    urls: { location },
  })
}

function hostnameTarget({ world }: Call, hostname: string): JsonObject | null {
  for (const { json, sites } of world.organizations.values()) {
    const site = [...sites.values()].find(site => site.json.hostname === hostname)
    if (site !== undefined) return { type: 'site', site: site.json.id }
    if (json.customHostname === hostname) return { type: 'organization', organization: json.id }
  }
  return null
}

function listSpaces(call: Call): Answer {
  const { id } = getOrganization(call.world, param(call, 'organizationId')).json
  return listAnswer(call, spacesOf(call.world, id), space => presentSpace(call.world, space))
}
