import type { Installed, SitePlace } from '../platform/operations/integration-shapes.ts'
import { INTEGRATIONS } from './controls.ts'
import { listed } from './resource.ts'

export const installationSite = listed<SitePlace, Installed>({
  kind: 'installation-site',
  parent: 'installation',
  doc: 'A single site on which an integration is installed. Its configuration is kept and never shown.',
  api: '4.18',
  needs: 'listIntegrationInstallationSites',
  list: (platform, { parent: { installation, integration } }) =>
    platform.integrations.listInstallationSites(integration.name, installation.id),
  isGone: async (platform, { id }, { parent: { installation, integration } }) =>
    (await platform.integrations.findInstallationSite(integration.name, installation.id, id)) === null,
  id: item => item.site,
  label: item => item.site,
  volatile: ['**.urls', '**.permissions', 'updatedAt'],
  unordered: ['externalIds'],
  references: { site: 'site' },
  secret: ['configuration'],
  audit: {
    added: 'medium',
    removed: 'low',
    fields: { status: 'medium', configuration: 'medium' },
    others: 'info',
    controls: INTEGRATIONS,
  },
  restore: {
    fidelity: 'part',
    note: 'only when its kind is asked for: installed and configured again; secrets may be missing',
  },
})
