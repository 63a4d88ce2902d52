/** The site that a part of it stands under. */
import type { RestoreKnowledge } from '../apply/session.ts'
import type { StateItem } from '../state.ts'

export function siteOf(knowledge: RestoreKnowledge, item: StateItem): string {
  return knowledge.target(parentOf(item))
}

export function parentOf(item: StateItem): StateItem {
  if (item.parent === null) throw new Error(`${item.kind} ${item.id} stands under nothing`)
  return item.parent
}
