/**
 * SAML providers and single sign-on: docs/reference/operations.md, 4.15.
 */
import { z } from 'zod'
import { type Answer, created, noContent, ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization } from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import {
  addSamlProvider,
  getSamlProvider,
  presentSamlProvider,
  presentSsoLogin,
} from '../state/saml-provider.ts'
import { getTeam } from '../state/team.ts'
import { role, uri } from './fields.ts'

const BASE = '/v1/orgs/{organizationId}/saml'
const ONE = `${BASE}/{samlProviderId}`
const SSO = '/v1/orgs/{organizationId}/sso'

export const samlRoutes: readonly Route[] = [
  { name: 'listSAMLProvidersInOrganizationById', method: 'GET', path: BASE, handle: listProviders },
  { name: 'createOrganizationSAMLProvider', method: 'POST', path: BASE, handle: createProvider },
  { name: 'getOrganizationSAMLProviderById', method: 'GET', path: ONE, handle: readProvider },
  { name: 'deleteOrganizationSAMLProvider', method: 'DELETE', path: ONE, handle: dropProvider },
  { name: 'updateOrganizationSAMLProvider', method: 'PATCH', path: ONE, handle: updateProvider },
  { name: 'listSSOProviderLoginsInOrganization', method: 'GET', path: SSO, handle: listLogins },
]

const createSchema = z.object({
  label: z.string().min(1).max(30),
  entityID: z.string().max(1024).optional(),
  certificate: z.string().max(10_000).optional(),
  ssoURL: uri.optional(),
  defaultTeam: z.string().nullable().optional(),
  defaultRole: role.optional(),
})
const updateSchema = createSchema.partial()

function listProviders(call: Call): Answer {
  const organization = organizationOf(call)
  return listAnswer(call, [...organization.samlProviders.values()], provider =>
    presentSamlProvider(call.world, organization, provider),
  )
}

async function createProvider(call: Call): Promise<Answer> {
  const { world } = call
  const organization = organizationOf(call)
  const settings = await bodyOf(call, createSchema)
  if (typeof settings.defaultTeam === 'string') getTeam(organization, settings.defaultTeam)
  const provider = addSamlProvider(world, organization, settings)
  const location = `${world.origin}/v1/orgs/${organization.json.id}/saml/${provider.id}`
  return created(presentSamlProvider(world, organization, provider), location)
}

function readProvider(call: Call): Answer {
  const organization = organizationOf(call)
  const provider = getSamlProvider(organization, param(call, 'samlProviderId'))
  return ok(presentSamlProvider(call.world, organization, provider))
}

function dropProvider(call: Call): Answer {
  organizationOf(call).samlProviders.delete(param(call, 'samlProviderId'))
  return noContent()
}

async function updateProvider(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const provider = getSamlProvider(organization, param(call, 'samlProviderId'))
  const settings = await bodyOf(call, updateSchema)
  if (typeof settings.defaultTeam === 'string') getTeam(organization, settings.defaultTeam)
  Object.assign(provider, settings)
  return ok(presentSamlProvider(call.world, organization, provider))
}

function listLogins(call: Call): Answer {
  const providers = [...organizationOf(call).samlProviders.values()]
  return ok({ items: providers.map(provider => presentSsoLogin(call.world, provider)) })
}

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}
