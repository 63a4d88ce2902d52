/**
 * One table old → new, per kind. What is not in it is not mapped, and never guessed.
 */
import { isKeptKind } from '../../model/kept-kind.ts'
import type { CountsByKind, Kind } from '../../model/resource.ts'
import type { StateItem } from '../state.ts'

export interface Mapped {
  target: string
  /** Made by the run at work; else it was there. */
  made: boolean
}

export class IdTable {
  readonly #byPath = new Map<string, Mapped>()
  readonly #byId = new Map<string, string>()
  readonly #targets = new Set<string>()
  readonly #any = new Map<string, string>()
  #areKept = true

  set(kind: Kind, source: string, target: string, made: boolean): void {
    this.#byPath.set(`${kind} ${source}`, { target, made })
    this.#targets.add(`${kind} ${this.#parentOf(source)} ${target}`)
    const id = source.slice(source.lastIndexOf('/') + 1)
    this.#byId.set(`${kind} ${id}`, target)
    if (id !== target) this.#areKept = false
    // The organization has no path, and an empty text means nobody.
    if (id !== '' && (!this.#any.has(id) || made)) this.#any.set(id, target)
  }

  /** Targets of a team's members are told apart by the team. */
  #parentOf(source: string): string {
    const cut = source.lastIndexOf('/')
    if (cut === -1) return ''
    const above = source.slice(0, cut)
    return this.#any.get(above.slice(above.lastIndexOf('/') + 1)) ?? ''
  }

  of(item: Pick<StateItem, 'kind' | 'path'>): Mapped | undefined {
    return this.#byPath.get(`${item.kind} ${item.path}`)
  }

  /** By platform id alone. */
  id(kind: Kind, id: string): string | undefined {
    return this.#byId.get(`${kind} ${id}`)
  }

  /** Whatever kind it is of. */
  any(id: string): string | undefined {
    return this.#any.get(id)
  }

  /** Whether something became it already. `parent`: the target of the parent, '' where it does not matter. */
  isTarget(kind: Kind, parent: string, target: string): boolean {
    return this.#targets.has(`${kind} ${parent} ${target}`) || this.#targets.has(`${kind}  ${target}`)
  }

  /** Whether every id stands for itself. */
  areKept(): boolean {
    return this.#areKept
  }

  has(kind: Kind, source: string): boolean {
    return this.#byPath.has(`${kind} ${source}`)
  }

  /** How many of each kind. */
  counts(): CountsByKind {
    const counts: CountsByKind = {}
    for (const name of this.#byPath.keys()) {
      const kind = name.slice(0, name.indexOf(' '))
      if (isKeptKind(kind)) counts[kind] = (counts[kind] ?? 0) + 1
    }
    return counts
  }
}

/** What stands for a source id in the target; null when nothing does. */
export type MapId = (kind: Kind, id: string) => string | null

export const sameId: MapId = (_kind, id) => id
