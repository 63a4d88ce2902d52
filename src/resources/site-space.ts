import type { SiteSpace } from '../platform/operations/site-shapes.ts'
import { doing, OF_SITE } from './causing-actions.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { contained } from './resource.ts'
import type { KnownSite } from './site.ts'
import type { WholeSite } from './site-structure.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-space': Kept<SiteSpace, Published<'SiteSpace'>>
  }
}

export const siteSpace = contained<'site-space', KnownSite, WholeSite>({
  kind: 'site-space',
  parent: 'site',
  doc: 'A space that a site shows, under which path and to whom.',
  api: '4.7',
  within: 'site-structure',
  items: whole => whole.siteSpaces,
  id: item => item.id,
  label: item => item.title,
  volatile: ['**.urls', '**.permissions'],
  embedded: ['space'],
  defaults: { default: false, hasAdvancedCustomizationFeature: false, draft: false, hidden: false },
  references: { space: 'space.id', 'site-section': 'section' },
  audit: {
    added: 'low',
    removed: 'low',
    fields: {
      space: 'critical',
      condition: 'high',
      draft: 'medium',
      hidden: 'low',
      path: 'low',
      default: 'low',
    },
    controls: PUBLISHED,
  },
  causes: {
    added: doing('addSpaceToSite addSectionToSite duplicateSiteSpace'),
    modified: doing('updateSiteSpaceById'),
    removed: [...doing('deleteSiteSpaceById deleteSiteSectionById'), ...OF_SITE],
  },
  restore: { fidelity: 'full', note: 'path, condition and space, in a site that exists; a new id' },
})
