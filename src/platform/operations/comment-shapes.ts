/** Comments and replies, of spaces and of change requests: docs/development/platform.md#comments. */
import { z } from 'zod'
import {
  type Format,
  flagsSchema,
  idSchema,
  linksSchema,
  type Open,
  type Order,
  open,
  userSchema,
} from './shapes.ts'

const COMMENT_STATUSES = ['open', 'resolved'] as const

const reactionSchema = z.looseObject({
  emoji: z.string(),
  count: z.number(),
  users: z.array(z.looseObject({ user: userSchema, reactedAt: z.string() })),
})

/** One of the two, according to `format`; neither without one. */
const bodySchema = z.looseObject({ markdown: z.string().nullish(), document: z.unknown().optional() })

const targetSchema = z.looseObject({
  node: z.looseObject({ id: z.string(), preview: z.string().nullish() }).nullish(),
  changeRequest: z.string().nullish(),
  review: z.string().nullish(),
  page: z
    .looseObject({
      id: idSchema,
      title: z.string().nullish(),
      emoji: z.string().nullish(),
      icon: z.string().nullish(),
      createdAt: z.string().nullish(),
      updatedAt: z.string().nullish(),
      path: z.string().nullish(),
      /** Gone from the main content. */
      outdated: z.boolean().nullish(),
    })
    .nullish(),
  space: z.string().nullish(),
  revision: z.string().nullish(),
  tableCell: z.unknown().optional(),
})

const postedFields = {
  id: idSchema,
  postedBy: userSchema,
  postedAt: z.string(),
  editedAt: z.string().nullish(),
  reactions: z.array(reactionSchema),
  body: bodySchema,
  urls: linksSchema,
  permissions: flagsSchema,
}

export const commentSchema = z.looseObject({
  object: z.literal('comment'),
  ...postedFields,
  replies: z.number(),
  target: targetSchema,
  status: open(COMMENT_STATUSES),
  /** These two exist exactly when it is resolved. */
  resolvedAt: z.string().nullish(),
  resolvedBy: userSchema.nullish(),
})

export type Comment = z.infer<typeof commentSchema>

export const commentReplySchema = z.looseObject({ object: z.literal('comment-reply'), ...postedFields })
export type CommentReply = z.infer<typeof commentReplySchema>

type Body = { markdown: string } | { document: object }

export interface NewComment {
  body: Body
  node?: string
  page?: string
  tableCell?: { record: string; definition: string }
}

export interface NewReply {
  body: Body
}

export interface ReplyChange {
  body?: Body | Record<never, never>
  addedReactions?: readonly string[]
  removedReactions?: readonly string[]
}

export interface CommentChange extends ReplyChange {
  resolved?: boolean
}

/** `order` by default `desc`, `status` by default `all`. */
export interface CommentQuery {
  order?: Order
  status?: Open<readonly [...typeof COMMENT_STATUSES, 'all']>
  format?: Format
  /** Only comments on this page. */
  targetPage?: string
  /** Only comments of these users. */
  authors?: readonly string[]
}
