import type { ContextRecord } from '../platform/operations/site-work.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'context-record': Kept<ContextRecord, Published<'ContextRecord'>>
  }
}

export const contextRecord = listed<'context-record', KnownSite>({
  kind: 'context-record',
  parent: 'site',
  doc: 'What the agent of a site read elsewhere: title and summary of a ticket or a document, without its text.',
  api: '4.7',
  needs: 'listSiteContextRecords',
  byStrangers: true,
  list: (platform, { organization, parent }) => platform.siteWork.listRecords(organization.id, parent.id),
  absence: {
    isGone: async (platform, { id }, { organization, parent }) =>
      (await platform.siteWork.findRecord(organization.id, parent.id, id)) === null,
  },
  id: item => item.id,
  label: item => item.title,
  volatile: ['**.urls', 'processedAt', 'topics'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: its text cannot be read; its connection reads it again' },
})
