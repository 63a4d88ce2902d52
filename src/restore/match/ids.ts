/**
 * One table old → new, per kind. What is not in it is not mapped, and never guessed.
 */
import { isKeptKind } from '../../model/kept-kind.ts'
import type { CountsByKind, Kind } from '../../model/resource.ts'
import { isContent } from '../../resources/drafts.ts'
import type { Scratch } from '../scratch.ts'
import type { StateItem } from '../state.ts'

export interface Mapped {
  target: string
  /** Made by the run at work; else it was there. */
  made: boolean
}

/** What of the content of spaces and drafts became what is noted outside of memory. */
export class IdTable {
  readonly #byPath = new Map<string, Mapped>()
  readonly #byId = new Map<string, string>()
  readonly #targets = new Set<string>()
  readonly #any = new Map<string, string>()
  readonly #counts: CountsByKind = {}
  readonly #content: Scratch
  #areKept = true
  /** Of an id of content. */
  #longest = 0

  constructor(content: Scratch) {
    this.#content = content
  }

  set(kind: Kind, source: string, target: string, made: boolean): void {
    const id = source.slice(source.lastIndexOf('/') + 1)
    if (!this.has(kind, source) && isKeptKind(kind)) this.#counts[kind] = (this.#counts[kind] ?? 0) + 1
    // The organization has no path to tell its id by.
    if (id !== target && source !== '') this.#areKept = false
    if (isContent(kind)) {
      this.#setContent({ kind, source, id }, { target, made })
      return
    }
    this.#byPath.set(`${kind} ${source}`, { target, made })
    this.#targets.add(`${kind} ${this.#parentOf(source)} ${target}`)
    this.#byId.set(`${kind} ${id}`, target)
    // The organization has no path, and an empty text means nobody.
    if (id !== '' && (this.any(id) === undefined || made)) this.#any.set(id, target)
  }

  #setContent({ kind, source, id }: ContentName, { target, made }: Mapped): void {
    this.#content.set(`path ${kind} ${source}`, `${made ? MADE : FOUND}${target}`)
    this.#content.set(`id ${kind} ${id}`, target)
    this.#content.set(`target ${kind} ${this.#parentOf(source)} ${target}`, '')
    if (this.any(id) !== undefined && !made) return
    this.#any.delete(id)
    this.#content.set(`any ${id}`, target)
    this.#longest = Math.max(this.#longest, id.length)
  }

  /** Targets of a team's members are told apart by the team. */
  #parentOf(source: string): string {
    const cut = source.lastIndexOf('/')
    if (cut === -1) return ''
    const above = source.slice(0, cut)
    return this.any(above.slice(above.lastIndexOf('/') + 1)) ?? ''
  }

  of({ kind, path }: Pick<StateItem, 'kind' | 'path'>): Mapped | undefined {
    if (!isContent(kind)) return this.#byPath.get(`${kind} ${path}`)
    const noted = this.#content.get(`path ${kind} ${path}`)
    return noted === undefined ? undefined : { target: noted.slice(1), made: noted.startsWith(MADE) }
  }

  /** By platform id alone. */
  id(kind: Kind, id: string): string | undefined {
    return isContent(kind) ? this.#content.get(`id ${kind} ${id}`) : this.#byId.get(`${kind} ${id}`)
  }

  /** Whatever kind it is of. */
  any(id: string): string | undefined {
    return this.#any.get(id) ?? (id.length <= this.#longest ? this.#content.get(`any ${id}`) : undefined)
  }

  /** Whether something became it already. `parent`: the target of the parent, '' where it does not matter. */
  isTarget(kind: Kind, parent: string, target: string): boolean {
    const names = [`${kind} ${parent} ${target}`, `${kind}  ${target}`]
    return names.some(
      name => this.#targets.has(name) || (isContent(kind) && this.#content.has(`target ${name}`)),
    )
  }

  /** Whether every id stands for itself, but for that of the organization. */
  areKept(): boolean {
    return this.#areKept
  }

  has(kind: Kind, source: string): boolean {
    return this.of({ kind, path: source }) !== undefined
  }

  /** How many of each kind. */
  counts(): CountsByKind {
    return { ...this.#counts }
  }
}

interface ContentName {
  kind: Kind
  source: string
  id: string
}

const MADE = '+'
const FOUND = '='

/** What stands for a source id in the target; null when nothing does. */
export type MapId = (kind: Kind, id: string) => string | null

export const sameId: MapId = (_kind, id) => id
