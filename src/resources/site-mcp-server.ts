import type { SiteMcpServer } from '../platform/operations/site-shapes.ts'
import { doing, OF_SITE } from './causing-actions.ts'
import { INTEGRATIONS } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-mcp-server': Kept<SiteMcpServer, Published<'SiteMcpServer'> | 'createdAt' | 'site' | 'updatedAt'>
  }
}

export const siteMcpServer = listed<'site-mcp-server', KnownSite>({
  kind: 'site-mcp-server',
  parent: 'site',
  doc: 'A server that the assistant of a site may ask. Its headers are kept and never shown.',
  api: '4.7',
  needs: 'listSiteMcpServers',
  list: (platform, { organization, parent }) => platform.sites.listMcpServers(organization.id, parent.id),
  absence: {
    isGone: async (platform, { id }, { organization, parent }) =>
      (await platform.sites.findMcpServer(organization.id, parent.id, id)) === null,
  },
  everyRun: true,
  id: item => item.id,
  label: item => item.name,
  volatile: ['**.urls', 'updatedAt'],
  defaults: { transport: 'http' },
  references: {},
  secret: ['headers'],
  audit: {
    added: 'high',
    removed: 'low',
    fields: { url: 'high', headers: 'high', condition: 'medium', transport: 'low', name: 'info' },
    others: 'info',
    controls: INTEGRATIONS,
  },
  causes: {
    added: doing('createSiteMcpServer'),
    modified: doing('updateSiteMcpServerById'),
    removed: [...doing('deleteSiteMcpServerById'), ...OF_SITE],
  },
  restore: { fidelity: 'full', note: 'name, address and headers; a new id' },
})
