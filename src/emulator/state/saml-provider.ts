/**
 * SAML providers of an organization. One is active as soon as it knows whom to ask and how to check the answer.
 */
import { notFound } from '../protocol/api-error.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { OrganizationState } from './records/organization.ts'
import type { SamlProvider, SamlSettings } from './records/people.ts'
import { presentTeam } from './team.ts'
import type { World } from './world.ts'

export function getSamlProvider(organization: OrganizationState, id: string): SamlProvider {
  const provider = organization.samlProviders.get(id)
  if (provider === undefined) throw notFound('SAML provider')
  return provider
}

export function addSamlProvider(
  world: World,
  organization: OrganizationState,
  settings: SamlSettings,
): SamlProvider {
  const provider: SamlProvider = {
    object: 'saml-provider',
    id: world.makeId(),
    createdAt: world.clock.timestamp(),
    defaultRole: null,
    ...settings,
  }
  organization.samlProviders.set(provider.id, provider)
  return provider
}

export function presentSamlProvider(
  world: World,
  organization: OrganizationState,
  provider: SamlProvider,
): JsonObject {
  const { defaultTeam, ssoURL, entityID, certificate, ...rest } = provider
  const team = typeof defaultTeam === 'string' ? organization.teams.get(defaultTeam) : undefined
  const trusted = { ssoURL, entityID, certificate }
  const usable = [ssoURL, entityID, certificate].every(field => field !== undefined && field !== '')
  return {
    ...offered(world, 'extension', NOT_SET),
    ...Object.fromEntries(Object.entries(trusted).filter(([, value]) => value !== undefined)),
    status: usable ? 'active' : 'pending',
    service: serviceOf(world, provider),
    ...(team === undefined ? {} : { defaultTeam: presentTeam(world, organization, team) }),
    urls: { location: `${world.origin}/v1/orgs/${organization.json.id}/saml/${provider.id}` },
    ...rest,
  }
}

/** A pending provider has all of them, and they say nothing; an address is always one. */
const NOT_SET = { ssoURL: 'about:blank', entityID: '', certificate: '' } as const

export function presentSsoLogin(world: World, provider: SamlProvider): JsonObject {
  return { id: provider.id, label: provider.label, startURL: serviceOf(world, provider).startURL }
}

function serviceOf(world: World, { id }: SamlProvider) {
  const base = `${world.appUrl}/saml/${id}`
  return { acsURL: `${base}/acs`, startURL: `${base}/start`, entityID: `${base}/metadata` }
}
