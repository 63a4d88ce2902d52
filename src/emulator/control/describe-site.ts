/**
 * Sites and integrations in the description of the whole state.
 */
import { presentAgentSettings } from '../state/agent-settings.ts'
import { placesOf, presentInstallation, presentPlace } from '../state/installation.ts'
import { presentIntegration } from '../state/integration.ts'
import type { JsonObject } from '../state/json-object.ts'
import { presentMcpServer } from '../state/mcp-server.ts'
import type { Installation, IntegrationState, PlaceKind } from '../state/records/integration.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { SiteState } from '../state/records/site.ts'
import { presentShareLink } from '../state/share-link.ts'
import { describeShelves } from '../state/shelf.ts'
import { presentAdaptiveSchema, presentSite } from '../state/site.ts'
import { peopleOnSite } from '../state/site-access.ts'
import { publishedUrl } from '../state/site-address.ts'
import { customizationOf, customizationOfSiteSpace } from '../state/site-customization.ts'
import { liveSiteSpaces } from '../state/site-items.ts'
import { liveRedirects, presentRedirect } from '../state/site-redirect.ts'
import { presentStructure } from '../state/site-view.ts'
import type { World } from '../state/world.ts'
import { describeGrants } from './describe-access.ts'

export function describeSite(world: World, organization: OrganizationState, site: SiteState): JsonObject {
  return {
    ...presentSite(world, site),
    structure: presentStructure({ world, site, url: publishedUrl(world, site, null) }),
    shareLinks: [...site.shareLinks.values()].map(link => presentShareLink(world, site, link)),
    redirects: liveRedirects(world, site).map(redirect => presentRedirect(world, redirect)),
    mcpServers: [...site.mcpServers.values()].map(server => presentMcpServer(world, site, server)),
    customization: customizationOf(world, site),
    overrides: Object.fromEntries(
      liveSiteSpaces(world, site)
        .filter(item => item.override !== null)
        .map(item => [item.id, customizationOfSiteSpace(world, site, item)]),
    ),
    agentSettings: presentAgentSettings(world, site),
    shelves: describeShelves(world, site.json.id),
    auth: site.auth,
    adaptiveSchema: presentAdaptiveSchema(site),
    ...describeGrants(world, organization, site),
    access: peopleOnSite(world, organization, site),
  }
}

export function describeIntegrations(world: World): JsonObject[] {
  return [...world.integrations.values()].map(integration => ({
    ...presentIntegration(world, integration),
    installations: [...integration.installations.values()].map(installation => ({
      ...presentInstallation(world, integration, installation),
      onSpaces: describePlaces(world, integration, installation, 'space'),
      onSites: describePlaces(world, integration, installation, 'site'),
    })),
  }))
}

function describePlaces(
  world: World,
  integration: IntegrationState,
  installation: Installation,
  kind: PlaceKind,
): JsonObject[] {
  return placesOf(world, installation, kind).map(([id, configured]) =>
    presentPlace(world, integration, installation, { kind, id, configured, extended: false }),
  )
}
