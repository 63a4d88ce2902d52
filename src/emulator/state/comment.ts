/**
 * Comments and their replies, on a space or on a change request.
 */
import { notFound } from '../protocol/api-error.ts'
import { type Branch, branchUrl, commentsOf, headOf } from './branch.ts'
import { presentBody } from './comment-body.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { PageFormat } from './page-answer.ts'
import { presentReactions } from './reaction.ts'
import type { PageNode } from './records/content.ts'
import type { CommentBody, CommentState, Remark, ReplyState } from './records/discussion.ts'
import type { User } from './records/people.ts'
import { appUrlOf } from './space.ts'
import type { World } from './world.ts'

export function getComment(branch: Branch, id: string): CommentState {
  const comment = commentsOf(branch).get(id)
  if (comment === undefined) throw notFound('comment')
  return comment
}

export function getReply(comment: CommentState, id: string): ReplyState {
  const reply = comment.replies.get(id)
  if (reply === undefined) throw notFound('comment reply')
  return reply
}

export interface NewComment {
  body: CommentBody
  author: User
  page?: PageNode | null
  node?: string | null
}

export function addComment(
  world: World,
  branch: Branch,
  { body, author, page, node }: NewComment,
): CommentState {
  const posted = postedNow(world, author)
  const comment: CommentState = {
    json: { object: 'comment', ...posted, status: 'open' },
    body,
    reactions: [],
    replies: new Map(),
    page: page ?? null,
    node: node ?? null,
    revision: headOf(branch).id,
  }
  commentsOf(branch).set(comment.json.id, comment)
  return comment
}

export function addReply(world: World, comment: CommentState, body: CommentBody, author: User): ReplyState {
  const posted = postedNow(world, author)
  const reply: ReplyState = { json: { object: 'comment-reply', ...posted }, body, reactions: [] }
  comment.replies.set(reply.json.id, reply)
  return reply
}

function postedNow(world: World, postedBy: User) {
  return { id: world.makeId(), postedBy, postedAt: world.clock.timestamp() }
}

export function setResolved(world: World, { json }: CommentState, resolved: boolean, by: User): void {
  if (resolved === (json.status === 'resolved')) return
  json.status = resolved ? 'resolved' : 'open'
  if (resolved) Object.assign(json, { resolvedAt: world.clock.timestamp(), resolvedBy: by })
  else {
    delete json.resolvedAt
    delete json.resolvedBy
  }
}

export function presentComment(
  world: World,
  branch: Branch,
  comment: CommentState,
  format: PageFormat | null,
): JsonObject {
  return {
    ...presentRemark(comment, commentUrl(world, branch, comment), format),
    replies: comment.replies.size,
    ...offered(world, 'newest', { repliers: repliersOf(comment) }),
    target: presentTarget(world, branch, comment),
    ...comment.json,
  }
}

/** A comment where it was posted, with what follows it. */
export interface Thread {
  branch: Branch
  comment: CommentState
}

export function presentReply(
  world: World,
  { branch, comment }: Thread,
  reply: ReplyState,
  format: PageFormat | null,
): JsonObject {
  const location = `${commentUrl(world, branch, comment)}/replies/${reply.json.id}`
  return { ...presentRemark(reply, location, format), ...reply.json }
}

function commentUrl(world: World, branch: Branch, comment: CommentState): string {
  return `${branchUrl(world, branch)}/comments/${comment.json.id}`
}

function presentRemark({ reactions, body }: Remark, location: string, format: PageFormat | null): JsonObject {
  return {
    reactions: presentReactions(reactions),
    body: presentBody(body, format),
    urls: { location },
    permissions: { view: true, edit: true, reply: true, delete: true },
  }
}

function presentTarget(world: World, branch: Branch, { page, node, revision }: CommentState): JsonObject {
  const { space, changeRequest } = branch
  return {
    space: space.json.id,
    revision,
    ...(changeRequest === null ? {} : { changeRequest: changeRequest.json.id }),
    ...(page === null ? {} : { page: presentTargetPage(world, branch, page) }),
    ...(node === null ? {} : { node: { id: node, ...offered(world, 'dropped', { preview: '' }) } }),
  }
}

/** As it is now; as it was when it was commented on, once it is gone. The newest service names it, no more. */
function presentTargetPage(world: World, branch: Branch, then: PageNode): JsonObject {
  const now = headOf(branch).pageById.get(then.id)
  const { id, title, emoji, icon, createdAt, updatedAt, path = '' } = now ?? then
  const app = `${appUrlOf(world, branch.space)}/${path}`
  const shown = { title, emoji, icon, createdAt, updatedAt, path, outdated: now === undefined }
  return { id, ...offered(world, 'dropped', shown), ...offered(world, 'replaced', { urls: { app } }) }
}

/** Everybody who replied, with how often and when last. */
function repliersOf({ replies }: CommentState): JsonObject[] {
  const people = new Map<string, { user: User; count: number; updatedAt: string }>()
  for (const { json } of replies.values()) {
    const { postedBy: user, postedAt, editedAt: updatedAt = postedAt } = json
    people.set(user.id, { user, count: (people.get(user.id)?.count ?? 0) + 1, updatedAt })
  }
  return [...people.values()]
}
