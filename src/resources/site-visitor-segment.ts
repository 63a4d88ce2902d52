import { canonicalJson, digestOf } from '../model/digest.ts'
import type { SiteVisitorSegment } from '../platform/operations/site-work.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-visitor-segment': Kept<SiteVisitorSegment, Published<'SiteInsightsVisitorSegment'>>
  }
}

const ID_LENGTH = 16

/** It has no id: title and claims are what it is. */
export const siteVisitorSegment = listed<'site-visitor-segment', KnownSite>({
  kind: 'site-visitor-segment',
  parent: 'site',
  doc: 'A group of the visitors of a site: its title and the claims that its visitors share.',
  api: '4.7',
  needs: 'listSiteVisitorSegments',
  list: (platform, { organization, parent }) =>
    platform.siteWork.listVisitorSegments(organization.id, parent.id),
  // No operation asks for a single one.
  absence: 'agreed',
  id: ({ title, claims }) => digestOf(canonicalJson({ title, claims })).slice(0, ID_LENGTH),
  label: item => item.title,
  volatile: ['events', 'visitors', 'sessions'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: the service finds them anew' },
})
