/**
 * Search in a space: docs/reference/operations.md, 4.11.
 */
import type { Answer } from '../protocol/answer.ts'
import { badRequest } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { searchSpace } from '../state/search.ts'
import { getSpace } from '../state/space.ts'
import { SPACE_PATH } from './branch-of.ts'

const MAX_QUERY = 512

export const searchRoutes: readonly Route[] = [
  { name: 'searchSpaceContent', method: 'GET', path: `${SPACE_PATH}/search`, handle: searchInSpace },
]

/** What is searched for, here and in an organization. */
export function searchQueryOf(call: Call): string {
  const query = call.query.get('query')?.trim() ?? ''
  if (query === '') throw badRequest('query is required')
  if (query.length > MAX_QUERY) throw badRequest(`query is longer than ${MAX_QUERY} characters`)
  return query
}

function searchInSpace(call: Call): Answer {
  const query = searchQueryOf(call)
  const space = getSpace(call.world, param(call, 'spaceId'))
  return listAnswer(call, searchSpace(call.world, space, query), item => item)
}
