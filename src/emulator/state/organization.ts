/**
 * Organizations and what is addressed only through them.
 */
import { notFound } from '../protocol/api-error.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { Organization, OrganizationState } from './records/organization.ts'
import type { World } from './world.ts'

export function getOrganization(world: World, id: string): OrganizationState {
  const organization = world.organizations.get(id)
  if (organization === undefined) throw notFound('organization')
  return organization
}

export function addOrganization(world: World, title: string, hostname: string): OrganizationState {
  const now = world.clock.timestamp()
  const organization: OrganizationState = {
    json: makeOrganization(world.makeId(), title, hostname, now),
    members: new Map(),
    teams: new Map(),
    specs: new Map(),
    translations: new Map(),
    samlProviders: new Map(),
    linkInvites: new Map(),
    sites: new Map(),
    agentInstructions: {
      instructions: { object: 'document', data: {}, nodes: [] },
      updatedAt: now,
      updatedBy: world.owner.id,
    },
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
  const { mergeRules, defaultContent, billing, trial, ...json } = organization.json
  const { id } = json
  return {
    urls: {
      location: `${world.origin}/v1/orgs/${id}`,
      app: `${world.appUrl}/o/${id}`,
      ...(organization.logo === undefined ? {} : { logo: organization.logo }),
    },
    permissions: permissionsIn(world),
    ...json,
    ...(defaultContent === null ? offered(world, 'replaced', { defaultContent }) : { defaultContent }),
    ...offered(world, 'extension', { mergeRules }),
    billing: { ...billing, ...billingIn(world) },
    trial: { ...trial, ...offered(world, 'newest', { count: 0 }) },
  }
}

export function presentAgentInstructions(
  world: World,
  { agentInstructions, json }: OrganizationState,
): JsonObject {
  const location = `${world.origin}/v1/orgs/${json.id}/agent-instructions`
  return { object: 'agent-instructions', ...agentInstructions, urls: { location } }
}

/** Leaves room for a number. */
const HOSTNAME_MAX = 24

function permissionsIn(world: World): JsonObject {
  return {
    view: true,
    admin: true,
    ownTeam: true,
    createContent: true,
    createOpenAPISpec: true,
    viewBilling: true,
    listMembers: true,
    listTeams: true,
    listIntegrations: true,
    ...offered(world, 'dropped', { ingestConversations: true }),
    ...offered(world, 'extension', { listInstallations: true, installIntegration: true }),
    ...offered(world, 'newest', { access: true }),
  }
}

function billingIn(world: World): JsonObject {
  return {
    ...offered(world, 'extension', { endDate: BILLED_UNTIL, pricing: PRICING, usageAddons: {} }),
    ...offered(world, 'newest', {
      canCheckout: true,
      canChangeInterval: true,
      canUseSAML: true,
      creditsBundle: null,
      aiCreditAlertThreshold: null,
    }),
  }
}

const BILLED_UNTIL = '2035-01-01T00:00:00.000Z'
const PRICING = {
  members: { plus_2024: { monthly: 12, yearly: 96 }, pro_2024: { monthly: 18, yearly: 144 } },
  sites: { premium: { monthly: 79, yearly: 780 }, ultimate: { monthly: 299, yearly: 2988 } },
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
    mergeRules: { type: 'none' },
    sso: false,
    ai: true,
    inviteLinks: true,
    plan: 'pro_2024',
    billing: { interval: 'yearly', hasPaymentFailed: false, isScheduledToCancel: false },
    trial: { status: 'none' },
  }
}
