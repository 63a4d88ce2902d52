/** The site that a part of it stands under. */
import type { Doing } from '../apply/doing.ts'
import type { StateItem } from '../state.ts'

export function siteOf(doing: Doing, item: StateItem): string {
  return doing.target(parentOf(item))
}

export function parentOf(item: StateItem): StateItem {
  if (item.parent === null) throw new Error(`${item.kind} ${item.id} stands under nothing`)
  return item.parent
}
