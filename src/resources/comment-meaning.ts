/** What comments and replies have in common: which fields mean something (docs/concepts/digests.md). */
import type { Comment, CommentReply } from '../platform/operations/comment-shapes.ts'

const LABEL_LENGTH = 80

export function firstWords({ id, body }: Comment | CommentReply): string {
  return (body.markdown ?? '').split('\n', 1)[0]?.slice(0, LABEL_LENGTH) || id
}

export const postedMeaning = {
  volatile: ['**.urls', '**.permissions', 'reactions.*.count', 'reactions.*.users.*.reactedAt'],
  unordered: ['reactions', 'reactions.*.users'],
  embedded: ['postedBy', 'resolvedBy', 'reactions.*.users.*.user'],
  people: ['postedBy', 'resolvedBy', 'reactions.*.users.*.user'],
  references: { user: ['postedBy.id', 'resolvedBy.id', 'reactions.*.users.*.user.id'] },
} as const

export const commentMeaning = {
  ...postedMeaning,
  volatile: [
    ...postedMeaning.volatile,
    'replies',
    'target.revision',
    'target.node.preview',
    'target.page.title',
    'target.page.emoji',
    'target.page.icon',
    'target.page.createdAt',
    'target.page.updatedAt',
    'target.page.outdated',
    // What they say follows from the replies.
    'repliers',
  ],
  people: [...postedMeaning.people, 'repliers.*.user'],
} as const
