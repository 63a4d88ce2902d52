/**
 * Merging a change request into the main content, and pulling the main content into a change request.
 */
import { ancestorOf, presentChangeRequest } from './change-request.ts'
import { mergeContent } from './merge-content.ts'
import type { ChangeRequestState } from './records/change-request.ts'
import type { SpaceState } from './records/space.ts'
import { addRevision, commitRevision } from './revision.ts'
import { currentRevision, getRevision } from './space.ts'
import type { World } from './world.ts'

/** On conflicts it is merged too, and the content may need repair (docs/development/platform.md#change-requests). */
export function mergeChangeRequest(world: World, space: SpaceState, changeRequest: ChangeRequestState) {
  const { json } = changeRequest
  const { content, conflicted } = mergedContent(space, changeRequest)
  const revision = commitRevision(world, space, content, json.revision)
  Object.assign(json, { status: 'merged', revisionMerged: revision.id, updatedAt: revision.createdAt })
  revision.mergedFrom = presentChangeRequest(world, space, changeRequest)
  return { revision: revision.id, result: conflicted ? 'conflicts' : 'merge' }
}

/** No new revision when there is nothing to pull. */
export function updateFromMain(world: World, space: SpaceState, changeRequest: ChangeRequestState) {
  const { json } = changeRequest
  const main = space.json.revision
  if (ancestorOf(json) === main) return { revision: json.revision, result: 'update' }
  const { content, conflicted } = mergedContent(space, changeRequest)
  const revision = addRevision(world, space, content, { type: 'update', parents: [json.revision, main] })
  Object.assign(json, {
    revision: revision.id,
    revisionMergedAncestor: main,
    updatedAt: revision.createdAt,
  })
  return { revision: revision.id, result: conflicted ? 'conflicts' : 'update' }
}

function mergedContent(space: SpaceState, { json }: ChangeRequestState) {
  const base = getRevision(space, ancestorOf(json))
  return mergeContent(base, currentRevision(space), getRevision(space, json.revision))
}
