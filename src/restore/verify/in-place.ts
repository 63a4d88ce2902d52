/** Differences in the order of the items that they are of, in whatever order these were compared; kind by kind as they came. */
import type { Kind } from '../../model/resource.ts'
import type { StateItem } from '../state.ts'
import { comparePlaces, type Place, placeOf } from '../state-item.ts'
import type { Difference } from './verification.ts'

export class DifferencesInPlace {
  readonly #byKind = new Map<Kind, { place: Place; difference: Difference }[]>()

  add(item: StateItem, difference: Difference): void {
    const found = this.#byKind.get(item.kind) ?? []
    this.#byKind.set(item.kind, found)
    found.push({ place: placeIn(item), difference })
  }

  list(): Difference[] {
    return [...this.#byKind.values()].flatMap(found =>
      found.toSorted((a, b) => comparePlaces(a.place, b.place)).map(({ difference }) => difference),
    )
  }
}

/** What cannot be read has no age. */
function placeIn(item: StateItem): Place {
  try {
    return placeOf(item)
  } catch {
    return { key: 0, age: '', path: item.path }
  }
}
