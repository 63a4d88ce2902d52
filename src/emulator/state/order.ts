/**
 * The order of spaces and collections. It is one for all of them: the organization and each collection show their own
 * part of it, so that moving one thing never shifts the others.
 */
import type { World } from './world.ts'

/** A place beside another space or collection. */
export interface Anchor {
  side: 'before' | 'after'
  id: string
}

/** null = at the end. The maps are kept in this order, because every list is read from them. */
export function place(world: World, id: string, anchor: Anchor | null): void {
  const rest = world.order.filter(other => other !== id)
  world.order = rest.toSpliced(indexIn(rest, anchor), 0, id)
  reorder(world.spaces, world.order)
  reorder(world.collections, world.order)
}

function indexIn(order: readonly string[], anchor: Anchor | null): number {
  if (anchor === null) return order.length
  return order.indexOf(anchor.id) + (anchor.side === 'after' ? 1 : 0)
}

function reorder<T>(map: Map<string, T>, order: readonly string[]): void {
  const held = new Map(map)
  map.clear()
  for (const id of order) {
    const value = held.get(id)
    if (value !== undefined) map.set(id, value)
  }
}
