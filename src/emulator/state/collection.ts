/**
 * Collections. Which spaces are in one is said by the spaces (`parent`).
 */
import { notFound } from '../protocol/api-error.ts'
import type { JsonObject } from './json-object.ts'
import type { Role } from './role.ts'
import type { World } from './world.ts'

export interface Collection {
  [field: string]: unknown
  object: 'collection'
  id: string
  title: string
  description?: string
  organization: string
  parent?: string
  defaultLevel: Role | null
}

export function getCollection(world: World, id: string): Collection {
  const collection = world.collections.get(id)
  if (collection === undefined) throw notFound('collection')
  return collection
}

export function addCollection(
  world: World,
  organization: string,
  title: string,
  parent?: string,
): Collection {
  const collection: Collection = {
    object: 'collection',
    id: world.makeId(),
    title,
    organization,
    ...(parent === undefined ? {} : { parent }),
    defaultLevel: 'read',
  }
  world.collections.set(collection.id, collection)
  return collection
}

export function presentCollection(world: World, collection: Collection): JsonObject {
  const { id, organization } = collection
  return {
    urls: {
      location: `${world.origin}/v1/collections/${id}`,
      app: `${world.appUrl}/o/${organization}/c/${id}`,
    },
    permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    ...collection,
  }
}
