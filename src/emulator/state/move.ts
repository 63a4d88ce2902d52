/**
 * Moving spaces and collections inside their organization: into another collection, to another place beside a
 * neighbour, or both. Checked first, so that a refused move changes nothing.
 */
import { ApiError, badRequest, notFound } from '../protocol/api-error.ts'
import { assertParent, getCollection } from './collection.ts'
import { type Anchor, place } from './order.ts'
import type { Shared } from './records/space.ts'
import type { World } from './world.ts'

export interface Destination {
  /** Collection id; null = not in a collection; absent = where it is. */
  parent?: string | null | undefined
  position?: { before?: Pointer | undefined; after?: Pointer | undefined } | undefined
}

type Pointer = { type: 'space'; space: string } | { type: 'collection'; collection: string }

/** Without a position a thing comes last in the collection it is moved to. */
export function moveShared(world: World, shared: Shared, { parent, position = {} }: Destination): void {
  const target = parent === undefined ? shared.json.parent : (parent ?? undefined)
  if (typeof parent === 'string') assertPossibleParent(world, shared, parent)
  const anchor = anchorOf(world, shared, target, position)
  if (anchor !== null || parent !== undefined) place(world, shared.json.id, anchor)
  if (parent !== undefined) setParent(shared, target)
}

/** What was visible to a collection's people only is private outside of one. */
export function setParent({ json }: Shared, parent: string | undefined): void {
  if (parent !== undefined) json.parent = parent
  else {
    delete json.parent
    if (json.visibility === 'in-collection') json.visibility = 'private'
  }
}

function assertPossibleParent(world: World, { json }: Shared, parent: string): void {
  const seen = new Set<string>()
  assertParent(world, json.organization, parent)
  for (let above: string | undefined = parent; above !== undefined && !seen.has(above); ) {
    if (above === json.id)
      throw new ApiError(409, `parent ${parent} is the collection itself, or inside of it`)
    seen.add(above)
    above = world.collections.get(above)?.json.parent
  }
}

function anchorOf(
  world: World,
  shared: Shared,
  parent: string | undefined,
  { before, after }: NonNullable<Destination['position']>,
): Anchor | null {
  const pointer = before ?? after
  if (pointer === undefined) return null
  const side = before === undefined ? 'after' : 'before'
  const { json } = neighbour(world, pointer)
  if (json.id === shared.json.id) throw badRequest(`position.${side} is what is being moved`)
  if (json.organization !== shared.json.organization || json.parent !== parent)
    throw badRequest(`position.${side}: ${json.id} is not in the same collection`)
  return { side, id: json.id }
}

function neighbour(world: World, pointer: Pointer): Shared {
  if (pointer.type === 'collection') return getCollection(world, pointer.collection)
  const space = world.spaces.get(pointer.space)
  if (space === undefined || space.json.deletedAt !== undefined) throw notFound(`space ${pointer.space}`)
  return space
}
