/** Pages in the order of the table of contents. Holds the resources of one kind under one parent at a time. */

import { type Fields, isFields, listOf, recordOf, textOf } from '../model/fields.ts'
import { resources } from '../resources/index.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'

/** Other resources stay where they are. What the tree does not name comes last. */
export function* inTreeOrder(
  vault: Vault,
  snapshot: number,
  listed: Iterable<StoredResource>,
): Generator<StoredResource> {
  const siblings: StoredResource[] = []
  for (const resource of listed) {
    const [first] = siblings
    if (first && (first.kind !== resource.kind || first.parent !== resource.parent)) {
      yield* takenFrom(sorted(vault, snapshot, siblings.splice(0)))
    }
    siblings.push(resource)
  }
  yield* takenFrom(sorted(vault, snapshot, siblings.splice(0)))
}

/** Each is let go as it is handed on: what readers decode of it lives as long as somebody holds it. */
function* takenFrom(siblings: StoredResource[]): Generator<StoredResource> {
  siblings.reverse()
  for (let next = siblings.pop(); next; next = siblings.pop()) yield next
}

function sorted(vault: Vault, snapshot: number, siblings: readonly StoredResource[]): StoredResource[] {
  const [first] = siblings
  const ranks = first ? treeRanks(vault, snapshot, first) : new Map<string, number>()
  const rankOf = (resource: StoredResource) => ranks.get(resource.id) ?? ranks.size
  return ranks.size === 0 ? [...siblings] : siblings.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Of the pages beside it, by id; empty where the kind stands in no tree. */
export function treeRanks(
  vault: Vault,
  snapshot: number,
  resource: Pick<StoredResource, 'kind' | 'parent'>,
): Map<string, number> {
  const ranks = new Map<string, number>()
  const declaration = resources.find(({ kind }) => kind === resource.kind)
  if (resource.parent === null || !declaration || !('within' in declaration)) return ranks
  const [source] = vault.resources(snapshot, { kind: declaration.within, parent: resource.parent })
  const visit = (node: Fields) => {
    const id = textOf(node.id)
    if (id !== null) ranks.set(id, ranks.size)
    for (const child of listOf(node.pages).filter(isFields)) visit(child)
  }
  const content = source ? recordOf(vault.readJson(source)) : null
  for (const page of listOf(content?.pages).filter(isFields)) visit(page)
  return ranks
}
