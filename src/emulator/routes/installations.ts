/**
 * Integrations of an organization and their installations: extensions (docs/development/platform.md#integrations).
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { badRequest, notFound } from '../protocol/api-error.ts'
import { type Call, enumQuery, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import {
  addInstallation,
  getInstallation,
  presentInstallation,
  reaches,
  statusOf,
} from '../state/installation.ts'
import { presentIntegration } from '../state/integration.ts'
import { offered } from '../state/offered.ts'
import { getOrganization } from '../state/organization.ts'
import { type Installation, type IntegrationState, TARGETS } from '../state/records/integration.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import { getSpace } from '../state/space.ts'
import { INTEGRATION, integrationOf, listMatching } from './integrations.ts'
import { SITE, siteOf } from './site-call.ts'

const IN_ORGANIZATION = '/v1/orgs/{organizationId}/integrations'
const INSTALLATIONS = `${INTEGRATION}/installations`
export const INSTALLATION = `${INSTALLATIONS}/{installationId}`

export const installationRoutes: readonly Route[] = [
  reading('listOrganizationInstallations', '/v1/orgs/{organizationId}/installations', listOfOrganization),
  reading('listOrganizationIntegrations', IN_ORGANIZATION, listIntegrations),
  reading('listOrganizationIntegrationsStatus', `${IN_ORGANIZATION}/installations-status`, listStatus),
  reading(
    'getOrganizationIntegrationStatus',
    `${IN_ORGANIZATION}/{integrationName}/installation_status`,
    readStatus,
  ),
  reading('getIntegrationInstallationById', INSTALLATION, readInstallation),
  reading('listSpaceIntegrations', '/v1/spaces/{spaceId}/integrations', listOnSpace),
  reading('listSiteIntegrations', `${SITE}/integrations`, listOnSite),
  { name: 'installIntegration', method: 'POST', path: INSTALLATIONS, offer: 'extension', handle: install },
  {
    name: 'updateIntegrationInstallation',
    method: 'PATCH',
    path: INSTALLATION,
    offer: 'extension',
    handle: update,
  },
  {
    name: 'uninstallIntegration',
    method: 'DELETE',
    path: INSTALLATION,
    offer: 'extension',
    handle: uninstall,
  },
]

function reading(name: string, path: string, handle: (call: Call) => Answer): Route {
  return { name, method: 'GET', path, offer: 'extension', handle }
}

/** At most 5 external ids, as published. */
export const configuredSchema = z.object({
  externalIds: z.array(z.string()).max(5).optional(),
  configuration: z.record(z.string(), z.unknown()).optional(),
})
const selection = z.enum(['all', 'selected']).optional()
const updateSchema = configuredSchema.extend({ space_selection: selection, site_selection: selection })

interface Installed {
  integration: IntegrationState
  installation: Installation
}

export function installationOf(call: Call): Installed {
  const integration = integrationOf(call)
  return { integration, installation: getInstallation(integration, param(call, 'installationId')) }
}

function installedIn(call: Call, organization: OrganizationState): Installed[] {
  return [...call.world.integrations.values()].flatMap(integration =>
    [...integration.installations.values()]
      .filter(installation => installation.organization === organization.json.id)
      .map(installation => ({ integration, installation })),
  )
}

function listOfOrganization(call: Call): Answer {
  const search = call.query.get('search')?.toLowerCase() ?? ''
  const found = installedIn(call, organizationOf(call)).filter(({ integration: { name, json } }) =>
    [name, json.title].some(text => text.toLowerCase().includes(search)),
  )
  return listAnswer(call, found, ({ integration, installation }) => ({
    installation: presentInstallation(call.world, integration, installation),
    integration: presentIntegration(call.world, integration),
  }))
}

/** Public ones, and its own whatever their visibility. */
function listIntegrations(call: Call): Answer {
  const { id } = organizationOf(call).json
  const visible = [...call.world.integrations.values()].filter(
    integration => integration.json.visibility === 'public' || integration.owner === id,
  )
  return listMatching(call, visible)
}

function listStatus(call: Call): Answer {
  const target = enumQuery(call, 'target', TARGETS) ?? 'organization'
  const found = installedIn(call, organizationOf(call)).filter(
    ({ integration }) => integration.json.target === target || integration.json.target === 'all',
  )
  return listAnswer(call, found, ({ integration, installation }) => ({
    integration: presentIntegration(call.world, integration),
    status: statusOf(integration, installation),
    ...offered(call.world, 'newest', {
      target: { type: 'organization', organizationId: installation.organization },
    }),
  }))
}

function readStatus(call: Call): Answer {
  const integration = integrationOf(call)
  const installed = installedIn(call, organizationOf(call)).find(
    installed => installed.integration === integration,
  )
  if (installed === undefined) throw notFound('installation')
  return ok({ status: statusOf(integration, installed.installation) })
}

function readInstallation(call: Call): Answer {
  const { integration, installation } = installationOf(call)
  return ok(presentInstallation(call.world, integration, installation))
}

function listOnSpace(call: Call): Answer {
  const { json } = getSpace(call.world, param(call, 'spaceId'))
  return listOnPlace(call, json.organization, 'space', json.id)
}

function listOnSite(call: Call): Answer {
  const { organization, json } = siteOf(call)
  return listOnPlace(call, organization, 'site', json.id)
}

function listOnPlace(call: Call, organization: string, kind: 'space' | 'site', id: string): Answer {
  const found = installedIn(call, getOrganization(call.world, organization)).filter(({ installation }) =>
    reaches(call.world, installation, kind, id),
  )
  return listMatching(
    call,
    found.map(({ integration }) => integration),
  )
}

async function install(call: Call): Promise<Answer> {
  const integration = integrationOf(call)
  const { organization } = await bodyOf(call, z.object({ organization: z.string() }))
  const { id } = getOrganization(call.world, organization).json
  if ([...integration.installations.values()].some(other => other.organization === id))
    throw badRequest(`organization: ${integration.name} is installed there already`)
  const installation = addInstallation(call.world, integration, id)
  return created(presentInstallation(call.world, integration, installation))
}

async function update(call: Call): Promise<Answer> {
  const { integration, installation } = installationOf(call)
  const changes = await bodyOf(call, updateSchema)
  Object.assign(installation, changes, { updatedAt: call.world.clock.timestamp() })
  return ok(presentInstallation(call.world, integration, installation))
}

function uninstall(call: Call): Answer {
  return deleted(integrationOf(call).installations.delete(param(call, 'installationId')))
}

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}
