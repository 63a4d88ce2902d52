import type { SiteExternalLink } from '../platform/operations/site-shapes.ts'
import { doing, OF_SITE } from './causing-actions.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { contained } from './resource.ts'
import type { KnownSite } from './site.ts'
import type { WholeSite } from './site-structure.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-external-link': Kept<SiteExternalLink, Published<'SiteExternalLink'>>
  }
}

export const siteExternalLink = contained<'site-external-link', KnownSite, WholeSite>({
  kind: 'site-external-link',
  parent: 'site',
  doc: 'A link to elsewhere in the navigation of a site: title, address, who is shown it.',
  api: '4.5',
  within: 'site-structure',
  items: whole => whole.externalLinks,
  id: item => item.id,
  label: item => item.title,
  volatile: ['**.urls'],
  defaults: { draft: false },
  references: { 'site-section-group': 'sectionGroup' },
  audit: {
    added: 'low',
    removed: 'low',
    fields: { url: 'medium', condition: 'medium', draft: 'low', title: 'info' },
    controls: PUBLISHED,
  },
  causes: {
    added: doing('addExternalLinkToSite'),
    modified: doing('updateSiteExternalLinkById'),
    removed: [...doing('deleteSiteExternalLinkById'), ...OF_SITE],
  },
  restore: { fidelity: 'full', note: 'in a site that exists, where the service has them; a new id' },
})
