import type { PublishingAuth } from '../platform/operations/site-shapes.ts'
import { doing, OF_SITE, setting } from './causing-actions.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-visitor-auth': Kept<PublishingAuth, Published<'SitePublishingAuth'>>
  }
}

export const siteVisitorAuth = listed<'site-visitor-auth', KnownSite>({
  kind: 'site-visitor-auth',
  parent: 'site',
  doc: 'How visitors of a site prove who they are. Its private key is kept and never shown.',
  api: '4.7',
  needs: 'getSitePublishingAuthById',
  async *list(platform, { organization, parent }) {
    yield await platform.sites.publishingAuth(organization.id, parent.id)
  },
  absence: { isGone: async (_platform, _missing, { parent }) => asksNobody(parent) },
  isEmpty: asksNobody,
  everyRun: true,
  id: () => 'visitor-auth',
  label: item => item.integration ?? item.backend,
  volatile: ['**.urls'],
  references: {},
  secret: ['privateKey'],
  audit: {
    added: 'high',
    removed: 'high',
    fields: { backend: 'critical', integration: 'critical', privateKey: 'critical', fallbackURL: 'high' },
    others: 'medium',
    controls: PUBLISHED,
  },
  causes: {
    modified: [
      ...doing('updateSitePublishingAuthById'),
      ...setting('privateKey', 'regenerateSitePublishingAuthById'),
    ],
    removed: OF_SITE,
  },
  restore: { fidelity: 'part', note: 'backend and fallback address; the private key is another one' },
})

function asksNobody({ visibility }: KnownSite): boolean {
  return visibility !== undefined && visibility !== 'visitor-auth'
}
