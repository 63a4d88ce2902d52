import type { Installed } from '../platform/operations/integration-shapes.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import { doing } from './causing-actions.ts'
import { INTEGRATIONS } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    installation: Kept<Installed, Published<'IntegrationInstallation'> | 'integration'>
  }
}

export const installation = listed<'installation', Organization>({
  kind: 'installation',
  parent: 'organization',
  doc: 'An integration that is installed. Its configuration is kept and never shown.',
  api: '4.18',
  needs: 'listOrganizationInstallations',
  list: (platform, { parent }) => platform.integrations.listInstalled(parent.id),
  absence: {
    isGone: async (platform, missing) => {
      const name = String(missing.stored().integration)
      return (await platform.integrations.findInstallation(name, missing.id)) === null
    },
  },
  id: item => item.installation.id,
  label: item => item.integration.title ?? item.integration.name,
  stored: item => ({ ...item.installation, integration: item.integration.name }),
  volatile: ['**.urls', '**.permissions', 'spaces', 'updatedAt'],
  unordered: ['externalIds'],
  references: {},
  secret: ['configuration'],
  audit: {
    added: 'medium',
    removed: 'low',
    fields: {
      integration: 'medium',
      status: 'medium',
      space_selection: 'medium',
      site_selection: 'medium',
      configuration: 'medium',
    },
    others: 'info',
    controls: INTEGRATIONS,
  },
  causes: {
    added: doing('installIntegration'),
    modified: doing('updateIntegrationInstallation'),
    removed: doing('uninstallIntegration unpublishIntegration'),
  },
  words: { added: 'installed', removed: 'uninstalled' },
  restore: {
    fidelity: 'part',
    note: 'only when its kind is asked for: installed and configured again; secrets may be missing; a new id',
  },
})
