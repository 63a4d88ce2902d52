import { textOf } from '../model/fields.ts'
import type { PlainItem } from '../platform/operations/plain-lists.ts'
import { DOCUMENT_NOISE } from './document-noise.ts'
import type { Published } from './field-path.ts'
import { plainListOfSite } from './plain-list.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-finding': Kept<PlainItem, Published<'SiteFinding'>>
  }
}

export const siteFinding = listed<'site-finding', KnownSite>({
  kind: 'site-finding',
  doc: 'What the agent of a site found to be wrong or missing in it, and what somebody decided about that.',
  ...plainListOfSite({ list: 'listSiteFindings', find: 'getSiteFindingById', at: 'findings' }),
  label: item => textOf(item.title) ?? item.id,
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
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: the agent makes them anew' },
})
