import type { Published } from './field-path.ts'
import { contained, type Item } from './resource.ts'
import { reusableContent } from './reusable-content.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-reusable-content': Kept<Item, Published<'RevisionReusableContent'>>
  }
}

/** As in the main content; bodies that the space has are not read again. */
export const changeRequestReusableContent = contained<'change-request-reusable-content'>({
  ...reusableContent,
  kind: 'change-request-reusable-content',
  parent: 'change-request',
  draftOf: 'reusable-content',
  within: 'change-request-revision',
  doc: 'Reusable content of a change request.',
  api: '4.10',
  bodiesUnder: 'space',
})
