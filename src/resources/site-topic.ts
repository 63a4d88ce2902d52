import type { SiteTopic } from '../platform/operations/site-work.ts'
import { DOCUMENT_NOISE } from './document-noise.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-topic': Kept<SiteTopic, Published<'SiteTopic'>>
  }
}

export const siteTopic = listed<'site-topic', KnownSite>({
  kind: 'site-topic',
  parent: 'site',
  doc: 'What the agent of a site takes the readers to ask about, and whether it may act on it.',
  api: '4.7',
  needs: 'listSiteTopics',
  list: (platform, { organization, parent }) => platform.siteWork.listTopics(organization.id, parent.id),
  absence: {
    isGone: async (platform, { id }, { organization, parent }) =>
      (await platform.siteWork.findTopic(organization.id, parent.id, id)) === null,
  },
  id: item => item.id,
  label: item => item.label,
  // Counts move with every question.
  volatile: ['**.urls', ...DOCUMENT_NOISE, 'updatedAt', 'pages', 'records', 'findings', 'questions'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: the agent makes them anew' },
})
