/**
 * Reviews of a change request, and who was asked for one.
 */
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { ChangeRequestState, Contributor, RequestedReviewer, Review } from './records/change-request.ts'
import type { World } from './world.ts'

/** `outdated`: the draft was edited since. `location` = URL of the change request. */
export function presentReview(
  world: World,
  location: string,
  { json }: ChangeRequestState,
  review: Review,
): JsonObject {
  const { id, revision, createdAt } = review
  return {
    object: 'change-request-review',
    ...review,
    updatedAt: createdAt,
    outdated: revision !== json.revision,
    ...offered(world, 'newest', { urls: { location: `${location}/reviews/${id}` } }),
  }
}

export function presentRequestedReviewer({ asked, ...rest }: RequestedReviewer): JsonObject {
  const who = asked.kind === 'user' ? asked : { ...asked, team: { object: 'team', id: asked.team } }
  return { object: 'change-request-requested-reviewer', ...rest, ...who }
}

export function presentContributor(contributor: Contributor): JsonObject {
  return { ...contributor, actionType: 'edit' }
}
