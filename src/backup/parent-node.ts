/**
 * A resource that scopes stand under, with everything above it.
 */
import type { Kind } from '../model/resource.ts'
import type { Item } from '../resources/resource.ts'
import type { ResourceKey } from '../vault/vault.ts'

export interface ParentNode {
  key: ResourceKey
  kind: Kind
  id: string
  item: Item
  title: string
  above: ParentNode | null
}

/** The nearest resource of the kind, the given one included. */
export function nearestAbove(parent: ParentNode, kind: Kind): ParentNode {
  for (let node: ParentNode | null = parent; node !== null; node = node.above)
    if (node.kind === kind) return node
  throw new Error(`no ${kind} above ${parent.kind} ${parent.title}`)
}

/** Platform ids of it and of everything above, by kind. */
export function idsAbove(parent: ParentNode | null): Partial<Record<Kind, string>> {
  const ids: Partial<Record<Kind, string>> = {}
  for (let node = parent; node !== null; node = node.above) ids[node.kind] = node.id
  return ids
}
