/**
 * Comments of spaces and of change requests: docs/reference/operations.md, 4.1 and 4.2, and who wrote them.
 */
import { z } from 'zod'
import type { Answer } from '../protocol/answer.ts'
import { deleted, ok } from '../protocol/answer.ts'
import { type Call, enumQuery, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { commentsOf, headOf } from '../state/branch.ts'
import { addComment, getComment, presentComment, setResolved } from '../state/comment.ts'
import { presentMember } from '../state/member.ts'
import { getOrganization } from '../state/organization.ts'
import { getPage } from '../state/page.ts'
import { PAGE_FORMATS } from '../state/page-answer.ts'
import type { CommentState } from '../state/records/discussion.ts'
import { branchOf, CHANGE_REQUEST_PATH, liveBranchOf, SPACE_PATH } from './branch-of.ts'
import { applyRemarkUpdate, newBodySchema, remarkUpdateSchema } from './remark-input.ts'

export const commentRoutes: readonly Route[] = [
  ...commentRoutesAt(SPACE_PATH, 'Space'),
  ...commentRoutesAt(CHANGE_REQUEST_PATH, 'ChangeRequest'),
]

function commentRoutesAt(base: string, where: 'Space' | 'ChangeRequest'): Route[] {
  const list = `${base}/comments`
  const each = `${list}/{commentId}`
  return [
    { name: `listCommentsIn${where}`, method: 'GET', path: list, handle: listComments },
    { name: `postCommentIn${where}`, method: 'POST', path: list, handle: postComment },
    { name: `getCommentIn${where}`, method: 'GET', path: each, handle: readComment },
    { name: `updateCommentIn${where}`, method: 'PUT', path: each, handle: updateComment },
    { name: `deleteCommentIn${where}`, method: 'DELETE', path: each, handle: deleteComment },
    {
      name: `listCommentersIn${where}`,
      method: 'GET',
      path: `${base}/commenters`,
      offer: where === 'Space' ? 'always' : 'extension',
      handle: listCommenters,
    },
  ]
}

function listComments(call: Call): Answer {
  const branch = branchOf(call)
  const format = enumQuery(call, 'format', PAGE_FORMATS)
  const wanted = filterOf(call)
  const oldestFirst = [...commentsOf(branch).values()].filter(wanted)
  const ordered =
    (enumQuery(call, 'order', ['asc', 'desc'] as const) ?? 'desc') === 'asc'
      ? oldestFirst
      : oldestFirst.reverse()
  return listAnswer(call, ordered, comment => presentComment(call.world, branch, comment, format))
}

function filterOf(call: Call): (comment: CommentState) => boolean {
  const status = enumQuery(call, 'status', ['all', 'open', 'resolved'] as const) ?? 'all'
  const targetPage = call.query.get('targetPage')
  const authors = call.query.getAll('authors')
  return ({ json, page }) =>
    (status === 'all' || json.status === status) &&
    (targetPage === null || page?.id === targetPage) &&
    (authors.length === 0 || authors.includes(json.postedBy.id))
}

const postSchema = z.object({
  body: newBodySchema,
  page: z.string().nullish(),
  node: z.string().nullish(),
})

async function postComment(call: Call): Promise<Answer> {
  const { body, page, node } = await bodyOf(call, postSchema)
  const branch = liveBranchOf(call)
  const target = page === null || page === undefined ? null : getPage(headOf(branch), page)
  const author = call.world.owner
  const comment = addComment(call.world, branch, { body, author, page: target, node: node ?? null })
  return ok(presentComment(call.world, branch, comment, null))
}

function readComment(call: Call): Answer {
  const branch = branchOf(call)
  const format = enumQuery(call, 'format', PAGE_FORMATS)
  return ok(presentComment(call.world, branch, getComment(branch, param(call, 'commentId')), format))
}

const updateSchema = remarkUpdateSchema.extend({ resolved: z.boolean().optional() })

async function updateComment(call: Call): Promise<Answer> {
  const update = await bodyOf(call, updateSchema)
  const branch = liveBranchOf(call)
  const comment = getComment(branch, param(call, 'commentId'))
  applyRemarkUpdate(call.world, comment, update)
  if (update.resolved !== undefined) setResolved(call.world, comment, update.resolved, call.world.owner)
  return ok(presentComment(call.world, branch, comment, null))
}

function deleteComment(call: Call): Answer {
  return deleted(commentsOf(liveBranchOf(call)).delete(param(call, 'commentId')))
}

/** Those who are still members. */
function listCommenters(call: Call): Answer {
  const branch = branchOf(call)
  const organization = getOrganization(call.world, branch.space.json.organization)
  const authors = [...commentsOf(branch).values()].flatMap(({ json, replies }) => [
    json.postedBy.id,
    ...[...replies.values()].map(reply => reply.json.postedBy.id),
  ])
  const members = [...new Set(authors)].flatMap(id => organization.members.get(id) ?? [])
  return listAnswer(call, members, member => presentMember(call.world, organization, member))
}
