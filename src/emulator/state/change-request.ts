/**
 * Change requests of a space: a draft with a revision of its own, people around it, and where it started from.
 */
import { ApiError, notFound } from '../protocol/api-error.ts'
import type { JsonObject } from './json-object.ts'
import type { ChangeRequest, ChangeRequestState } from './records/change-request.ts'
import type { User } from './records/people.ts'
import type { SpaceState } from './records/space.ts'
import { appUrlOf } from './space.ts'
import type { World } from './world.ts'

/** By id or by number. */
export function getChangeRequest(space: SpaceState, idOrNumber: string): ChangeRequestState {
  const byId = space.changeRequests.get(idOrNumber)
  const found =
    byId ??
    [...space.changeRequests.values()].find(changeRequest => String(changeRequest.json.number) === idOrNumber)
  if (found === undefined) throw notFound('change request')
  return found
}

/** A draft. */
export function addChangeRequest(
  world: World,
  space: SpaceState,
  subject: string,
  createdBy: User,
): ChangeRequestState {
  const now = world.clock.timestamp()
  const { revision } = space.json
  const numbers = [...space.changeRequests.values()].map(changeRequest => changeRequest.json.number)
  const json: ChangeRequest = {
    object: 'change-request',
    id: world.makeId(),
    number: Math.max(0, ...numbers) + 1,
    status: 'draft',
    subject,
    createdBy,
    createdAt: now,
    updatedAt: now,
    revision,
    revisionInitial: revision,
  }
  const state: ChangeRequestState = {
    json,
    comments: new Map(),
    contributors: new Map(),
    reviews: [],
    requestedReviewers: [],
  }
  space.changeRequests.set(json.id, state)
  return state
}

export function presentChangeRequest(
  world: World,
  space: SpaceState,
  { json, comments }: ChangeRequestState,
): JsonObject {
  const { id } = json
  return {
    space: space.json.id,
    comments: [...comments.values()].filter(comment => comment.json.status === 'open').length,
    outdated: json.status !== 'merged' && ancestorOf(json) !== space.json.revision,
    urls: {
      app: `${appUrlOf(world, space)}/~/changes/${json.number}`,
      location: changeRequestUrl(world, space, id),
    },
    ...json,
  }
}

export function changeRequestUrl(world: World, space: SpaceState, id: string): string {
  return `${world.origin}/v1/spaces/${space.json.id}/change-requests/${id}`
}

/** Main revision that the draft already contains. */
export function ancestorOf({ revisionMergedAncestor, revisionInitial }: ChangeRequest): string {
  return revisionMergedAncestor ?? revisionInitial
}

/** A merged change request is history. */
export function assertNotMerged({ json }: ChangeRequestState): void {
  if (json.status === 'merged') throw new ApiError(409, 'the change request is already merged')
}
