import type { SiteFinding } from '../platform/operations/site-work.ts'
import { DOCUMENT_NOISE } from './document-noise.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-finding': Kept<SiteFinding, Published<'SiteFinding'>>
  }
}

export const siteFinding = listed<'site-finding', KnownSite>({
  kind: 'site-finding',
  parent: 'site',
  doc: 'What the agent of a site found to be wrong or missing in it, and what somebody decided about that.',
  api: '4.7',
  needs: 'listSiteFindings',
  list: (platform, { organization, parent }) => platform.siteWork.listFindings(organization.id, parent.id),
  absence: {
    isGone: async (platform, { id }, { organization, parent }) =>
      (await platform.siteWork.findFinding(organization.id, parent.id, id)) === null,
  },
  id: item => item.id,
  label: item => item.title,
  // Counts, and when a link was last tried.
  volatile: [
    '**.urls',
    ...DOCUMENT_NOISE,
    'updatedAt',
    'changeRequests',
    'pages',
    'records',
    'questions',
    'outboundLink.checkedAt',
  ],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: the agent makes them anew' },
})
