/** A set of items of the source, in the order in which they came, that holds none of them: it notes what they are called. */
import { itemCalled, nameOf } from '../naming.ts'
import type { Scratch } from '../scratch.ts'
import type { OrganizationState, StateItem } from '../state.ts'

type Named = Pick<StateItem, 'kind' | 'path'>

export class ItemSet {
  readonly #names: Scratch

  constructor(names: Scratch) {
    this.#names = names
  }

  add(item: Named): void {
    this.#names.set(nameOf(item), '')
  }

  has(item: Named): boolean {
    return this.#names.has(nameOf(item))
  }

  *items(source: OrganizationState): Generator<StateItem> {
    for (const name of this.#names.names()) {
      const item = itemCalled(source, name)
      if (item !== undefined) yield item
    }
  }
}
