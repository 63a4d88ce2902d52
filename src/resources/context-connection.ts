import type { ContextConnection } from '../platform/operations/site-agent.ts'
import { INTEGRATIONS } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'context-connection': Kept<ContextConnection, Published<'ContextConnection'>>
  }
}

export const contextConnection = listed<'context-connection', KnownSite>({
  kind: 'context-connection',
  parent: 'site',
  doc: 'What the agent of a site reads beside the pages. Its setup is kept and never shown.',
  api: '4.7',
  needs: 'listSiteContextConnections',
  list: (platform, { organization, parent }) =>
    platform.siteAgent.listConnections(organization.id, parent.id),
  absence: {
    isGone: async (platform, { id }, { organization, parent }) =>
      (await platform.siteAgent.findConnection(organization.id, parent.id, id)) === null,
  },
  everyRun: true,
  id: item => item.id,
  label: item => item.label ?? item.connector,
  volatile: ['**.urls', 'syncedAt', 'status', 'records', 'failureMessage', 'failureReason'],
  references: {},
  secret: ['setupSettings'],
  audit: {
    added: 'high',
    removed: 'low',
    fields: { setupSettings: 'high', usageSettings: 'medium', filter: 'medium' },
    others: 'info',
    controls: INTEGRATIONS,
  },
  restore: { fidelity: 'no', note: 'its credentials are not given out: connected again by hand' },
})
