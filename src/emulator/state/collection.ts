/**
 * Collections. What is in one is said by the spaces and collections themselves (`parent`).
 */
import { ApiError, notFound } from '../protocol/api-error.ts'
import { noGrants } from './grants.ts'
import type { JsonObject } from './json-object.ts'
import type { Collection, CollectionState } from './records/space.ts'
import type { World } from './world.ts'

export function getCollection(world: World, id: string): CollectionState {
  const collection = world.collections.get(id)
  if (collection === undefined) throw notFound('collection')
  return collection
}

/** 404 no such collection, 409 one of another organization. */
export function assertParent(world: World, organization: string, id: string): void {
  if (getCollection(world, id).json.organization !== organization)
    throw new ApiError(409, `parent ${id} is a collection of another organization`)
}

/** Nested ones included. */
export function collectionsOf(world: World, organization: string): CollectionState[] {
  return [...world.collections.values()].filter(({ json }) => json.organization === organization)
}

export function addCollection(
  world: World,
  organization: string,
  title: string,
  parent?: string,
): CollectionState {
  const json: Collection = {
    object: 'collection',
    id: world.makeId(),
    title,
    organization,
    ...(parent === undefined ? {} : { parent }),
    defaultLevel: 'read',
  }
  const collection = { json, ...noGrants() }
  world.collections.set(json.id, collection)
  world.order.push(json.id)
  return collection
}

export function presentCollection(world: World, { json }: CollectionState): JsonObject {
  const { id, organization } = json
  return {
    urls: {
      location: `${world.origin}/v1/collections/${id}`,
      app: `${world.appUrl}/o/${organization}/c/${id}`,
    },
    permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    ...json,
  }
}
