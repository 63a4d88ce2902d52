/**
 * Which item of the target was taken for which of the source: each is taken once. Of content of spaces and drafts that is
 * noted outside of memory, by names, so that nothing of it is held.
 */
import { isContent } from '../../resources/drafts.ts'
import { itemCalled, nameOf } from '../naming.ts'
import type { Scratch } from '../scratch.ts'
import type { OrganizationState, StateItem } from '../state.ts'

export class Pairs {
  readonly #source: OrganizationState
  readonly #target: OrganizationState
  readonly #content: Scratch
  readonly #found = new Map<StateItem, StateItem>()
  readonly #taken = new Map<StateItem, StateItem>()

  constructor(source: OrganizationState, target: OrganizationState, content: Scratch) {
    this.#source = source
    this.#target = target
    this.#content = content
  }

  add(item: StateItem, target: StateItem): void {
    if (isContent(item.kind)) {
      this.#content.set(`found ${nameOf(item)}`, nameOf(target))
      this.#content.set(`taken ${nameOf(target)}`, nameOf(item))
      return
    }
    this.#found.set(item, target)
    this.#taken.set(target, item)
  }

  of(item: StateItem): StateItem | undefined {
    if (!isContent(item.kind)) return this.#found.get(item)
    const name = this.#content.get(`found ${nameOf(item)}`)
    return name === undefined ? undefined : itemCalled(this.#target, name)
  }

  takenFor(target: StateItem): StateItem | undefined {
    if (!isContent(target.kind)) return this.#taken.get(target)
    const name = this.#content.get(`taken ${nameOf(target)}`)
    return name === undefined ? undefined : itemCalled(this.#source, name)
  }

  has(item: StateItem): boolean {
    return isContent(item.kind) ? this.#content.has(`found ${nameOf(item)}`) : this.#found.has(item)
  }

  isTaken(target: StateItem): boolean {
    return isContent(target.kind) ? this.#content.has(`taken ${nameOf(target)}`) : this.#taken.has(target)
  }
}
