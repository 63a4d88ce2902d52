/** Comments on spaces: docs/reference/operations.md, 4.1. Those on change requests: change-request-comments.ts. */
import type { Caller } from '../caller.ts'
import {
  type CommentChange,
  type CommentQuery,
  commentReplySchema,
  commentSchema,
  type NewComment,
  type NewReply,
  type ReplyChange,
} from './comment-shapes.ts'
import { memberSchema } from './member-shapes.ts'
import type { Format } from './shapes.ts'

export const commentOperations = (caller: Caller) => ({
  list: (space: string, query: CommentQuery = {}) =>
    caller.list(['listCommentsInSpace', pathOf(space), { ...query }], commentSchema, item => item.id),
  create: (space: string, comment: NewComment) =>
    caller.send(['postCommentInSpace', 'POST', pathOf(space), comment], commentSchema),
  /** Null where the platform answers 404. */
  find: (space: string, comment: string, format?: Format) =>
    caller.find(['getCommentInSpace', pathOf(space, comment), { format }], commentSchema),
  update: (space: string, comment: string, change: CommentChange) =>
    caller.send(['updateCommentInSpace', 'PUT', pathOf(space, comment), change], commentSchema),
  delete: (space: string, comment: string) =>
    caller.run(['deleteCommentInSpace', 'DELETE', pathOf(space, comment)]),
  createReply: (space: string, comment: string, reply: NewReply) =>
    caller.send(
      ['postCommentReplyInSpace', 'POST', pathOf(space, comment, 'replies'), reply],
      commentReplySchema,
    ),
  /** Null where the platform answers 404. */
  findReply: (space: string, comment: string, reply: string, format?: Format) =>
    caller.find(
      ['getCommentReplyInSpace', pathOf(space, comment, 'replies', reply), { format }],
      commentReplySchema,
    ),
  updateReply: (space: string, comment: string, reply: string, change: ReplyChange) =>
    caller.send(
      ['updateCommentReplyInSpace', 'PUT', pathOf(space, comment, 'replies', reply), change],
      commentReplySchema,
    ),
  deleteReply: (space: string, comment: string, reply: string) =>
    caller.run(['deleteCommentReplyInSpace', 'DELETE', pathOf(space, comment, 'replies', reply)]),
  /** *Extension.* Without it, the ids of replies cannot be learned. */
  listReplies: (space: string, comment: string, format?: Format) =>
    caller.list(
      ['listCommentRepliesInSpace', pathOf(space, comment, 'replies'), { format }],
      commentReplySchema,
      item => item.id,
    ),
  /** *Extension.* Everybody who commented. */
  listCommenters: (space: string) =>
    caller.list(['listCommentersInSpace', ['spaces', space, 'commenters']], memberSchema, item => item.id),
})

function pathOf(space: string, ...rest: readonly string[]): string[] {
  return ['spaces', space, 'comments', ...rest]
}
