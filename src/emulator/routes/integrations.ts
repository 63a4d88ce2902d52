/**
 * Integrations: docs/reference/operations.md, 4.18.
 */
import { type Answer, noContent, ok } from '../protocol/answer.ts'
import { ApiError, badRequest, notFound } from '../protocol/api-error.ts'
import { booleanQuery, type Call, enumQuery, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { presentInstallation } from '../state/installation.ts'
import {
  CATEGORIES,
  getIntegration,
  presentIntegration,
  publishIntegration,
  SCOPES,
} from '../state/integration.ts'
import { type IntegrationState, TARGETS } from '../state/records/integration.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import { INTEGRATION_NAME, integrationSchema } from './integration-input.ts'

const BASE = '/v1/integrations'
export const INTEGRATION = `${BASE}/{integrationName}`

export const integrationRoutes: readonly Route[] = [
  { name: 'listIntegrations', method: 'GET', path: BASE, handle: listPublic },
  {
    name: 'getIntegrationByName',
    method: 'GET',
    path: INTEGRATION,
    handle: call => ok(presentIntegration(call.world, integrationOf(call))),
  },
  { name: 'publishIntegration', method: 'POST', path: INTEGRATION, handle: publish },
  { name: 'unpublishIntegration', method: 'DELETE', path: INTEGRATION, handle: unpublish },
  {
    name: 'listIntegrationInstallations',
    method: 'GET',
    path: `${INTEGRATION}/installations`,
    handle: listInstallations,
  },
  {
    name: 'listIntegrationEvents',
    method: 'GET',
    path: `${INTEGRATION}/events`,
    offer: 'extension',
    handle: listEvents,
  },
]

export function integrationOf(call: Call): IntegrationState {
  return getIntegration(call.world, nameOf(call))
}

/** What the query of a list asks for, of those that somebody can see. */
export function listMatching(call: Call, visible: readonly IntegrationState[]): Answer {
  const wanted = filterOf(call)
  return listAnswer(call, visible.filter(wanted), integration => presentIntegration(call.world, integration))
}

/** Public ones, and whatever an organization of the caller published. */
function listPublic(call: Call): Answer {
  const mine = (owner: string) =>
    call.world.organizations.get(owner)?.members.has(call.world.owner.id) === true
  const visible = [...call.world.integrations.values()].filter(
    integration => integration.json.visibility === 'public' || mine(integration.owner),
  )
  return listMatching(call, visible)
}

function filterOf(call: Call): (integration: IntegrationState) => boolean {
  const search = call.query.get('search')?.toLowerCase() ?? ''
  const owner = call.query.get('owner')
  const category = enumQuery(call, 'category', CATEGORIES)
  const scope = enumQuery(call, 'scope', SCOPES)
  const target = enumQuery(call, 'target', TARGETS)
  const domain = domainOf(call)
  const blocks = optionalBoolean(call, 'blocks')
  const sources = optionalBoolean(call, 'contentSources')
  return ({ name, owner: by, json }) =>
    (name.toLowerCase().includes(search) || json.title.toLowerCase().includes(search)) &&
    (owner === null || by === owner) &&
    (category === null || json.categories.includes(category)) &&
    (scope === null || json.scopes.includes(scope)) &&
    (target === null || json.target === target || json.target === 'all') &&
    (domain === null || json.blocks.some(block => unfurls(block.urlUnfurl ?? [], domain))) &&
    (blocks === null || json.blocks.length > 0 === blocks) &&
    (sources === null || json.contentSources.length > 0 === sources)
}

function optionalBoolean(call: Call, name: string): boolean | null {
  return call.query.has(name) ? booleanQuery(call, name, true) : null
}

function domainOf(call: Call): string | null {
  const domain = call.query.get('blockDomain')
  if (domain !== null && !INTEGRATION_NAME.test(domain))
    throw badRequest('blockDomain must be 1 to 100 letters, digits, dots, hyphens or underscores')
  return domain
}

function unfurls(patterns: readonly string[], domain: string): boolean {
  return patterns.some(pattern => {
    const host = pattern.replace(/^[a-z*]+:\/\//i, '').split('/')[0] ?? ''
    return host === domain || host === `*.${domain}` || host.endsWith(`.${domain}`)
  })
}

async function publish(call: Call): Promise<Answer> {
  const { world } = call
  const name = nameOf(call)
  const {
    organization,
    secrets,
    script: _kept,
    icon: _served,
    ...fields
  } = await bodyOf(call, integrationSchema)
  const owner = organizationNamed(call, organization).json.id
  const existing = world.integrations.get(name)
  if (existing !== undefined && existing.owner !== owner)
    throw new ApiError(403, `${name} is published by another organization`)
  const images = fields.previewImages.map((_, index) => `preview-${index + 1}.png`)
  const json = { ...fields, previewImages: images }
  return ok(presentIntegration(world, publishIntegration(world, name, { json, owner, secrets })))
}

/** By id or subdomain. */
function organizationNamed(call: Call, idOrSubdomain: string): OrganizationState {
  const { organizations } = call.world
  const found =
    organizations.get(idOrSubdomain) ??
    [...organizations.values()].find(({ json }) => json.hostname === idOrSubdomain)
  if (found === undefined) throw notFound(`organization ${idOrSubdomain}`)
  return found
}

/** Its installations go with it. */
function unpublish(call: Call): Answer {
  call.world.integrations.delete(nameOf(call))
  return noContent()
}

function listInstallations(call: Call): Answer {
  const integration = integrationOf(call)
  const externalId = call.query.get('externalId')
  const found = [...integration.installations.values()].filter(
    installation => externalId === null || installation.externalIds.includes(externalId),
  )
  return listAnswer(call, found, installation => presentInstallation(call.world, integration, installation))
}

/** The newest first. */
function listEvents(call: Call): Answer {
  return listAnswer(call, integrationOf(call).events.toReversed(), event => event)
}

function nameOf(call: Call): string {
  const name = param(call, 'integrationName')
  if (!INTEGRATION_NAME.test(name))
    throw badRequest('integrationName must be 1 to 100 letters, digits, dots, hyphens or underscores')
  return name
}
