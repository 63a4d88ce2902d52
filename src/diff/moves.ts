/**
 * Moves of pages within their spaces, from the revisions on both sides. A space whose tree did not change costs one
 * lookup; the trees of one space are held at a time.
 */

import type { Kind } from '../model/resource.ts'
import type { SnapshotPair } from '../model/snapshot.ts'
import { kindUnder, NODES, OWNERS } from '../resources/drafts.ts'
import type { ResourceKey, StoredResource, Vault } from '../vault/vault.ts'
import type { TreePlace } from './change.ts'
import { itemOf, type LabelOf } from './describe.ts'
import { type TreeMove, type TreePosition, treeMoves, treeOf } from './page-tree.ts'

export interface Move {
  from: TreePlace
  to: TreePlace
  reordered: boolean
}

export interface Moves {
  /** Null where the page did not move, or is only on one side. */
  of(page: StoredResource): Move | null
  /** Every page of the space that moved. */
  all(revision: StoredResource): Iterable<{ page: string; move: Move }>
}

const trees: ReadonlyMap<Kind, Kind> = new Map(
  NODES.flatMap(kind => OWNERS.map(owner => [kindUnder(owner, kind), kindUnder(owner, 'revision')] as const)),
)

/** Kinds that stand in a tree of the given kind. */
export function kindsInTree(kind: Kind): Kind[] {
  return [...trees].flatMap(([placed, tree]) => (tree === kind ? [placed] : []))
}

export function makeMoves(vault: Vault, label: LabelOf, pair: SnapshotPair): Moves {
  const { a, b } = pair
  let held: { parent: ResourceKey; kind: Kind; moves: ReadonlyMap<string, TreeMove> } | null = null
  const movesUnder = (parent: ResourceKey, kind: Kind) => {
    if (held?.parent !== parent || held.kind !== kind)
      held = { parent, kind, moves: movesOf(vault, { kind, parent }, pair) }
    return held.moves
  }
  const titleAt = (parent: ResourceKey, kind: Kind, id: string | null, snapshot: number): string | null => {
    if (id === null) return null
    for (const placed of kindsInTree(kind)) {
      const found = vault.find(snapshot, placed, id).find(candidate => candidate.parent === parent)
      if (found) return label(found)
    }
    return id
  }
  const described = (parent: ResourceKey, kind: Kind, { from, to, reordered }: TreeMove): Move => {
    const place = (node: TreePosition, snapshot: number): TreePlace => ({
      parent: titleAt(parent, kind, node.parent, snapshot),
      position: node.index + 1,
    })
    return { from: place(from, a.snapshot), to: place(to, b.snapshot), reordered }
  }
  return {
    of({ kind, id, parent }) {
      const tree = trees.get(kind)
      if (tree === undefined || parent === null) return null
      const move = movesUnder(parent, tree).get(id)
      return move ? described(parent, tree, move) : null
    },
    *all({ kind, parent }) {
      if (parent === null) return
      for (const [page, move] of movesUnder(parent, kind)) yield { page, move: described(parent, kind, move) }
    },
  }
}

/** Of the tree of one space or change request. */
function movesOf(
  vault: Vault,
  tree: { kind: Kind; parent: ResourceKey },
  pair: SnapshotPair,
): ReadonlyMap<string, TreeMove> {
  const [a, b] = [pair.a.snapshot, pair.b.snapshot]
  const at = (snapshot: number) => [...vault.resources(snapshot, tree)][0]
  const late = at(Math.max(a, b))
  if (!late || late.since <= Math.min(a, b)) return new Map()
  const early = at(Math.min(a, b))
  if (!early || early.contentDigest === late.contentDigest) return new Map()
  const [before, after] = a < b ? [early, late] : [late, early]
  return treeMoves(treeOf(itemOf(vault, before)), treeOf(itemOf(vault, after)))
}
