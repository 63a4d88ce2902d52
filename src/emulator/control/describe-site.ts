/**
 * Sites and integrations in the description of the whole state.
 */

import { presentInstallation } from '../state/installation.ts'
import { presentIntegration } from '../state/integration.ts'
import type { JsonObject } from '../state/json-object.ts'
import { presentShareLink } from '../state/share-link.ts'
import { presentSite, type SiteState } from '../state/site.ts'
import { publishedUrl } from '../state/site-address.ts'
import { customizationOf } from '../state/site-customization.ts'
import { liveRedirects } from '../state/site-redirect.ts'
import { presentStructure } from '../state/site-view.ts'
import type { World } from '../state/world.ts'

export function describeSite(world: World, site: SiteState): JsonObject {
  return {
    ...presentSite(world, site),
    structure: presentStructure({ world, site, url: publishedUrl(world, site, null) }),
    shareLinks: [...site.shareLinks.values()].map(link => presentShareLink(world, site, link)),
    redirects: liveRedirects(world, site),
    mcpServers: [...site.mcpServers.values()],
    customization: customizationOf(world, site),
    grants: { users: Object.fromEntries(site.userGrants), teams: Object.fromEntries(site.teamGrants) },
  }
}

export function describeIntegrations(world: World): JsonObject[] {
  return [...world.integrations.values()].map(integration => ({
    ...presentIntegration(world, integration),
    installations: [...integration.installations.values()].map(one =>
      presentInstallation(world, integration, one),
    ),
  }))
}
