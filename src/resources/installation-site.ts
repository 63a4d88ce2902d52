import { installationsOn } from './installations-on.ts'

export const installationSite = installationsOn({
  kind: 'installation-site',
  on: 'site',
  needs: 'listIntegrationInstallationSites',
  list: ({ integrations }, integration, id) => integrations.listInstallationSites(integration, id),
  find: ({ integrations }, integration, id, site) => integrations.findInstallationSite(integration, id, site),
})
