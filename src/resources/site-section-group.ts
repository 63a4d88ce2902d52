import type { SiteSectionGroup } from '../platform/operations/site-shapes.ts'
import type { Published } from './field-path.ts'
import { contained } from './resource.ts'
import type { KnownSite } from './site.ts'
import type { WholeSite } from './site-structure.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-section-group': Kept<SiteSectionGroup, Published<'SiteSectionGroup'>>
  }
}

export const siteSectionGroup = contained<'site-section-group', KnownSite, WholeSite>({
  kind: 'site-section-group',
  parent: 'site',
  doc: 'A heading in the navigation of a site that groups sections.',
  api: '4.5',
  within: 'site-structure',
  items: whole => whole.groups,
  id: item => item.id,
  label: item => item.title,
  stored: ({ sections: _nested, children: _too, ...rest }) => rest,
  volatile: ['**.urls'],
  defaults: { draft: false },
  references: { 'site-section-group': 'sectionGroup' },
  audit: null,
  restore: { fidelity: 'full', note: 'title and icon, in a site that exists; a new id' },
})
