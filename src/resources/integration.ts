import type { Integration } from '../platform/operations/integration-shapes.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import { doing } from './causing-actions.ts'
import { INTEGRATIONS } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    integration: Kept<Integration, Published<'Integration'>>
  }
}

export const integration = listed<'integration', Organization>({
  kind: 'integration',
  parent: 'organization',
  doc: 'An integration that the organization published itself, with what can be configured.',
  api: '4.18',
  list: (platform, { parent }) => platform.integrations.list({ owner: parent.id }),
  absence: { isGone: async (platform, { id }) => (await platform.integrations.find(id)) === null },
  id: item => item.name,
  label: item => item.title,
  volatile: ['**.urls', '**.permissions'],
  unordered: ['scopes', 'categories'],
  embedded: ['owner'],
  addresses: ['previewImages.*'],
  pictures: ['urls.icon', 'previewImages.*'],
  references: {},
  audit: {
    added: 'low',
    removed: 'low',
    fields: {
      visibility: 'high',
      scopes: 'medium',
      contentSecurityPolicy: 'medium',
      configurations: 'low',
      version: 'low',
      title: 'info',
    },
    others: 'info',
    controls: INTEGRATIONS,
  },
  causes: {
    added: doing('publishIntegration'),
    modified: doing('publishIntegration'),
    removed: doing('unpublishIntegration'),
  },
  restore: { fidelity: 'no', note: 'from its own source: the script and its secrets cannot be read' },
})
