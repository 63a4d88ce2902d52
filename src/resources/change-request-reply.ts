import type { Platform } from '../platform/client.ts'
import type { Comment, CommentReply } from '../platform/operations/comment-shapes.ts'
import { firstWords, postedMeaning } from './comment-meaning.ts'
import type { Published } from './field-path.ts'
import { idOf, listed, type ReadContext } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-reply': Kept<CommentReply, Published<'Comment' | 'CommentReply'>>
  }
}

export const changeRequestReply = listed<'change-request-reply', Comment>({
  kind: 'change-request-reply',
  parent: 'change-request-comment',
  doc: 'A reply to a comment on a change request.',
  api: '4.2',
  list: (platform, context) => repliesOf(platform, context).list('markdown'),
  isEmpty: parent => parent.replies === 0,
  absence: {
    isGone: async (platform, { id }, context) => (await repliesOf(platform, context).find(id)) === null,
  },
  token: parent => ({ value: String(parent.replies), trust: 'hint' }),
  id: item => item.id,
  label: firstWords,
  ...postedMeaning,
  audit: null,
  restore: { fidelity: 'part', note: 'the text; author and time are named in it' },
})

function repliesOf(platform: Platform, context: ReadContext<Comment>) {
  const { parent } = context
  return platform.changeRequestComments.replies(
    idOf(context, 'space'),
    idOf(context, 'change-request'),
    parent.id,
  )
}
