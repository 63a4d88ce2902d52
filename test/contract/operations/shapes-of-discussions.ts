/** Comments and change requests, to the letter (docs/development/platform.md#sections, 2). */
import { z } from 'zod'
import { date, flagsOf, id, linksOf, optional, user } from './shape-fields.ts'

const posted = {
  id,
  postedBy: user,
  postedAt: date,
  editedAt: optional.date,
  reactions: z.array(
    z.looseObject({
      emoji: z.string(),
      count: z.number(),
      users: z.array(z.looseObject({ user, reactedAt: date })),
    }),
  ),
  body: z.looseObject({ markdown: optional.string }),
  urls: linksOf(['location']),
  permissions: flagsOf(['view', 'edit', 'reply', 'delete']),
}

export const comment = z
  .looseObject({
    object: z.literal('comment'),
    ...posted,
    replies: z.int(),
    target: z.looseObject({ space: id, revision: id }),
    status: z.enum(['open', 'resolved']),
    resolvedAt: optional.date,
    resolvedBy: user.optional(),
  })
  .refine(one => (one.status === 'resolved') === (one.resolvedAt !== undefined), 'resolvedAt follows status')

export const reply = z.looseObject({ object: z.literal('comment-reply'), ...posted })

export const changeRequest = z.looseObject({
  object: z.literal('change-request'),
  id,
  number: z.int(),
  status: z.enum(['draft', 'open', 'archived', 'merged']),
  subject: z.string().max(100),
  createdBy: user,
  createdAt: date,
  updatedAt: date,
  revision: id,
  revisionInitial: id,
  revisionMergedAncestor: id.optional(),
  revisionMerged: id.optional(),
  comments: z.int(),
  outdated: z.boolean(),
  urls: linksOf(['app', 'location']),
})
