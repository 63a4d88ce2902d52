/** Comments on change requests: docs/reference/operations.md, 4.2. One is named by its id or its number. */
import type { Caller } from '../caller.ts'
import {
  type CommentChange,
  type CommentQuery,
  commentReplySchema,
  commentSchema,
  type NewComment,
  type NewReply,
} from './comment-shapes.ts'
import { memberSchema } from './member-shapes.ts'
import type { Format } from './shapes.ts'

export const changeRequestCommentOperations = (caller: Caller) => ({
  list: (space: string, changeRequest: string, query: CommentQuery = {}) =>
    caller.list(
      ['listCommentsInChangeRequest', pathOf(space, changeRequest), { ...query }],
      commentSchema,
      item => item.id,
    ),
  create: (space: string, changeRequest: string, comment: NewComment) =>
    caller.send(['postCommentInChangeRequest', 'POST', pathOf(space, changeRequest), comment], commentSchema),
  /** Null where the platform answers 404. */
  find: (space: string, changeRequest: string, comment: string, format?: Format) =>
    caller.find(
      ['getCommentInChangeRequest', pathOf(space, changeRequest, comment), { format }],
      commentSchema,
    ),
  update: (space: string, changeRequest: string, comment: string, change: CommentChange) =>
    caller.send(
      ['updateCommentInChangeRequest', 'PUT', pathOf(space, changeRequest, comment), change],
      commentSchema,
    ),
  delete: (space: string, changeRequest: string, comment: string) =>
    caller.run(['deleteCommentInChangeRequest', 'DELETE', pathOf(space, changeRequest, comment)]),
  /** Of one comment. */
  replies: (space: string, changeRequest: string, comment: string) =>
    replyOperations(caller, pathOf(space, changeRequest, comment, 'replies')),
  /** *Extension.* Everybody who commented. */
  listCommenters: (space: string, changeRequest: string) =>
    caller.list(
      ['listCommentersInChangeRequest', ['spaces', space, 'change-requests', changeRequest, 'commenters']],
      memberSchema,
      item => item.id,
    ),
})

const replyOperations = (caller: Caller, path: readonly string[]) => ({
  list: (format?: Format) =>
    caller.list(['listCommentRepliesInChangeRequest', path, { format }], commentReplySchema, item => item.id),
  create: (reply: NewReply, format?: Format) =>
    caller.send(['postCommentReplyInChangeRequest', 'POST', path, reply, { format }], commentReplySchema),
  /** Null where the platform answers 404. */
  find: (reply: string, format?: Format) =>
    caller.find(['getCommentReplyInChangeRequest', [...path, reply], { format }], commentReplySchema),
  /** *Extension.* */
  update: (reply: string, change: CommentChange) =>
    caller.send(['updateCommentReplyInChangeRequest', 'PUT', [...path, reply], change], commentReplySchema),
  /** *Extension.* */
  delete: (reply: string) => caller.run(['deleteCommentReplyInChangeRequest', 'DELETE', [...path, reply]]),
})

function pathOf(space: string, changeRequest: string, ...rest: readonly string[]): string[] {
  return ['spaces', space, 'change-requests', changeRequest, 'comments', ...rest]
}
