/**
 * Change requests and comments of a space, for looking at them and for comparing.
 */
import type { Branch } from '../state/branch.ts'
import { commentsOf } from '../state/branch.ts'
import { presentChangeRequest } from '../state/change-request.ts'
import { presentComment, presentReply } from '../state/comment.ts'
import type { JsonObject } from '../state/json-object.ts'
import type { SpaceState } from '../state/space.ts'
import type { World } from '../state/world.ts'

export function describeDiscussions(world: World, space: SpaceState): JsonObject {
  return {
    discussion: describeComments(world, { space, changeRequest: null }),
    drafts: [...space.changeRequests.values()].map(changeRequest => ({
      ...presentChangeRequest(world, space, changeRequest),
      discussion: describeComments(world, { space, changeRequest }),
    })),
  }
}

function describeComments(world: World, branch: Branch): JsonObject[] {
  return [...commentsOf(branch).values()].map(comment => ({
    ...presentComment(world, branch, comment, null),
    discussion: [...comment.replies.values()].map(reply => presentReply(world, branch, comment, reply, null)),
  }))
}
