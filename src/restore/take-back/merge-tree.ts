/**
 * Three states of a tree of pages: where `to` and `from` place a page differently and `now` still has it where `from`
 * had it, it goes back; what somebody moved or added since stays where it is. Pure.
 */
import type { ThreeStates } from './merge-fields.ts'

export interface Branch {
  id: string
  pages?: readonly Branch[] | undefined
}

export interface MergedTree {
  pages: Branch[]
  /** Ids of pages that stand elsewhere than now, or among others. */
  moved: Set<string>
  /** Moved by somebody since: they stay. */
  kept: string[]
}

const ROOT = ''

/** `wanted`: ids of the pages that there are to be; each stands in one of the trees at least. */
export function mergeTree(trees: ThreeStates<readonly Branch[]>, wanted: ReadonlySet<string>): MergedTree {
  const [to, from, now] = [levelsOf(trees.to), levelsOf(trees.from), levelsOf(trees.now)]
  const kept: string[] = []
  const parentOf = (id: string): string => {
    const [back, left, there] = [to.parents.get(id), from.parents.get(id), now.parents.get(id)]
    if (there === undefined) return back ?? ROOT
    if (back === undefined || left === undefined || back === left || back === there) return there
    if (there === left) return back
    kept.push(id)
    return there
  }
  const placed = placeAll([...wanted], parentOf, now.parents)
  const merged = new Map<string, string[]>()
  for (const [parent, ids] of placed) {
    const [wantedHere, leftHere, there] = [to, from, now].map(levels => levels.children.get(parent) ?? [])
    const order = { to: wantedHere ?? [], from: leftHere ?? [], now: there ?? [] }
    merged.set(parent, orderOf(new Set(ids), order))
  }
  return { pages: branchesOf(merged, ROOT), moved: movedIn(merged, now.children, wanted), kept }
}

interface Levels {
  parents: Map<string, string>
  children: Map<string, string[]>
}

function levelsOf(branches: readonly Branch[]): Levels {
  const levels: Levels = { parents: new Map(), children: new Map() }
  const walk = (list: readonly Branch[], parent: string): void => {
    levels.children.set(
      parent,
      list.map(branch => branch.id),
    )
    for (const { id, pages } of list) {
      levels.parents.set(id, parent)
      if (pages) walk(pages, id)
    }
  }
  walk(branches, ROOT)
  return levels
}

/** Nothing stands below itself or below what is not there: then it stays where it is now, or goes to the root. */
function placeAll(
  ids: readonly string[],
  parentOf: (id: string) => string,
  now: ReadonlyMap<string, string>,
): Map<string, string[]> {
  const all = new Set(ids)
  const parents = new Map(ids.map(id => [id, parentOf(id)]))
  const reaches = (id: string): boolean => {
    const seen = new Set<string>()
    for (let at = id; at !== ROOT; at = parents.get(at) ?? ROOT) {
      if (seen.has(at) || !all.has(at)) return false
      seen.add(at)
    }
    return true
  }
  for (const id of ids) if (!reaches(id)) parents.set(id, now.get(id) ?? ROOT)
  for (const id of ids) if (!reaches(id)) parents.set(id, ROOT)
  return Map.groupBy(ids, id => parents.get(id) ?? ROOT)
}

/** As `to` has it, where the order was not changed since; what `to` does not know stays behind what it stands behind. */
function orderOf(members: ReadonlySet<string>, { to, from, now }: ThreeStates<readonly string[]>): string[] {
  const of = (list: readonly string[]) => list.filter(id => members.has(id))
  const [base, rest] = sameOrder(now, from) ? [of(to), of(now)] : [of(now), of(to)]
  const after = new Map<string, string[]>()
  const known = new Set(base)
  let before = ROOT
  for (const id of rest) {
    if (!known.has(id)) after.set(before, [...(after.get(before) ?? []), id])
    else before = id
  }
  const order = [ROOT, ...base].flatMap(id => [...(id === ROOT ? [] : [id]), ...(after.get(id) ?? [])])
  const placed = new Set(order)
  return [...order, ...[...members].filter(id => !placed.has(id))]
}

/** Of what both have. */
function sameOrder(a: readonly string[], b: readonly string[]): boolean {
  const common = (list: readonly string[], other: ReadonlySet<string>) => list.filter(id => other.has(id))
  return common(a, new Set(b)).join() === common(b, new Set(a)).join()
}

function branchesOf(children: ReadonlyMap<string, readonly string[]>, parent: string): Branch[] {
  return (children.get(parent) ?? []).map(id => {
    const pages = branchesOf(children, id)
    return pages.length === 0 ? { id } : { id, pages }
  })
}

/** Every page of a level of which the order or the members differ, but for those that are only gone. */
function movedIn(
  merged: ReadonlyMap<string, readonly string[]>,
  now: ReadonlyMap<string, readonly string[]>,
  wanted: ReadonlySet<string>,
): Set<string> {
  const moved = new Set<string>()
  for (const [parent, ids] of merged) {
    const there = (now.get(parent) ?? []).filter(id => wanted.has(id) && ids.includes(id))
    if (there.join() !== ids.join()) for (const id of ids) moved.add(id)
  }
  return moved
}
