/**
 * What stands in the spaces and drafts of a state, read owner by owner from the rows of the vault: what nobody holds any
 * more is forgotten, and read again when it is asked for. Guarantees that an item which somebody holds stays the same.
 */

import type { Kind } from '../model/resource.ts'
import type { ResourceKey } from '../vault/vault.ts'
import { inPlace, ReadItem, type StateItem, type StateReading } from './state-item.ts'

/** Held whoever asks for them: as many as are worked at side by side, on both sides of a reference. */
const MOST_OWNERS = 4

/** Of one kind and owner. Each of its items holds all of it. */
interface Scope {
  items: readonly StateItem[]
  byId: ReadonlyMap<string, StateItem>
}

export class OwnedContents {
  readonly #reading: StateReading
  readonly #owners: ReadonlyMap<ResourceKey, StateItem>
  readonly #byPath: ReadonlyMap<string, StateItem>
  /** Owners that have something of a kind. */
  readonly #kinds: ReadonlyMap<Kind, ReadonlySet<ResourceKey>>
  readonly #scopes = new Map<string, WeakRef<Scope>>()
  readonly #orders = new Map<string, readonly ResourceKey[]>()
  readonly #recent = new Map<ResourceKey, Map<Kind, Scope>>()

  /** `owners`: in their order. */
  constructor(
    reading: StateReading,
    owners: readonly StateItem[],
    kinds: ReadonlyMap<Kind, ReadonlySet<ResourceKey>>,
  ) {
    this.#reading = reading
    this.#owners = new Map(owners.map(owner => [owner.resource.key, owner]))
    this.#byPath = new Map(owners.map(owner => [owner.path, owner]))
    this.#kinds = kinds
  }

  isAny(kind: Kind, owner?: StateItem): boolean {
    return owner === undefined ? (this.#kinds.get(kind)?.size ?? 0) > 0 : this.#hasAny(kind, owner)
  }

  list(kind: Kind, owner: StateItem): readonly StateItem[] {
    return this.#scope(kind, owner)?.items ?? []
  }

  *each(kind: Kind): Generator<StateItem> {
    for (const owner of this.#owners.values()) yield* this.list(kind, owner)
  }

  at(kind: Kind, path: string): StateItem | undefined {
    const cut = path.lastIndexOf('/')
    const owner = this.#byPath.get(path.slice(0, cut))
    return owner && this.#scope(kind, owner)?.byId.get(path.slice(cut + 1))
  }

  /** Whether there is one, without all that stands beside it. */
  has(kind: Kind, path: string): boolean {
    const cut = path.lastIndexOf('/')
    const owner = this.#byPath.get(path.slice(0, cut))
    if (owner === undefined || !this.#hasAny(kind, owner)) return false
    const id = path.slice(cut + 1)
    const known = this.#known(kind, owner)
    if (known !== undefined) return known.byId.has(id)
    const { vault, snapshot } = this.#reading
    return vault.find(snapshot, kind, id).some(({ parent }) => parent === owner.resource.key)
  }

  /** The first by its path. */
  byId(kind: Kind, id: string): StateItem | undefined {
    if (!this.#kinds.has(kind)) return undefined
    const { vault, snapshot } = this.#reading
    const owners = vault.find(snapshot, kind, id).flatMap(({ parent }) => {
      const owner = parent === null ? undefined : this.#owners.get(parent)
      return owner === undefined ? [] : [owner]
    })
    const [first] = owners.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    return first && this.#scope(kind, first)?.byId.get(id)
  }

  #hasAny(kind: Kind, owner: StateItem): boolean {
    const { key } = owner.resource
    return this.#owners.get(key) === owner && this.#kinds.get(kind)?.has(key) === true
  }

  #known(kind: Kind, { resource: { key } }: StateItem): Scope | undefined {
    return this.#scopes.get(nameOf(kind, key))?.deref()
  }

  #scope(kind: Kind, owner: StateItem): Scope | undefined {
    if (!this.#hasAny(kind, owner)) return undefined
    const scope = this.#known(kind, owner) ?? this.#read(kind, owner)
    this.#hold(kind, owner.resource.key, scope)
    return scope
  }

  #read(kind: Kind, owner: StateItem): Scope {
    const { vault, snapshot } = this.#reading
    const { key } = owner.resource
    const scope: Scope = { items: [], byId: new Map() }
    const items = Array.from(
      vault.resources(snapshot, { kind, parent: key }),
      resource => new ReadItem(this.#reading, resource, owner, scope),
    )
    scope.items = this.#inOrder(nameOf(kind, key), items)
    scope.byId = new Map(scope.items.map(item => [item.id, item]))
    this.#scopes.set(nameOf(kind, key), new WeakRef(scope))
    return scope
  }

  /** Some are in an order that only their JSON tells: it is read once. */
  #inOrder(name: string, items: readonly StateItem[]): StateItem[] {
    const known = this.#orders.get(name)
    if (known === undefined) {
      const ordered = inPlace(items)
      this.#orders.set(
        name,
        ordered.map(item => item.resource.key),
      )
      return ordered
    }
    const byKey = new Map(items.map(item => [item.resource.key, item]))
    return known.flatMap(key => byKey.get(key) ?? [])
  }

  #hold(kind: Kind, owner: ResourceKey, scope: Scope): void {
    const held = this.#recent.get(owner) ?? new Map<Kind, Scope>()
    held.set(kind, scope)
    this.#recent.delete(owner)
    this.#recent.set(owner, held)
    const [oldest] = this.#recent.keys()
    if (this.#recent.size > MOST_OWNERS && oldest !== undefined) this.#recent.delete(oldest)
  }
}

function nameOf(kind: Kind, owner: ResourceKey): string {
  return `${kind} ${owner}`
}
