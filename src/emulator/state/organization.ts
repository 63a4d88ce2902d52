/**
 * Organizations and what is addressed only through them.
 */
import { notFound } from '../protocol/api-error.ts'
import type { AuditEvent } from './audit-event.ts'
import type { JsonObject } from './json-object.ts'
import type { LinkInvite } from './link-invite.ts'
import type { Member } from './member.ts'
import type { Role } from './role.ts'
import type { SamlProvider } from './saml-provider.ts'
import type { SiteState } from './site.ts'
import type { SpecState } from './spec.ts'
import type { TeamState } from './team.ts'
import type { TranslationSettings } from './translation.ts'
import type { World } from './world.ts'

interface Organization {
  [field: string]: unknown
  object: 'organization'
  id: string
  title: string
  createdAt: string
  emailDomains: string[]
  hostname: string
  defaultRole: Role | null
}

export interface OrganizationState {
  json: Organization
  /** By user id, in order of joining. */
  members: Map<string, Member>
  teams: Map<string, TeamState>
  /** By slug. */
  specs: Map<string, SpecState>
  translations: Map<string, TranslationSettings>
  samlProviders: Map<string, SamlProvider>
  linkInvites: Map<string, LinkInvite>
  /** Where its logo is fetched; absent when it has none. */
  logo?: string
  sites: Map<string, SiteState>
  /** A document. */
  agentInstructions: JsonObject
  /** Oldest first. */
  events: AuditEvent[]
}

export function getOrganization(world: World, id: string): OrganizationState {
  const organization = world.organizations.get(id)
  if (organization === undefined) throw notFound('organization')
  return organization
}

export function addOrganization(world: World, title: string, hostname: string): OrganizationState {
  const organization: OrganizationState = {
    json: makeOrganization(world.makeId(), title, hostname, world.clock.timestamp()),
    members: new Map(),
    teams: new Map(),
    specs: new Map(),
    translations: new Map(),
    samlProviders: new Map(),
    linkInvites: new Map(),
    sites: new Map(),
    agentInstructions: { object: 'document', data: {}, nodes: [] },
    events: [],
  }
  world.organizations.set(organization.json.id, organization)
  return organization
}

/** Whose public content is under the hostname. */
export function organizationAt(world: World, hostname: string): OrganizationState | undefined {
  return [...world.organizations.values()].find(({ json }) => json.hostname === hostname)
}

/** Made from a title; equal ones get a number. */
export function freeHostname(world: World, title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const base = ['org', ...words].join('-').slice(0, HOSTNAME_MAX).replace(/-$/, '')
  let hostname = base
  for (let number = 2; organizationAt(world, hostname) !== undefined; number++) hostname = `${base}-${number}`
  return hostname
}

export function presentOrganization(world: World, organization: OrganizationState): JsonObject {
  const { id } = organization.json
  return {
    urls: {
      location: `${world.origin}/v1/orgs/${id}`,
      app: `${world.appUrl}/o/${id}`,
      ...(organization.logo === undefined ? {} : { logo: organization.logo }),
    },
    permissions: PERMISSIONS,
    ...organization.json,
  }
}

/** Leaves room for a number. */
const HOSTNAME_MAX = 24

const PERMISSIONS = {
  view: true,
  admin: true,
  ownTeam: true,
  createContent: true,
  createOpenAPISpec: true,
  ingestConversations: true,
  viewBilling: true,
  listMembers: true,
  listTeams: true,
  listIntegrations: true,
} as const

function makeOrganization(id: string, title: string, hostname: string, createdAt: string): Organization {
  return {
    object: 'organization',
    id,
    title,
    createdAt,
    emailDomains: [],
    hostname,
    type: 'business',
    useCase: 'productDocs',
    defaultRole: 'read',
    defaultContent: null,
    sso: false,
    ai: true,
    inviteLinks: true,
    plan: 'pro_2024',
    billing: { interval: 'yearly', hasPaymentFailed: false, isScheduledToCancel: false },
    trial: { status: 'none' },
  }
}
