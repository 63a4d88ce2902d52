/** What a state holds of a resource: small, its JSON read when it is asked for. And the order in which things were made. */

import { type Fields, recordOf, textOf } from '../model/fields.ts'
import type { Kind } from '../model/resource.ts'
import { CONTENT, isContent, isTree } from '../resources/drafts.ts'
import { resources } from '../resources/index.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import type { KnownContents } from './known-contents.ts'

export interface StateItem {
  kind: Kind
  id: string
  /** Ids from below the organization down to it, joined by '/'. */
  path: string
  parent: StateItem | null
  readonly json: Fields
  resource: StoredResource
}

export interface StateReading {
  vault: Vault
  snapshot: number
  known: KnownContents
}

export class ReadItem implements StateItem {
  readonly kind: Kind
  readonly id: string
  readonly path: string
  readonly parent: StateItem | null
  readonly resource: StoredResource
  /** What else stays as long as this is held. */
  readonly together: object | null
  readonly #reading: StateReading
  /** Of what there are many, only weakly: read again where the memory was wanted for something else. */
  #held: Fields | WeakRef<Fields> | null = null

  constructor(
    reading: StateReading,
    resource: StoredResource,
    parent: StateItem | null,
    together: object | null = null,
  ) {
    this.#reading = reading
    this.resource = resource
    this.parent = parent
    this.together = together
    this.kind = resource.kind
    this.id = resource.id
    this.path = parent === null ? '' : parent.path === '' ? resource.id : `${parent.path}/${resource.id}`
  }

  get json(): Fields {
    const known = this.#held instanceof WeakRef ? this.#held.deref() : this.#held
    if (known !== undefined && known !== null) return known
    const json = this.#read()
    this.#held = isOwned(this.kind) ? new WeakRef(json) : json
    return json
  }

  #read(): Fields {
    const json = recordOf(jsonIn(this.#reading, this.resource)) ?? {}
    return this.kind === 'revision' ? { ...json, ...revisionId(this.#reading, this.resource) } : json
  }
}

/** Stands in a space or a draft, or is the tree of one. */
export function isOwned(kind: Kind): boolean {
  return isContent(kind) || isTree(kind)
}

export const OWNED: readonly Kind[] = resources.map(({ kind }) => kind).filter(isOwned)

export function jsonIn(
  { vault, known }: Pick<StateReading, 'vault' | 'known'>,
  resource: StoredResource,
): unknown {
  return known.json(resource.content, () => vault.readJson(resource))
}

/** What a revision is called is no change of it: the JSON says what it was called when the tree last changed. */
function revisionId({ vault, snapshot }: StateReading, { kind, parent }: StoredResource): { id?: string } {
  if (parent === null) return {}
  const token = vault.lastRead(snapshot, parent, kind)?.token
  return typeof token === 'string' && token !== '' ? { id: token } : {}
}

/** Among those of its kind; holds nothing. */
export interface Place {
  key: number
  age: string
  path: string
}

/** The order in which things were made is the order in which they are made again. */
export function placeOf(item: StateItem): Place {
  // What a tree orders lies in the vault in this order: what is read together lies together.
  if (UNORDERED.has(item.kind)) return { key: item.resource.key, age: '', path: '' }
  return { key: 0, age: ageOf(item), path: item.path }
}

export function comparePlaces(a: Place, b: Place): number {
  if (a.key !== b.key) return a.key - b.key
  if (a.age !== b.age) return a.age < b.age ? -1 : 1
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

export function inPlace<Item extends StateItem>(items: readonly Item[]): Item[] {
  const places = new Map(items.map(item => [item, placeOf(item)]))
  const at = (item: Item) => places.get(item) ?? placeOf(item)
  return items.toSorted((a, b) => comparePlaces(at(a), at(b)))
}

const UNORDERED: ReadonlySet<Kind> = new Set(CONTENT)

function ageOf(item: StateItem): string {
  const { json } = item
  if (typeof json.number === 'number') return String(json.number).padStart(12, '0')
  return textOf(json.createdAt) ?? textOf(json.postedAt) ?? textOf(json.joinedAt) ?? ''
}
