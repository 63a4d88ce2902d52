import type { SitePlace } from '../platform/operations/integration-shapes.ts'
import { doing } from './causing-actions.ts'
import { installationsOn, type KeptInstallation } from './installations-on.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'installation-site': KeptInstallation<SitePlace>
  }
}

export const installationSite = installationsOn<'installation-site', SitePlace>({
  kind: 'installation-site',
  on: 'site',
  where: item => item.site,
  causes: {
    added: doing('installIntegrationOnSite'),
    modified: doing('updateIntegrationSiteInstallation'),
    removed: doing('uninstallIntegrationFromSite uninstallIntegration'),
  },
  needs: 'listIntegrationInstallationSites',
  list: ({ integrations }, integration, id) => integrations.listInstallationSites(integration, id),
  find: ({ integrations }, integration, id, site) => integrations.findInstallationSite(integration, id, site),
})
