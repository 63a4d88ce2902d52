import { pageGroup } from './page-group.ts'
import { contained } from './resource.ts'

/** As in the main content; bodies that the space has are not read again. */
export const changeRequestPageGroup = contained({
  ...pageGroup,
  kind: 'change-request-page-group',
  parent: 'change-request',
  within: 'change-request-revision',
  doc: 'A group of pages in a change request.',
  api: '4.10',
  bodiesUnder: 'space',
  audit: null,
})
