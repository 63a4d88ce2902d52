/**
 * Collections: api.md 4.3.
 */
import type { Answer } from '../protocol/answer.ts'
import { ok } from '../protocol/answer.ts'
import { booleanQuery, type Call, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getCollection, presentCollection } from '../state/collection.ts'
import { getOrganization } from '../state/organization.ts'
import { presentSpace } from '../state/space.ts'

export const collectionRoutes: readonly Route[] = [
  {
    name: 'getCollectionById',
    method: 'GET',
    path: '/v1/collections/{collectionId}',
    handle: call => ok(presentCollection(call.world, getCollection(call.world, param(call, 'collectionId')))),
  },
  {
    name: 'listSpacesInCollectionById',
    method: 'GET',
    path: '/v1/collections/{collectionId}/spaces',
    handle: listSpacesInCollection,
  },
  {
    name: 'listCollectionsInOrganizationById',
    method: 'GET',
    path: '/v1/orgs/{organizationId}/collections',
    handle: listCollections,
  },
]

function listSpacesInCollection(call: Call): Answer {
  const { id } = getCollection(call.world, param(call, 'collectionId'))
  const spaces = [...call.world.spaces.values()].filter(space => space.json.parent === id)
  return listAnswer(call, spaces, space => presentSpace(call.world, space))
}

function listCollections(call: Call): Answer {
  const { id } = getOrganization(call.world, param(call, 'organizationId')).json
  const nested = booleanQuery(call, 'nested', true)
  const collections = [...call.world.collections.values()].filter(
    collection => collection.organization === id && (nested || collection.parent === undefined),
  )
  return listAnswer(call, collections, collection => presentCollection(call.world, collection))
}
