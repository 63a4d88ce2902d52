/**
 * Where pages stand: a tree of names and the shortest sequence of moves that gives it the order and nesting that is
 * wanted. What is not named in the wish (pages that others made since) stays where it is; every move is tried on the tree
 * before it is answered, and none puts a page below itself.
 */
import { longestRise } from './longest-rise.ts'

/** A page that is wanted, by what it is called in the tree; new ones by a name that the tree does not have yet. */
export interface Wish {
  id: string
  below: readonly Wish[]
}

export interface Placement {
  id: string
  /** Null: at the root. */
  into: string | null
  /** Among those that stand there when it comes, itself not counted. */
  at: number
  isNew: boolean
}

export interface PlaceTree {
  id: string
  pages?: readonly PlaceTree[] | null | undefined
}

export class Places {
  readonly #below = new Map<string | null, string[]>([[null, []]])
  readonly #above = new Map<string, string | null>()

  constructor(pages: readonly PlaceTree[]) {
    const add = (list: readonly PlaceTree[], above: string | null) => {
      for (const page of list) {
        this.place({ id: page.id, into: above, at: this.below(above).length })
        add(page.pages ?? [], page.id)
      }
    }
    add(pages, null)
  }

  has(id: string): boolean {
    return this.#above.has(id)
  }

  above(id: string): string | null {
    return this.#above.get(id) ?? null
  }

  below(id: string | null): readonly string[] {
    return this.#below.get(id) ?? []
  }

  isWithin(id: string | null, root: string): boolean {
    for (let current = id; current !== null; current = this.above(current)) if (current === root) return true
    return false
  }

  place({ id, into, at }: Pick<Placement, 'id' | 'into' | 'at'>): void {
    if (this.has(id)) this.#list(this.above(id)).splice(this.below(this.above(id)).indexOf(id), 1)
    this.#above.set(id, into)
    this.#list(into).splice(at, 0, id)
  }

  #list(id: string | null): string[] {
    const list = this.#below.get(id) ?? []
    this.#below.set(id, list)
    return list
  }
}

/**
 * In the order in which they are to be made. `mayMove`: pages that have to stay where they are for another reason are
 * not moved, and the others go around them. Changes `places` to what stands there afterwards.
 */
export function arrange(
  places: Places,
  wishes: readonly Wish[],
  mayMove: (id: string) => boolean = () => true,
): Placement[] {
  const placements: Placement[] = []
  const level = (above: string | null, wanted: readonly Wish[]): void => {
    const stays = stayingOf(places, above, wanted, mayMove)
    let before: string | null = null
    wanted.forEach(({ id }, index) => {
      if (!stays.has(id)) {
        const isNew = !places.has(id)
        if (!isNew && (!mayMove(id) || places.isWithin(above, id))) return
        const next = () => wanted.slice(index + 1).find(wish => stays.has(wish.id))?.id
        const placement = { id, into: above, at: indexAt(places.below(above), id, before, next), isNew }
        places.place(placement)
        placements.push(placement)
      }
      before = id
    })
    for (const { id, below } of wanted) if (places.has(id)) level(id, below)
  }
  level(null, wishes)
  return placements
}

/** The most that can stay; those that may not be moved before all others. */
function stayingOf(
  places: Places,
  above: string | null,
  wanted: readonly Wish[],
  mayMove: (id: string) => boolean,
): ReadonlySet<string> {
  const here = new Map(places.below(above).map((id, index) => [id, index]))
  const present = wanted.flatMap(({ id }) => {
    const index = here.get(id)
    return index === undefined ? [] : [{ id, value: index, weight: mayMove(id) ? 1 : wanted.length + 1 }]
  })
  return new Set(longestRise(present).map(page => page.id))
}

/** Behind the one before it; the first one before the next that stays. */
function indexAt(
  here: readonly string[],
  id: string,
  before: string | null,
  next: () => string | undefined,
): number {
  // Itself not counted.
  const indexOf = (other: string) => {
    const index = here.indexOf(other)
    const own = here.indexOf(id)
    return own !== -1 && own < index ? index - 1 : index
  }
  if (before !== null) return indexOf(before) + 1
  const behind = next()
  return behind === undefined ? 0 : indexOf(behind)
}
