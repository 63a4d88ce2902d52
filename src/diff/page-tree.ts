/**
 * The page trees of two revisions of one space: which pages have another parent, and which stand elsewhere among the
 * same siblings. As few pages as possible are called reordered.
 */
import type { Item } from '../resources/resource.ts'

export interface TreePosition {
  /** Id of the page or group above; null at the root. */
  parent: string | null
  /** From 0, among its siblings. */
  index: number
}

export type Tree = ReadonlyMap<string, TreePosition>

export interface TreeMove {
  from: TreePosition
  to: TreePosition
  /** Only its place among the same siblings. */
  reordered: boolean
}

export function treeOf(revision: Item): Tree {
  const places = new Map<string, TreePosition>()
  const open: { parent: string | null; pages: unknown }[] = [{ parent: null, pages: revision.pages }]
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    if (!Array.isArray(level.pages)) continue
    for (const [index, page] of level.pages.entries()) {
      if (typeof page?.id !== 'string') continue
      places.set(page.id, { parent: level.parent, index })
      open.push({ parent: page.id, pages: page.pages })
    }
  }
  return places
}

export function treeMoves(before: Tree, after: Tree): Map<string, TreeMove> {
  const moves = new Map<string, TreeMove>()
  const stayed = new Map<string | null, { id: string; from: TreePosition; to: TreePosition }[]>()
  for (const [id, to] of after) {
    const from = before.get(id)
    if (from === undefined) continue
    if (from.parent !== to.parent) moves.set(id, { from, to, reordered: false })
    else {
      const siblings = stayed.get(to.parent)
      if (siblings) siblings.push({ id, from, to })
      else stayed.set(to.parent, [{ id, from, to }])
    }
  }
  for (const siblings of stayed.values()) {
    siblings.sort((a, b) => a.to.index - b.to.index)
    const kept = longestIncreasing(siblings.map(({ from }) => from.index))
    siblings.forEach(({ id, from, to }, index) => {
      if (!kept.has(index)) moves.set(id, { from, to, reordered: true })
    })
  }
  return moves
}

/** Positions of a longest increasing subsequence. */
function longestIncreasing(values: readonly number[]): Set<number> {
  const tails: number[] = []
  const previous: (number | undefined)[] = []
  values.forEach((value, index) => {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? tails[low - 1] : undefined
    tails[low] = index
  })
  const kept = new Set<number>()
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) kept.add(at)
  return kept
}
