import type { ChangeRequest } from '../platform/operations/change-requests.ts'
import type { Comment } from '../platform/operations/comment-shapes.ts'
import { tokenOfDiscussion } from './change-request-token.ts'
import { commentMeaning, firstWords } from './comment-meaning.ts'
import type { Published } from './field-path.ts'
import { idOf, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-comment': Kept<Comment, Published<'Comment'>>
  }
}

export const changeRequestComment = listed<'change-request-comment', ChangeRequest>({
  kind: 'change-request-comment',
  parent: 'change-request',
  doc: 'A comment on a change request, with its reactions and whether it is resolved.',
  api: '4.2',
  list: (platform, context) =>
    platform.changeRequestComments.list(idOf(context, 'space'), context.parent.id, {
      status: 'all',
      format: 'markdown',
      order: 'asc',
    }),
  absence: {
    isGone: async (platform, { id }, context) =>
      (await platform.changeRequestComments.find(idOf(context, 'space'), context.parent.id, id)) === null,
  },
  token: tokenOfDiscussion,
  id: item => item.id,
  label: firstWords,
  ...commentMeaning,
  audit: null,
  restore: {
    fidelity: 'part',
    note: 'text, page and whether resolved; author and time are named in the text',
  },
})
