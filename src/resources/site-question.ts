import { textOf } from '../model/fields.ts'
import type { PlainItem } from '../platform/operations/plain-lists.ts'
import type { Published } from './field-path.ts'
import { plainListOfSite } from './plain-list.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-question': Kept<PlainItem, Published<'SiteQuestion'>>
  }
}

export const siteQuestion = listed<'site-question', KnownSite>({
  kind: 'site-question',
  doc: 'What readers of a site asked its assistant, each question once.',
  ...plainListOfSite({ list: 'listSiteQuestions', find: 'getSiteQuestionById', at: 'questions' }),
  byStrangers: true,
  label: item => textOf(item.question) ?? item.id,
  volatile: ['**.urls', 'stats', 'askedAt'],
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: readers ask' },
})
