import { contained } from './resource.ts'
import { reusableContent } from './reusable-content.ts'

/** As in the main content; bodies that the space has are not read again. */
export const changeRequestReusableContent = contained({
  ...reusableContent,
  kind: 'change-request-reusable-content',
  parent: 'change-request',
  within: 'change-request-revision',
  doc: 'Reusable content of a change request.',
  api: '4.10',
  bodiesUnder: 'space',
})
