import { pageGroup } from './page-group.ts'
import type { KeptPage } from './page-tree.ts'
import { contained, type Item } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-page-group': KeptPage<Item>
  }
}

/** As in the main content; bodies that the space has are not read again. */
export const changeRequestPageGroup = contained<'change-request-page-group'>({
  ...pageGroup,
  kind: 'change-request-page-group',
  parent: 'change-request',
  draftOf: 'page-group',
  within: 'change-request-revision',
  doc: 'A group of pages in a change request.',
  api: '4.10',
  bodiesUnder: 'space',
  audit: null,
})
