/**
 * Installations of integrations: in an organization, and there on spaces and on sites.
 */
import { notFound } from '../protocol/api-error.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { Configured, Installation, IntegrationState, PlaceKind } from './records/integration.ts'
import { presentSite } from './site.ts'
import { presentSpace, spacesOf } from './space.ts'
import type { World } from './world.ts'

export function addInstallation(
  world: World,
  integration: IntegrationState,
  organization: string,
): Installation {
  const now = world.clock.timestamp()
  const installation: Installation = {
    id: world.makeId(),
    organization,
    space_selection: 'selected',
    site_selection: 'selected',
    configuration: {},
    externalIds: [],
    createdAt: now,
    updatedAt: now,
    places: { space: new Map(), site: new Map() },
  }
  integration.installations.set(installation.id, installation)
  return installation
}

export function getInstallation(integration: IntegrationState, id: string): Installation {
  const installation = integration.installations.get(id)
  if (installation === undefined) throw notFound('installation')
  return installation
}

/** Installed on single ones, as far as these still exist. */
export function placesOf(world: World, installation: Installation, kind: PlaceKind): [string, Configured][] {
  return [...installation.places[kind]].filter(([id]) => isPlace(world, installation, kind, id))
}

export function isPlace(world: World, { organization }: Installation, kind: PlaceKind, id: string): boolean {
  if (kind === 'site') return world.organizations.get(organization)?.sites.has(id) === true
  return spacesOf(world, organization).some(space => space.json.id === id)
}

/** Selected, or there because all are. */
export function reaches(world: World, installation: Installation, kind: PlaceKind, id: string): boolean {
  const selection = kind === 'space' ? installation.space_selection : installation.site_selection
  return isPlace(world, installation, kind, id) && (selection === 'all' || installation.places[kind].has(id))
}

export function statusOf(integration: IntegrationState, { configuration }: Configured): 'active' | 'pending' {
  const { account } = integration.json.configurations
  const required = isJsonObject(account) && Array.isArray(account.required) ? account.required : []
  return required.every(name => typeof name === 'string' && Object.hasOwn(configuration, name))
    ? 'active'
    : 'pending'
}

export function presentInstallation(
  world: World,
  integration: IntegrationState,
  installation: Installation,
): JsonObject {
  const { places: _listedElsewhere, organization, ...rest } = installation
  const all = installation.space_selection === 'all'
  return {
    ...rest,
    status: statusOf(integration, installation),
    spaces: all ? spacesOf(world, organization).length : placesOf(world, installation, 'space').length,
    target: { organization },
    urls: {
      location: locationOf(world, integration, installation),
      app: `${world.appUrl}/o/${organization}/integrations/${integration.name}`,
      ...endpointsOf(world, integration, installation),
    },
  }
}

/** `extended` shows the whole space or site instead of its id. */
export function presentPlace(
  world: World,
  integration: IntegrationState,
  installation: Installation,
  place: { kind: PlaceKind; id: string; configured: Configured; extended: boolean },
): JsonObject {
  const { kind, id, configured, extended } = place
  return {
    integration: integration.name,
    installation: installation.id,
    [kind]: extended ? presentWhole(world, installation, kind, id) : id,
    status: statusOf(integration, installation),
    ...configured,
    urls: {
      location: `${locationOf(world, integration, installation)}/${kind}s/${id}`,
      ...endpointsOf(world, integration, installation),
    },
  }
}

function presentWhole(world: World, { organization }: Installation, kind: PlaceKind, id: string): unknown {
  if (kind === 'space') {
    const space = world.spaces.get(id)
    return space === undefined ? id : presentSpace(world, space)
  }
  const site = world.organizations.get(organization)?.sites.get(id)
  return site === undefined ? id : presentSite(world, site)
}

function endpointsOf(world: World, { name }: IntegrationState, { id }: Installation): JsonObject {
  const address = `${world.appUrl}/integrations/${name}`
  return {
    publicEndpoint: `${address}/endpoint/${id}`,
    ...offered(world, 'newest', { publicContentEndpoint: `${address}/content/${id}` }),
  }
}

function locationOf(world: World, integration: IntegrationState, installation: Installation): string {
  return `${world.origin}/v1/integrations/${integration.name}/installations/${installation.id}`
}
