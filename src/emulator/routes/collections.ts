/**
 * Collections: docs/reference/operations.md, 4.3. Deleting one leaves what is in it to the collection above.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { booleanQuery, type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import {
  addCollection,
  assertParent,
  collectionsOf,
  getCollection,
  presentCollection,
} from '../state/collection.ts'
import { deleteCollection } from '../state/deletion.ts'
import { moveShared } from '../state/move.ts'
import { getOrganization } from '../state/organization.ts'
import type { CollectionState } from '../state/records/space.ts'
import { presentSpace, spacesOf } from '../state/space.ts'
import { transferShared } from '../state/transfer.ts'
import { contentTitle, defaultLevel, move, transfer } from './fields.ts'

const ONE = '/v1/collections/{collectionId}'
const OF_ORGANIZATION = '/v1/orgs/{organizationId}/collections'
const UNTITLED = 'Untitled collection'

export const collectionRoutes: readonly Route[] = [
  { name: 'getCollectionById', method: 'GET', path: ONE, handle: readCollection },
  { name: 'deleteCollectionById', method: 'DELETE', path: ONE, handle: removeCollection },
  { name: 'updateCollectionById', method: 'PATCH', path: ONE, handle: updateCollection },
  { name: 'listSpacesInCollectionById', method: 'GET', path: `${ONE}/spaces`, handle: listSpaces },
  { name: 'moveCollection', method: 'POST', path: `${ONE}/move`, handle: moveCollection },
  { name: 'transferCollection', method: 'POST', path: `${ONE}/transfer`, handle: transferCollection },
  {
    name: 'listCollectionsInOrganizationById',
    method: 'GET',
    path: OF_ORGANIZATION,
    handle: listCollections,
  },
  { name: 'createCollection', method: 'POST', path: OF_ORGANIZATION, handle: createCollection },
]

const updateSchema = z.object({
  title: contentTitle.optional(),
  description: z.string().max(100).optional(),
  defaultLevel: defaultLevel.optional(),
})
const createSchema = z.object({ title: contentTitle.optional(), parent: z.string().optional() })

function readCollection(call: Call): Answer {
  return ok(presentCollection(call.world, collectionOf(call)))
}

function removeCollection(call: Call): Answer {
  const collection = call.world.collections.get(param(call, 'collectionId'))
  if (collection !== undefined) deleteCollection(call.world, collection)
  return deleted(collection !== undefined)
}

async function updateCollection(call: Call): Promise<Answer> {
  const collection = collectionOf(call)
  Object.assign(collection.json, await bodyOf(call, updateSchema))
  return ok(presentCollection(call.world, collection))
}

function listSpaces(call: Call): Answer {
  const { id, organization } = collectionOf(call).json
  const spaces = spacesOf(call.world, organization).filter(space => space.json.parent === id)
  return listAnswer(call, spaces, space => presentSpace(call.world, space))
}

async function moveCollection(call: Call): Promise<Answer> {
  const collection = collectionOf(call)
  moveShared(call.world, collection, await bodyOf(call, move))
  return ok(presentCollection(call.world, collection))
}

async function transferCollection(call: Call): Promise<Answer> {
  const collection = collectionOf(call)
  const { organization } = await bodyOf(call, transfer)
  transferShared(call.world, collection, organization)
  return ok(presentCollection(call.world, collection))
}

function listCollections(call: Call): Answer {
  const { id } = getOrganization(call.world, param(call, 'organizationId')).json
  const nested = booleanQuery(call, 'nested', true)
  const collections = collectionsOf(call.world, id).filter(({ json }) => nested || json.parent === undefined)
  return listAnswer(call, collections, collection => presentCollection(call.world, collection))
}

async function createCollection(call: Call): Promise<Answer> {
  const { world } = call
  const { id } = getOrganization(world, param(call, 'organizationId')).json
  const { title = UNTITLED, parent } = await bodyOf(call, createSchema)
  if (parent !== undefined) assertParent(world, id, parent)
  const collection = addCollection(world, id, title, parent)
  return created(presentCollection(world, collection), `${world.origin}/v1/collections/${collection.json.id}`)
}

function collectionOf(call: Call): CollectionState {
  return getCollection(call.world, param(call, 'collectionId'))
}
