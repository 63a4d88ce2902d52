import type { SiteQuestion } from '../platform/operations/site-work.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-question': Kept<SiteQuestion, Published<'SiteQuestion'>>
  }
}

export const siteQuestion = listed<'site-question', KnownSite>({
  kind: 'site-question',
  parent: 'site',
  doc: 'What readers of a site asked its assistant, each question once.',
  api: '4.7',
  needs: 'listSiteQuestions',
  byStrangers: true,
  list: (platform, { organization, parent }) => platform.siteWork.listQuestions(organization.id, parent.id),
  absence: {
    isGone: async (platform, { id }, { organization, parent }) =>
      (await platform.siteWork.findQuestion(organization.id, parent.id, id)) === null,
  },
  id: item => item.id,
  label: item => item.question,
  volatile: ['**.urls', 'stats', 'askedAt'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: readers ask' },
})
