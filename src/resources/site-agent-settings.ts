import type { SiteAgentSettings } from '../platform/operations/site-agent.ts'
import { CHANGES } from './controls.ts'
import { DOCUMENT_NOISE } from './document-noise.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-agent-settings': Kept<SiteAgentSettings, Published<'SiteAgentSettings'>>
  }
}

export const siteAgentSettings = listed<'site-agent-settings', KnownSite>({
  kind: 'site-agent-settings',
  parent: 'site',
  doc: 'What the agent of a site may do by itself, and how it is told to write.',
  api: '4.7',
  needs: 'getSiteAgentSettingsById',
  async *list(platform, { organization, parent }) {
    yield await platform.siteAgent.settings(organization.id, parent.id)
  },
  absence: 'listed',
  id: () => 'agent-settings',
  label: () => 'agent settings',
  volatile: ['**.urls', '**.permissions', ...DOCUMENT_NOISE, 'updatedAt', 'updatedBy'],
  references: {},
  audit: { added: null, removed: null, fields: {}, others: 'low', controls: CHANGES },
  restore: { fidelity: 'full', note: 'where the service has them' },
})
