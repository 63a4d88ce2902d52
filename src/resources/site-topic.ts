import { textOf } from '../model/fields.ts'
import type { PlainItem } from '../platform/operations/plain-lists.ts'
import { DOCUMENT_NOISE } from './document-noise.ts'
import type { Published } from './field-path.ts'
import { plainListOfSite } from './plain-list.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-topic': Kept<PlainItem, Published<'SiteTopic'>>
  }
}

export const siteTopic = listed<'site-topic', KnownSite>({
  kind: 'site-topic',
  doc: 'What the agent of a site takes the readers to ask about, and whether it may act on it.',
  ...plainListOfSite({ list: 'listSiteTopics', find: 'getSiteTopicById', at: 'topics', whole: true }),
  label: item => textOf(item.label) ?? item.id,
  // Counts move with every question.
  volatile: ['**.urls', ...DOCUMENT_NOISE, 'updatedAt', 'pages', 'records', 'findings', 'questions'],
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: the agent makes them anew' },
})
