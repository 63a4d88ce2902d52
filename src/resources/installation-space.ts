import type { Installed, SpacePlace } from '../platform/operations/integration-shapes.ts'
import { INTEGRATIONS } from './controls.ts'
import { listed } from './resource.ts'

export const installationSpace = listed<SpacePlace, Installed>({
  kind: 'installation-space',
  parent: 'installation',
  doc: 'A single space on which an integration is installed. Its configuration is kept and never shown.',
  api: '4.18',
  needs: 'listIntegrationInstallationSpaces',
  list: (platform, { parent: { installation, integration } }) =>
    platform.integrations.listInstallationSpaces(integration.name, installation.id),
  isGone: async (platform, { id }, { parent: { installation, integration } }) =>
    (await platform.integrations.findInstallationSpace(integration.name, installation.id, id)) === null,
  id: item => item.space,
  label: item => item.space,
  volatile: ['**.urls', '**.permissions', 'updatedAt'],
  unordered: ['externalIds'],
  references: { space: 'space' },
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
