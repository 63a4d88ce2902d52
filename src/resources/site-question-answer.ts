import type { SiteQuestionAnswer } from '../platform/operations/site-work.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-question-answer': Kept<SiteQuestionAnswer, Published<'SiteQuestionAnswer'>>
  }
}

/** What was answered is a request for each of them: it is not read. */
export const siteQuestionAnswer = listed<'site-question-answer', KnownSite>({
  kind: 'site-question-answer',
  parent: 'site',
  doc: 'That somebody asked the assistant of a site: their words, how it went, not what was answered.',
  api: '4.7',
  needs: 'listSiteQuestionAnswers',
  byStrangers: true,
  list: (platform, { organization, parent }) => platform.siteWork.listAnswers(organization.id, parent.id),
  absence: {
    isGone: async (platform, { id }, { organization, parent }) =>
      (await platform.siteWork.findAnswer(organization.id, parent.id, id)) === null,
  },
  id: item => item.id,
  label: item => item.input.text,
  volatile: ['**.urls', 'updatedAt', 'topics'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: readers ask' },
})
