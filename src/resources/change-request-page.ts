import { page } from './page.ts'
import type { KeptPage } from './page-tree.ts'
import { contained, type Item } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-page': KeptPage<Item>
  }
}

/** As in the main content; bodies that the space has are not read again. */
export const changeRequestPage = contained<'change-request-page'>({
  ...page,
  kind: 'change-request-page',
  parent: 'change-request',
  draftOf: 'page',
  within: 'change-request-revision',
  doc: 'A page of a change request, with its body.',
  api: '4.10',
  bodiesUnder: 'space',
  // Pages and files that it mentions may be the draft's own.
  references: { space: 'target.space' },
  audit: null,
})
