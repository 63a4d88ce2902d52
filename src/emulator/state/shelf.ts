/**
 * What stands under an organization or a site, is read and written by its own operations, and is looked at by nothing
 * else of the platform: the glossary, fonts, channels, connections. In order of creation.
 */
import type { JsonObject } from './json-object.ts'
import type { Shelf, World } from './world.ts'

/** `owner`: id of the organization or site; `name`: of what stands there. */
export function shelfOf({ shelves }: World, owner: string, name: string): Shelf {
  const key = `${owner}/${name}`
  const shelf = shelves.get(key) ?? new Map<string, JsonObject>()
  shelves.set(key, shelf)
  return shelf
}

/** All that stands under one owner, by name. */
export function describeShelves({ shelves }: World, owner: string): JsonObject {
  return Object.fromEntries(
    [...shelves]
      .filter(([key, shelf]) => key.startsWith(`${owner}/`) && shelf.size > 0)
      .map(([key, shelf]) => [key.slice(owner.length + 1), [...shelf.values()]]),
  )
}
