/**
 * Which item of the target was taken for which of the source: each is taken once. Of content of spaces and drafts that is
 * noted outside of memory, by names, so that nothing of it is held.
 */
import { isContent, kindUnder, NODES } from '../../resources/drafts.ts'
import { nameOf } from '../naming.ts'
import type { Scratch } from '../scratch.ts'
import type { OrganizationState, StateItem } from '../state.ts'

export class Pairs {
  readonly #target: OrganizationState
  readonly #content: Scratch
  readonly #found = new Map<StateItem, StateItem>()
  readonly #taken = new Set<StateItem>()

  constructor(target: OrganizationState, content: Scratch) {
    this.#target = target
    this.#content = content
  }

  add(item: StateItem, target: StateItem): void {
    if (isContent(item.kind)) {
      this.#content.set(`found ${nameOf(item)}`, nameOf(target))
      this.#content.set(`taken ${nameOf(target)}`, '')
      return
    }
    this.#found.set(item, target)
    this.#taken.add(target)
  }

  of(item: StateItem): StateItem | undefined {
    if (!isContent(item.kind)) return this.#found.get(item)
    const name = this.#content.get(`found ${nameOf(item)}`)
    if (name === undefined) return undefined
    const path = name.slice(name.indexOf(' ') + 1)
    // Where groups cannot be made, a page stands for one.
    return [item.kind, ...NODES.map(kind => kindUnder(item.parent?.kind ?? 'space', kind))]
      .filter(kind => nameOf({ kind, path }) === name)
      .map(kind => this.#target.at(kind, path))
      .find(there => there !== undefined)
  }

  has(item: StateItem): boolean {
    return isContent(item.kind) ? this.#content.has(`found ${nameOf(item)}`) : this.#found.has(item)
  }

  isTaken(target: StateItem): boolean {
    return isContent(target.kind) ? this.#content.has(`taken ${nameOf(target)}`) : this.#taken.has(target)
  }
}
