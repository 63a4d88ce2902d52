/**
 * Spaces: api.md 4.4.
 */
import { ok } from '../protocol/answer.ts'
import { param } from '../protocol/call.ts'
import type { Route } from '../protocol/route.ts'
import { getSpace, presentSpace } from '../state/space.ts'

export const spaceRoutes: readonly Route[] = [
  {
    name: 'getSpaceById',
    method: 'GET',
    path: '/v1/spaces/{spaceId}',
    handle: call => ok(presentSpace(call.world, getSpace(call.world, param(call, 'spaceId')))),
  },
]
