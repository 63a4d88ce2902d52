/** What of a list or of a source's answer could not be read, while the rest could. */
import type { Kind } from '../model/resource.ts'
import { type UnreadableItem, UnreadableItems } from '../platform/errors.ts'
import { ImplausibleAnswer } from '../resources/implausible-answer.ts'
import type { Resource, Unreadable } from '../resources/resource.ts'

/** Thrown at the end of a source of which everything else was given. */
export class UnreadableParts extends ImplausibleAnswer {
  /** By kind, also of kinds that only may have lost something. */
  readonly parts: ReadonlyMap<Resource, Unreadable>

  constructor(kind: Kind, parts: ReadonlyMap<Resource, Unreadable>) {
    const all = [...parts.values()].flatMap(({ items, within }) => items.map(item => ({ ...item, within })))
    const [first] = all
    super(
      'invalid',
      `${kind}: ${all.length} parts could not be read; item ${first?.position} of ${first?.within}: ${first?.message}`,
    )
    this.parts = parts
  }
}

/** Null: the error is another one. A source that is made of lists is not whole without one of their items. */
export function unreadableOf(
  { head, atomic }: { head: Resource; atomic: boolean },
  error: unknown,
): ReadonlyMap<Resource, Unreadable> | null {
  if (error instanceof UnreadableParts) return error.parts
  if (atomic || !(error instanceof UnreadableItems)) return null
  return new Map([[head, { items: error.items, within: 'the list', mayBe: () => true }]])
}

/** What was left out of one scope. */
export interface LeftOutItems {
  items: readonly UnreadableItem[]
  within: string
  /** In the base and not named: perhaps among the items. */
  unsure: readonly string[]
}
