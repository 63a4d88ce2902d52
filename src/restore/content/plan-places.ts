/** Where the pages of a space stand, compared: which were moved since, from where to where, in words. */
import { kindInSpace } from '../../resources/drafts.ts'
import { labelOf } from '../naming.ts'
import type { PlanBasis, Planning } from '../plan/planning.ts'
import { type OrganizationState, type StateItem, type TreeNode, treeOf, walkTree } from '../state.ts'
import { capabilityNamed, wayOf } from './capabilities.ts'
import { takesImports } from './import-missing.ts'
import { arrange, Places, type PlaceTree } from './place.ts'
import { wishesFor } from './wishes.ts'

/** The fewest that would have to move, when `missing` stands where it stood; not those that are made anew. */
export function movedItems(
  { source, target, matches }: Pick<PlanBasis, 'source' | 'target' | 'matches'>,
  owner: StateItem,
  missing: readonly StateItem[],
): ReadonlySet<StateItem> {
  const there = matches.target(owner)
  if (there === null) return new Set()
  const places = new Places(placesOf(treeOf(target, there)))
  const coming = new Set(missing)
  const items = new Map<string, StateItem>()
  const wishes = wishesFor(treeOf(source, owner), ({ item }) => {
    if (coming.has(item)) return `new ${item.path}`
    const id = matches.target(item)?.id ?? ''
    if (places.has(id)) items.set(id, item)
    return places.has(id) ? id : null
  })
  return new Set(arrange(places, wishes).flatMap(({ id }) => items.get(id) ?? []))
}

/** `explained`: said to stand elsewhere; they are taken for what was moved before any other. */
export function displaced(
  source: readonly TreeNode[],
  target: readonly TreeNode[],
  targetOf: (item: StateItem) => string | null,
  explained: (item: StateItem) => boolean = () => false,
): ReadonlySet<StateItem> {
  const places = new Places(placesOf(target))
  const items = new Map<string, StateItem>()
  const wishes = wishesFor(source, ({ item }) => {
    const id = targetOf(item)
    if (id !== null && places.has(id)) items.set(id, item)
    return id !== null && places.has(id) ? id : null
  })
  const expected = arrange(places, wishes, id => {
    const item = items.get(id)
    return item !== undefined && explained(item)
  })
  const moves = [...expected, ...arrange(places, wishes)]
  return new Set(moves.flatMap(({ id }) => items.get(id) ?? []))
}

function placesOf(tree: readonly TreeNode[]): PlaceTree[] {
  return tree.map(({ item, below }) => ({ id: item.id, pages: placesOf(below) }))
}

/** What comes back at the end, because nothing places it. */
export function losePlaces({ basis, plan }: Planning, owner: StateItem, missing: readonly StateItem[]): void {
  const { source, target, matches, profile } = basis
  const way = wayOf(profile)
  const { reach, words } = capabilityNamed('place').made[way]
  const there = matches.target(owner)
  if (reach === 'yes' || there === null) return
  const lost = new Set(missing)
  const places = new Places(placesOf(treeOf(target, there)))
  const nameOf = (item: StateItem) =>
    lost.has(item) ? `new ${item.path}` : (matches.target(item)?.id ?? null)
  const items = new Map<string, StateItem>()
  for (const { item, above } of walkTree(treeOf(source, owner))) {
    const id = nameOf(item)
    if (id === null || !lost.has(item)) continue
    const isOpen =
      above !== null && (lost.has(above) || (way !== 'import' && takesPages(matches.target(above))))
    const parent = isOpen ? nameOf(above) : null
    places.place({ id, into: parent, at: places.below(parent).length })
    items.set(id, item)
  }
  const wishes = wishesFor(treeOf(source, owner), ({ item }) => nameOf(item))
  for (const { id } of arrange(places, wishes, pageId => items.has(pageId))) {
    const item = items.get(id)
    if (item) plan.losses.add(owner, item, 'place', words)
  }
}

/** Imports go into documents of people only: what stood below anything else comes to the root. */
function takesPages(item: StateItem | null): boolean {
  return item !== null && kindInSpace(item.kind) !== 'page-group' && takesImports(item.json)
}

export function movedWords(
  { source, target, matches }: PlanBasis,
  owner: StateItem,
  item: StateItem,
  there: StateItem,
): string {
  const space = matches.target(owner)
  const from = space ? parentIn(target, space, there) : null
  const to = parentIn(source, owner, item)
  const same = to === null ? from === null : from !== null && matches.target(to) === from
  return same
    ? `moved back to its place ${placeName(to)}`
    : `moved back from ${placeName(from)} to ${placeName(to)}`
}

function parentIn(state: OrganizationState, owner: StateItem, item: StateItem): StateItem | null {
  for (const node of walkTree(treeOf(state, owner))) if (node.item === item) return node.above
  return null
}

function placeName(parent: StateItem | null): string {
  return parent === null ? 'the top level' : `"${labelOf(parent)}"`
}
