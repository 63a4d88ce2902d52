/**
 * Who edited, reviewed and was asked to review a change request: extensions, reads only.
 */
import type { Answer } from '../protocol/answer.ts'
import { ok } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { booleanQuery, type Call, param } from '../protocol/call.ts'
import { listAnswer, wholeListAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { changeRequestUrl, getChangeRequest } from '../state/change-request.ts'
import type { ChangeRequestState } from '../state/records/change-request.ts'
import { presentContributor, presentRequestedReviewer, presentReview } from '../state/review.ts'
import { getSpace } from '../state/space.ts'
import { CHANGE_REQUEST_PATH } from './branch-of.ts'

export const changeRequestPeopleRoutes: readonly Route[] = [
  extension('getReviewsByChangeRequestId', '/reviews', listReviews),
  { ...extension('getChangeRequestReviewById', '/reviews/{reviewId}', readReview), offer: 'newest' },
  extension('getRequestedReviewersByChangeRequestId', '/requested-reviewers', listRequestedReviewers),
  extension('getContributorsByChangeRequestId', '/contributors', listContributors),
]

function extension(name: string, suffix: string, handle: (call: Call) => Answer): Route {
  return { name, method: 'GET', path: CHANGE_REQUEST_PATH + suffix, offer: 'extension', handle }
}

function listReviews(call: Call): Answer {
  const { changeRequest, location } = targetOf(call)
  const onlyOutdated = call.query.has('outdated') ? booleanQuery(call, 'outdated', false) : null
  const shown = changeRequest.reviews
    .map(review => presentReview(call.world, location, changeRequest, review))
    .filter(review => onlyOutdated === null || review.outdated === onlyOutdated)
  return listAnswer(call, shown, review => review)
}

function readReview(call: Call): Answer {
  const { changeRequest, location } = targetOf(call)
  const review = changeRequest.reviews.find(review => review.id === param(call, 'reviewId'))
  if (review === undefined) throw notFound('review')
  return ok(presentReview(call.world, location, changeRequest, review))
}

function listRequestedReviewers(call: Call): Answer {
  return listAnswer(call, targetOf(call).changeRequest.requestedReviewers, presentRequestedReviewer)
}

function listContributors(call: Call): Answer {
  const { contributors } = targetOf(call).changeRequest
  return wholeListAnswer(call, [...contributors.values()], presentContributor)
}

function targetOf(call: Call): { changeRequest: ChangeRequestState; location: string } {
  const space = getSpace(call.world, param(call, 'spaceId'))
  const changeRequest = getChangeRequest(space, param(call, 'changeRequestId'))
  return { changeRequest, location: changeRequestUrl(call.world, space, changeRequest.json.id) }
}
