import type { SiteChannel } from '../platform/operations/site-agent.ts'
import { INTEGRATIONS } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-channel': Kept<SiteChannel, Published<'SiteChannel'>>
  }
}

export const siteChannel = listed<'site-channel', KnownSite>({
  kind: 'site-channel',
  parent: 'site',
  doc: 'Where the agent of a site answers beside the site: a chat, an issue tracker.',
  api: '4.7',
  needs: 'listSiteChannels',
  list: (platform, { organization, parent }) => platform.siteAgent.listChannels(organization.id, parent.id),
  absence: {
    isGone: async (platform, { id }, { organization, parent }) =>
      (await platform.siteAgent.findChannel(organization.id, parent.id, id)) === null,
  },
  everyRun: true,
  id: item => item.id,
  label: item => item.type,
  volatile: ['**.urls', 'answers', 'status'],
  references: {},
  audit: {
    added: 'medium',
    removed: 'low',
    fields: { setupSettings: 'medium', role: 'medium' },
    others: 'info',
    controls: INTEGRATIONS,
  },
  restore: { fidelity: 'no', note: 'whoever owns the other side has to agree: connected again by hand' },
})
