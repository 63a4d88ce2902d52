/**
 * Change requests and comments of a space, for looking at them and for comparing.
 */
import type { Branch } from '../state/branch.ts'
import { commentsOf } from '../state/branch.ts'
import { changeRequestUrl, presentChangeRequest } from '../state/change-request.ts'
import { presentComment, presentReply } from '../state/comment.ts'
import type { JsonObject } from '../state/json-object.ts'
import type { ChangeRequestState } from '../state/records/change-request.ts'
import type { SpaceState } from '../state/records/space.ts'
import { presentContributor, presentRequestedReviewer, presentReview } from '../state/review.ts'
import { describeShelves } from '../state/shelf.ts'
import { getRevision } from '../state/space.ts'
import type { World } from '../state/world.ts'
import { describeContent } from './describe-content.ts'

export function describeDiscussions(world: World, space: SpaceState): JsonObject {
  return {
    discussion: describeComments(world, { space, changeRequest: null }),
    drafts: [...space.changeRequests.values()].map(changeRequest =>
      describeDraft(world, space, changeRequest),
    ),
  }
}

function describeDraft(world: World, space: SpaceState, changeRequest: ChangeRequestState): JsonObject {
  const { json, reviews, requestedReviewers, contributors } = changeRequest
  const location = changeRequestUrl(world, space, json.id)
  return {
    ...presentChangeRequest(world, space, changeRequest),
    discussion: describeComments(world, { space, changeRequest }),
    reviews: reviews.map(review => presentReview(world, location, changeRequest, review)),
    requestedReviewers: requestedReviewers.map(presentRequestedReviewer),
    contributors: [...contributors.values()].map(presentContributor),
    shelves: describeShelves(world, json.id),
    ...describeContent(world, space, getRevision(space, json.revision)),
  }
}

function describeComments(world: World, branch: Branch): JsonObject[] {
  return [...commentsOf(branch).values()].map(comment => ({
    ...presentComment(world, branch, comment, null),
    discussion: [...comment.replies.values()].map(reply =>
      presentReply(world, { branch, comment }, reply, null),
    ),
  }))
}
