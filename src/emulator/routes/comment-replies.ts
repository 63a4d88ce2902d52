/**
 * Replies to comments of spaces and of change requests: docs/reference/operations.md, 4.1 and 4.2, and four extensions.
 */
import type { Answer } from '../protocol/answer.ts'
import { deleted, ok } from '../protocol/answer.ts'
import { type Call, enumQuery, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import type { Branch } from '../state/branch.ts'
import { addReply, getComment, getReply, presentReply, type Thread } from '../state/comment.ts'
import { PAGE_FORMATS } from '../state/page-answer.ts'
import { branchOf, CHANGE_REQUEST_PATH, liveBranchOf, SPACE_PATH } from './branch-of.ts'
import { applyRemarkUpdate, newRemarkSchema, remarkUpdateSchema } from './remark-input.ts'

const LIST = '/comments/{commentId}/replies'
const ONE = `${LIST}/{commentReplyId}`

export const commentReplyRoutes: readonly Route[] = [
  extension({
    name: 'listCommentRepliesInSpace',
    method: 'GET',
    path: SPACE_PATH + LIST,
    handle: listReplies,
  }),
  { name: 'postCommentReplyInSpace', method: 'POST', path: SPACE_PATH + LIST, handle: postReply },
  { name: 'getCommentReplyInSpace', method: 'GET', path: SPACE_PATH + ONE, handle: readReply },
  { name: 'updateCommentReplyInSpace', method: 'PUT', path: SPACE_PATH + ONE, handle: updateReply },
  { name: 'deleteCommentReplyInSpace', method: 'DELETE', path: SPACE_PATH + ONE, handle: deleteReply },
  {
    name: 'listCommentRepliesInChangeRequest',
    method: 'GET',
    path: CHANGE_REQUEST_PATH + LIST,
    handle: listReplies,
  },
  {
    name: 'postCommentReplyInChangeRequest',
    method: 'POST',
    path: CHANGE_REQUEST_PATH + LIST,
    handle: postReply,
  },
  {
    name: 'getCommentReplyInChangeRequest',
    method: 'GET',
    path: CHANGE_REQUEST_PATH + ONE,
    handle: readReply,
  },
  extension({
    name: 'updateCommentReplyInChangeRequest',
    method: 'PUT',
    path: CHANGE_REQUEST_PATH + ONE,
    handle: updateReply,
  }),
  extension({
    name: 'deleteCommentReplyInChangeRequest',
    method: 'DELETE',
    path: CHANGE_REQUEST_PATH + ONE,
    handle: deleteReply,
  }),
]

function extension(route: Route): Route {
  return { ...route, offer: 'extension' }
}

function listReplies(call: Call): Answer {
  const thread = threadOf(call, branchOf(call))
  const format = enumQuery(call, 'format', PAGE_FORMATS)
  return listAnswer(call, [...thread.comment.replies.values()], reply =>
    presentReply(call.world, thread, reply, format),
  )
}

async function postReply(call: Call): Promise<Answer> {
  const { body } = await bodyOf(call, newRemarkSchema)
  const format = enumQuery(call, 'format', PAGE_FORMATS)
  const thread = threadOf(call, liveBranchOf(call))
  const reply = addReply(call.world, thread.comment, body, call.world.owner)
  return ok(presentReply(call.world, thread, reply, format))
}

function readReply(call: Call): Answer {
  const thread = threadOf(call, branchOf(call))
  const format = enumQuery(call, 'format', PAGE_FORMATS)
  const reply = getReply(thread.comment, param(call, 'commentReplyId'))
  return ok(presentReply(call.world, thread, reply, format))
}

async function updateReply(call: Call): Promise<Answer> {
  const update = await bodyOf(call, remarkUpdateSchema)
  const thread = threadOf(call, liveBranchOf(call))
  const reply = getReply(thread.comment, param(call, 'commentReplyId'))
  applyRemarkUpdate(call.world, reply, update)
  return ok(presentReply(call.world, thread, reply, null))
}

function deleteReply(call: Call): Answer {
  const { comment } = threadOf(call, liveBranchOf(call))
  return deleted(comment.replies.delete(param(call, 'commentReplyId')))
}

function threadOf(call: Call, branch: Branch): Thread {
  return { branch, comment: getComment(branch, param(call, 'commentId')) }
}
