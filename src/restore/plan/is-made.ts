import { nameOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import type { Planning } from './planning.ts'

/** Whether the plan so far makes it anew. Not what is undeleted, with all that it has. */
export function isMade(
  { basis: { matches, undeletable, profile }, plan: { coming } }: Planning,
  item: StateItem,
): boolean {
  if (item.kind === 'organization') return !profile.home
  if (matches.target(item) !== null || !coming.has(nameOf(item))) return false
  for (let one: StateItem | null = item; one !== null; one = one.parent)
    if (one.kind === 'space' && undeletable.has(one.path)) return false
  return true
}
