import type { StateItem } from '../state.ts'
import type { Planning } from './planning.ts'

/** Whether the plan so far makes it anew. Not what is undeleted, with all that it has. */
export function isMade(
  { basis: { matches, undeletable, profile }, plan: { coming } }: Planning,
  item: StateItem,
): boolean {
  if (item.kind === 'organization') return !profile.home
  if (matches.target(item) !== null || !coming.has(item)) return false
  for (let current: StateItem | null = item; current !== null; current = current.parent)
    if (current.kind === 'space' && undeletable.has(current.path)) return false
  return true
}
