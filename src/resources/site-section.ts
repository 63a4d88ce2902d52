import type { SiteSection } from '../platform/operations/site-shapes.ts'
import { doing, OF_SITE } from './causing-actions.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { contained } from './resource.ts'
import type { KnownSite } from './site.ts'
import type { WholeSite } from './site-structure.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-section': Kept<SiteSection, Published<'SiteSection'>>
  }
}

export const siteSection = contained<'site-section', KnownSite, WholeSite>({
  kind: 'site-section',
  parent: 'site',
  doc: 'A section of a site: title, path, who is shown it.',
  api: '4.6',
  within: 'site-structure',
  items: whole => whole.sections,
  id: item => item.id,
  label: item => item.title,
  stored: ({ siteSpaces: _nested, ...rest }) => rest,
  volatile: ['**.urls'],
  defaults: { default: false, draft: false },
  references: { 'site-section-group': 'sectionGroup' },
  audit: {
    added: 'info',
    removed: 'low',
    fields: { condition: 'high', draft: 'medium', path: 'low', title: 'info' },
    controls: PUBLISHED,
  },
  causes: {
    added: doing('addSectionToSite'),
    modified: doing('updateSiteSectionById'),
    removed: [...doing('deleteSiteSectionById'), ...OF_SITE],
  },
  restore: {
    fidelity: 'full',
    note: 'in a site that exists; which one is the default where the service has sites',
  },
})
