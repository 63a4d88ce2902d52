/**
 * Where content is edited and discussed: in a space itself, or in one of its change requests.
 */
import { ApiError } from '../protocol/api-error.ts'
import { assertNotMerged, changeRequestUrl } from './change-request.ts'
import type { ChangeRequestState } from './records/change-request.ts'
import type { Content, Revision } from './records/content.ts'
import type { User } from './records/people.ts'
import type { SpaceState } from './records/space.ts'
import { addRevision, commitRevision } from './revision.ts'
import { currentRevision, getRevision } from './space.ts'
import type { World } from './world.ts'

export interface Branch {
  space: SpaceState
  /** null = the space's own content. */
  changeRequest: ChangeRequestState | null
}

export function headOf({ space, changeRequest }: Branch): Revision {
  return changeRequest === null ? currentRevision(space) : getRevision(space, changeRequest.json.revision)
}

/** A new revision, as one edit of `author`. */
export function commitTo(
  world: World,
  { space, changeRequest }: Branch,
  content: Content,
  author: User,
): Revision {
  if (changeRequest === null) return commitRevision(world, space, content)
  const { json, contributors } = changeRequest
  const revision = addRevision(world, space, content, { type: 'edits', parents: [json.revision] })
  Object.assign(json, { revision: revision.id, updatedAt: revision.createdAt })
  const count = (contributors.get(author.id)?.count ?? 0) + 1
  contributors.set(author.id, { user: author, count, updatedAt: revision.createdAt })
  return revision
}

/** A locked space lets nobody edit, neither its content nor drafts of it. */
export function assertEditable({ space, changeRequest }: Branch): void {
  if (space.json.editMode === 'locked') throw new ApiError(403, 'the space is locked: all edits are refused')
  if (changeRequest !== null) assertNotMerged(changeRequest)
}

/** In the API. */
export function branchUrl(world: World, { space, changeRequest }: Branch): string {
  if (changeRequest === null) return `${world.origin}/v1/spaces/${space.json.id}`
  return changeRequestUrl(world, space, changeRequest.json.id)
}

export function commentsOf({ space, changeRequest }: Branch) {
  return changeRequest === null ? space.comments : changeRequest.comments
}
