import type { Comment, CommentReply } from '../platform/operations/comment-shapes.ts'
import { firstWords, postedMeaning } from './comment-meaning.ts'
import type { Published } from './field-path.ts'
import { idOf, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'comment-reply': Kept<CommentReply, Published<'Comment' | 'CommentReply'>>
  }
}

export const commentReply = listed<'comment-reply', Comment>({
  kind: 'comment-reply',
  parent: 'comment',
  doc: 'A reply to a comment on a space.',
  api: '4.1',
  needs: 'listCommentRepliesInSpace',
  list: (platform, context) =>
    platform.comments.listReplies(idOf(context, 'space'), context.parent.id, 'markdown'),
  isEmpty: parent => parent.replies === 0,
  absence: {
    isGone: async (platform, { id }, context) =>
      (await platform.comments.findReply(idOf(context, 'space'), context.parent.id, id)) === null,
  },
  token: parent => ({ value: String(parent.replies), trust: 'hint' }),
  id: item => item.id,
  label: firstWords,
  ...postedMeaning,
  audit: null,
  words: { added: 'posted', removed: 'deleted' },
  restore: { fidelity: 'part', note: 'the text; author and time are named in it' },
})
