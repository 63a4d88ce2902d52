/** What a plan says will be lost, while it is made: one entry for each place, property and reason, each item once. */
import { labelOf, nameOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import type { PlannedLoss } from './steps.ts'

const MOST_NAMES = 3

export class Losses {
  readonly #entries = new Map<string, PlannedLoss>()
  /** Item and property: whatever the reason, it is lost once. */
  readonly #lost = new Set<string>()

  /** `owner`: what the item stands in. The first reason counts. */
  add(owner: StateItem, item: StateItem, property: string, why: string): void {
    const lost = lossName(nameOf(item), property)
    if (this.#lost.has(lost)) return
    this.#lost.add(lost)
    const name = [nameOf(owner), property, why].join('\n')
    const entry = this.#entries.get(name) ?? emptyEntry(owner, property, why)
    this.#entries.set(name, entry)
    entry.count++
    entry.items.push(nameOf(item))
    if (entry.names.length < MOST_NAMES) entry.names.push(labelOf(item))
  }

  list(): PlannedLoss[] {
    return [...this.#entries.values()]
  }
}

/** As it can be looked up. `item`: kind and path. */
export function lossName(item: string, property: string): string {
  return `${item}\n${property}`
}

function emptyEntry(owner: StateItem, property: string, why: string): PlannedLoss {
  const { kind, path } = owner
  return { kind, source: path, label: labelOf(owner), property, count: 0, why, names: [], items: [] }
}
