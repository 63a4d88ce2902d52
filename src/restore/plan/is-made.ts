import type { StateItem } from '../state.ts'
import type { PlanBasis, Planning } from './planning.ts'

/** Whether the plan so far makes it anew. Not what is undeleted, with all that it has. */
export function isMade({ basis, plan: { coming } }: Planning, item: StateItem): boolean {
  const { matches, profile } = basis
  if (item.kind === 'organization') return !profile.home
  return matches.target(item) === null && coming.has(item) && undeletedWith(basis, item) === null
}

/** The space with which an item comes back, under its old id, once that is undeleted: itself, or what it stands in. */
export function undeletedWith(
  { undeletable }: Pick<PlanBasis, 'undeletable'>,
  item: StateItem | null,
): StateItem | null {
  for (let current = item; current !== null; current = current.parent)
    if (current.kind === 'space' && undeletable.has(current.path)) return current
  return null
}
