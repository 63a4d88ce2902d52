import { plural } from '../../model/plural.ts'
import { kindInSpace } from '../../resources/drafts.ts'
import type { StateItem } from '../state.ts'

/** As in `3 pages, 1 file`. */
export function countWords(items: readonly StateItem[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of items) {
    const name = kindInSpace(kind)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => plural(count, kind)).join(', ')
}
