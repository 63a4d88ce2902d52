/**
 * Reviews of a change request, and who was asked for one.
 */
import type { ChangeRequestState } from './change-request.ts'
import type { JsonObject } from './json-object.ts'
import type { User } from './user.ts'

interface Review {
  id: string
  status: 'approved' | 'changes-requested'
  reviewer: User
  /** Of the draft, as it was reviewed. */
  revision: string
  createdAt: string
}

export interface Reviewing {
  /** Oldest first. */
  reviews: Review[]
  requestedReviewers: { user: User; requestedAt: string }[]
}

/** `outdated`: the draft was edited since. `location` = URL of the change request. */
export function presentReview(location: string, { json }: ChangeRequestState, review: Review): JsonObject {
  return {
    object: 'change-request-review',
    ...review,
    changeRequest: json.id,
    outdated: review.revision !== json.revision,
    urls: { location: `${location}/reviews/${review.id}` },
  }
}
