import type { SiteRedirect } from '../platform/operations/site-shapes.ts'
import { doing, OF_SITE } from './causing-actions.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-redirect': Kept<SiteRedirect, Published<'SiteRedirect'>>
  }
}

export const siteRedirect = listed<'site-redirect', KnownSite>({
  kind: 'site-redirect',
  parent: 'site',
  doc: 'A path of a site that leads to another place of it.',
  api: '4.7',
  needs: 'listSiteRedirects',
  list: (platform, { organization, parent }) => platform.sites.listRedirects(organization.id, parent.id),
  absence: {
    isGone: async (platform, missing, { organization, parent }) => {
      const source = String(missing.stored().source)
      const found = await platform.sites.findRedirect(organization.id, parent.id, source)
      return found?.redirect.id !== missing.id
    },
  },
  everyRun: true,
  id: item => item.id,
  label: item => item.source,
  volatile: ['**.urls', 'updatedAt'],
  defaults: { draft: false, permanent: false, captureWildcard: false },
  references: {
    'site-section': 'destination.siteSectionId',
    'site-space': 'destination.siteSpaceId',
    page: 'destination.pageId',
  },
  audit: {
    added: 'low',
    removed: 'low',
    fields: { destination: 'medium', source: 'low', draft: 'low' },
    controls: PUBLISHED,
  },
  causes: {
    added: doing('createSiteRedirect bulkUpsertSiteRedirects'),
    modified: doing('updateSiteRedirectById bulkUpsertSiteRedirects'),
    removed: [...doing('deleteSiteRedirectById bulkUpsertSiteRedirects'), ...OF_SITE],
  },
  restore: { fidelity: 'full', note: 'one by one, once what it leads to exists; a new id' },
})
