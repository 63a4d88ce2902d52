/**
 * What a revision changed against its parent, and a change request against what it started from: extensions.
 */
import type { Answer } from '../protocol/answer.ts'
import { ok } from '../protocol/answer.ts'
import { badRequest } from '../protocol/api-error.ts'
import { booleanQuery, type Call, param } from '../protocol/call.ts'
import type { Route } from '../protocol/route.ts'
import { ancestorOf, getChangeRequest } from '../state/change-request.ts'
import type { Revision } from '../state/records/content.ts'
import { semanticChanges } from '../state/semantic-changes.ts'
import { getRevision, getSpace } from '../state/space.ts'
import { CHANGE_REQUEST_PATH, SPACE_PATH } from './branch-of.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 1000

export const semanticChangeRoutes: readonly Route[] = [
  {
    name: 'getRevisionSemanticChanges',
    method: 'GET',
    path: `${SPACE_PATH}/revisions/{revisionId}/changes`,
    offer: 'extension',
    handle: ofRevision,
  },
  {
    name: 'getChangeRequestChanges',
    method: 'GET',
    path: `${CHANGE_REQUEST_PATH}/changes`,
    offer: 'extension',
    handle: ofChangeRequest,
  },
]

function ofRevision(call: Call): Answer {
  const space = getSpace(call.world, param(call, 'spaceId'))
  const revision = getRevision(space, param(call, 'revisionId'))
  booleanQuery(call, 'metadata', true)
  const [parent] = revision.parents
  const before = parent === undefined ? undefined : space.revisions.get(parent)
  const { mergedFrom } = revision
  return changesAnswer(call, before, revision, mergedFrom === undefined ? {} : { mergedFrom })
}

function ofChangeRequest(call: Call): Answer {
  const space = getSpace(call.world, param(call, 'spaceId'))
  const { json } = getChangeRequest(space, param(call, 'changeRequestId'))
  return changesAnswer(call, getRevision(space, ancestorOf(json)), getRevision(space, json.revision), {})
}

/** `more` = how many were left out. */
function changesAnswer(call: Call, before: Revision | undefined, after: Revision, extra: object): Answer {
  const limit = limitOf(call)
  const changes = semanticChanges(call.world, before, after)
  const more = changes.length - limit
  return ok({ changes: changes.slice(0, limit), ...(more > 0 ? { more } : {}), ...extra })
}

function limitOf(call: Call): number {
  const text = call.query.get('limit')
  if (text === null || text === '') return DEFAULT_LIMIT
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 0 || limit > MAX_LIMIT)
    throw badRequest(`limit must be an integer from 0 to ${MAX_LIMIT}, not ${text}`)
  return limit
}
