import { textOf } from '../model/fields.ts'
import type { PlainItem } from '../platform/operations/plain-lists.ts'
import type { Published } from './field-path.ts'
import { plainListOfSite } from './plain-list.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'context-record': Kept<PlainItem, Published<'ContextRecord'>>
  }
}

export const contextRecord = listed<'context-record', KnownSite>({
  kind: 'context-record',
  doc: 'What the agent of a site read elsewhere: title and summary of a ticket or a document, without its text.',
  ...plainListOfSite({
    list: 'listSiteContextRecords',
    find: 'getSiteContextRecordById',
    at: 'context-records',
  }),
  byStrangers: true,
  label: item => textOf(item.title) ?? item.id,
  volatile: ['**.urls', 'processedAt', 'topics'],
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: its text cannot be read; its connection reads it again' },
})
