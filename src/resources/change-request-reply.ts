import type { Platform } from '../platform/client.ts'
import type { Comment, CommentReply } from '../platform/operations/comment-shapes.ts'
import { firstWords, postedMeaning } from './comment-meaning.ts'
import { idOf, listed, type Place } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-reply': CommentReply
  }
}

export const changeRequestReply = listed<'change-request-reply', Comment>({
  kind: 'change-request-reply',
  parent: 'change-request-comment',
  doc: 'A reply to a comment on a change request.',
  api: '4.2',
  list: (platform, place) => repliesOf(platform, place).list('markdown'),
  isEmpty: parent => parent.replies === 0,
  isGone: async (platform, { id }, place) => (await repliesOf(platform, place).find(id)) === null,
  token: parent => ({ value: String(parent.replies), trust: 'hint' }),
  id: item => item.id,
  label: firstWords,
  ...postedMeaning,
  audit: null,
  restore: { fidelity: 'part', note: 'the text; author and time are named in it' },
})

function repliesOf(platform: Platform, place: Place<Comment>) {
  const { parent } = place
  return platform.changeRequestComments.replies(
    idOf(place, 'space'),
    idOf(place, 'change-request'),
    parent.id,
  )
}
