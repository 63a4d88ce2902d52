/** What of the content of a space was asked for, where only all of it can be replaced. */

import { textOf } from '../../model/fields.ts'
import { CONTENT } from '../../resources/drafts.ts'
import { compareItem } from '../match/compare-item.ts'
import { isChosenExtra } from '../plan/deletions.ts'
import type { PlanBasis, Planning } from '../plan/planning.ts'
import { isUntouched, type StateItem } from '../state.ts'
import { capabilityNamed, capabilityOf } from './capabilities.ts'
import { movedItems } from './plan-places.ts'

export interface ReplaceWish {
  /** Chosen, and not there. */
  missing: StateItem[]
  /** Chosen, there, and to become as the snapshot has it; what of it, in words. */
  changed: Map<StateItem, string>
  /** Chosen, and not to be changed, though it differs. */
  left: StateItem[]
  /** Of the target: to be gone. */
  removed: StateItem[]
  /** Of the target: in nobody's snapshot, and not to be gone. */
  extra: StateItem[]
}

export function wishOf(planning: Planning, owner: StateItem, items: readonly StateItem[]): ReplaceWish {
  const { basis } = planning
  const { matches, chosen, request } = basis
  const missing = items.filter(item => chosen.has(item) && matches.target(item) === null)
  const moved = movedItems(basis, owner, missing)
  const isFree = (item: StateItem) =>
    request.onConflict === 'update' || [owner, item].some(either => matches.ids.of(either)?.made === true)
  const wish: ReplaceWish = { missing, changed: new Map(), left: [], ...extraIn(basis, owner, items) }
  for (const item of [...items, ...basis.source.list('revision', owner)]) {
    if (!chosen.has(item)) continue
    const differing = differingIn(planning, owner, item)
    if (moved.has(item)) differing.push('place')
    if (differing.length === 0) continue
    if (isFree(item))
      wish.changed.set(item, differing.map(property => wordsFor(basis, item, property)).join('; '))
    else wish.left.push(item)
  }
  return wish
}

/** Properties of what is there that an import would change. What it could not say is announced as lost elsewhere. */
export function differingIn({ basis, plan }: Planning, owner: StateItem, item: StateItem): string[] {
  const there = thereOf(basis, owner, item)
  if (there === null || isUntouched(item, basis.source, basis.target)) return []
  const fields = compareItem(basis, item, there)
  const properties = new Set(fields.flatMap(field => capabilityOf(item.kind, field)?.property ?? []))
  // Of a tree, only what its pages and reusable contents do not show themselves.
  if (item.kind === 'revision')
    return properties.has('variables of the space') ? ['variables of the space'] : []
  const reached = [...properties].filter(property => capabilityNamed(property).inPlace.git.reach === 'yes')
  for (const property of properties)
    if (!reached.includes(property) && basis.chosen.has(item))
      plan.losses.add(owner, item, property, capabilityNamed(property).inPlace.git.words)
  return reached
}

function thereOf({ matches, target }: PlanBasis, owner: StateItem, item: StateItem): StateItem | null {
  if (item.kind !== 'revision') return matches.target(item)
  const space = matches.target(owner)
  return space === null ? null : (target.list('revision', space)[0] ?? null)
}

function extraIn(basis: PlanBasis, owner: StateItem, items: readonly StateItem[]) {
  const there = basis.matches.target(owner)
  const kept = new Set(items.map(item => basis.matches.target(item)))
  const all = there === null ? [] : CONTENT.flatMap(kind => basis.target.list(kind, there))
  const rest = all.filter(item => !kept.has(item))
  const isRemoved = (item: StateItem) => isChosenExtra(basis, item)
  return { removed: rest.filter(isRemoved), extra: rest.filter(item => !isRemoved(item)) }
}

function wordsFor({ matches }: PlanBasis, item: StateItem, property: string): string {
  const [before, after] = [textOf(matches.target(item)?.json[property]), textOf(item.json[property])]
  if (before === null && after === null) return property
  return `${property} ${before === null ? 'none' : `"${before}"`} → ${after === null ? 'none' : `"${after}"`}`
}
