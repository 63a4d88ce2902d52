import type { Published } from './field-path.ts'
import { file } from './file.ts'
import { contained, type Item } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-file': Kept<Item, Published<'RevisionFile'>>
  }
}

/** As in the main content; bodies that the space has are not read again. */
export const changeRequestFile = contained<'change-request-file'>({
  ...file,
  kind: 'change-request-file',
  parent: 'change-request',
  draftOf: 'file',
  words: { added: 'created', removed: 'deleted' },
  within: 'change-request-revision',
  doc: 'An uploaded file of a change request, and its bytes.',
  api: '4.10',
  bodiesUnder: 'space',
})
