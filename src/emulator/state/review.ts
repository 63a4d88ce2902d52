/**
 * Reviews of a change request, and who was asked for one.
 */
import type { ChangeRequestState } from './change-request.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { User } from './user.ts'
import type { World } from './world.ts'

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
  requestedReviewers: RequestedReviewer[]
  /** Who edited it, by user id. */
  contributors: Map<string, Contributor>
}

/** A person, or a team of which anybody will do. */
interface RequestedReviewer {
  asked: { kind: 'user'; user: User } | { kind: 'team'; team: string }
  requestedBy: User
  /** Of the draft, as it was then. */
  revision: string
  createdAt: string
}

interface Contributor {
  user: User
  /** Edits, and the last of them. */
  count: number
  updatedAt: string
}

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
