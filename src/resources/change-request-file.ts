import { file } from './file.ts'
import { contained } from './resource.ts'

/** As in the main content; bodies that the space has are not read again. */
export const changeRequestFile = contained({
  ...file,
  kind: 'change-request-file',
  parent: 'change-request',
  within: 'change-request-revision',
  doc: 'An uploaded file of a change request, and its bytes.',
  api: '4.10',
  bodiesUnder: 'space',
})
