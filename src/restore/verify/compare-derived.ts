/**
 * What nothing writes because it follows from the rest, like who gets into a space: looked for where what it belongs to
 * is now, and told for what it is. It is no difference of its own: what it follows from is compared.
 */
import type { Kind } from '../../model/resource.ts'
import { resources } from '../../resources/index.ts'
import { compareItem } from '../match/compare-item.ts'
import { matchesField } from '../plan/declared-losses.ts'
import type { StateItem } from '../state.ts'
import type { CompareRequest } from './verification.ts'

const notes = new Map(
  resources.flatMap(({ kind, restore }) => (restore.derived ? [[kind, restore.note]] : [])),
)

/** Null for whatever has to be written. */
export function noteOfDerived(kind: Kind): string | null {
  return notes.get(kind) ?? null
}

export function isDerivedThere(request: CompareRequest, item: StateItem): boolean {
  const { matches, target } = request
  const above = item.parent && matches.target(item.parent)
  if (!above) return false
  const there = target.at(item.kind, `${above.path}/${matches.ids.any(item.id) ?? item.id}`)
  if (there === undefined) return false
  // People keep their own name and picture.
  return compareItem(request, item, there).every(field => matchesField(field, 'user'))
}
