/**
 * Reads a snapshot of one organization for a restore, a scope after the other: of what stands in spaces and drafts only
 * whether there is any, as that is read owner by owner when it is asked for.
 */
import { giveWay } from '../model/give-way.ts'
import type { Kind } from '../model/resource.ts'
import { atOnce, inTurns, type Stepwise } from '../model/stepwise.ts'
import { OWNERS } from '../resources/drafts.ts'
import type { ResourceKey, Scope, StoredResource, Vault } from '../vault/vault.ts'
import { KnownContents } from './known-contents.ts'
import { OwnedContents } from './owned-contents.ts'
import { indexState, type OrganizationState } from './state.ts'
import {
  inPlace,
  isOwned,
  OWNED,
  placeOf,
  ReadItem,
  type StateItem,
  type StateReading,
} from './state-item.ts'

/** `known`: of this vault, as far as it was read already. */
export function readState(vault: Vault, snapshot: number, known?: KnownContents): OrganizationState {
  return atOnce(readingOf(vault, snapshot, known))
}

/** With turns for others between two scopes. */
export function readStateInTurns(
  vault: Vault,
  snapshot: number,
  known?: KnownContents,
): Promise<OrganizationState> {
  return inTurns(readingOf(vault, snapshot, known), giveWay)
}

function* readingOf(
  vault: Vault,
  snapshot: number,
  known = new KnownContents(),
): Stepwise<OrganizationState> {
  const reading = { vault, snapshot, known }
  // The one of before may have ended in this turn.
  yield
  const { items, kinds, owners } = yield* itemsOf(reading)
  // Held from here on, as the order of what is not read owner by owner is in it.
  for (const item of items) {
    if (!isOwned(item.kind)) placeOf(item)
    yield
  }
  const held = indexState(vault, snapshot, items, known)
  const owned = new OwnedContents(
    reading,
    OWNERS.flatMap(kind => held.list(kind)),
    owners,
  )
  return withOwned(held, owned, [...new Set([...kinds, ...held.kinds()])])
}

/** In some spaces and drafts of a state what another one of the same vault has there. `owners`: they are in both. */
export function withContentsOf(
  held: OrganizationState,
  other: OrganizationState,
  owners: readonly StateItem[],
): OrganizationState {
  const { vault, snapshot } = other
  const kinds = OWNED.map(kind => {
    const having = owners.filter(owner => {
      const there = other.at(owner.kind, owner.path)
      return there !== undefined && other.isAny(kind, there)
    })
    return [kind, new Set(having.map(({ resource }) => resource.key))] as const
  })
  const owned = new OwnedContents({ vault, snapshot, known: new KnownContents() }, owners, new Map(kinds))
  const there = kinds.flatMap(([kind, having]) => (having.size > 0 ? [kind] : []))
  return withOwned(held, owned, [...new Set([...held.kinds(), ...there])])
}

/** `held`: all but what is read owner by owner, and what of that stands under nothing that there is. */
function withOwned(held: OrganizationState, owned: OwnedContents, kinds: Kind[]): OrganizationState {
  function* each(kind: Kind): Generator<StateItem> {
    yield* held.list(kind)
    if (isOwned(kind)) yield* owned.each(kind)
  }
  return {
    ...held,
    list(kind, parent) {
      if (!isOwned(kind) || (parent && !owned.isAny(kind, parent))) return held.list(kind, parent)
      return parent === undefined ? inPlace([...each(kind)]) : owned.list(kind, parent)
    },
    each,
    isAny: (kind, parent) => held.isAny(kind, parent) || (isOwned(kind) && owned.isAny(kind, parent)),
    kinds: () => [...kinds],
    at: (kind, path) => held.at(kind, path) ?? (isOwned(kind) ? owned.at(kind, path) : undefined),
    has: (kind, path) => held.has(kind, path) || (isOwned(kind) && owned.has(kind, path)),
    byId: (kind, id) => held.byId(kind, id) ?? (isOwned(kind) ? owned.byId(kind, id) : undefined),
  }
}

interface ReadItems {
  items: StateItem[]
  /** All that there are, in the order of the vault. */
  kinds: ReadonlySet<Kind>
  /** By kind, who has some of what is read owner by owner. */
  owners: ReadonlyMap<Kind, ReadonlySet<ResourceKey>>
}

function* itemsOf(reading: StateReading): Stepwise<ReadItems> {
  const { vault, snapshot } = reading
  const scopes: Scope[] = []
  for (const scope of vault.scopes(snapshot)) {
    scopes.push(scope)
    yield
  }
  const { stored, rows } = yield* heldRows(reading, scopes)
  const items = new Map<ResourceKey, StateItem>()
  const kinds = new Set<Kind>()
  const owners = new Map<Kind, Set<ResourceKey>>()
  const itemOf = (resource: StoredResource): StateItem => {
    const known = items.get(resource.key)
    if (known) return known
    const above = resource.parent === null ? undefined : stored.get(resource.parent)
    const item = new ReadItem(reading, resource, above ? itemOf(above) : null)
    items.set(resource.key, item)
    kinds.add(item.kind)
    return item
  }
  for (const scope of scopes) {
    const { kind, parent } = scope
    const above = parent === null ? undefined : stored.get(parent)
    if (isOwned(kind) && above !== undefined) {
      itemOf(above)
      kinds.add(kind)
      owners.set(kind, (owners.get(kind) ?? new Set()).add(above.key))
    } else for (const row of rows.get(scope) ?? vault.resources(snapshot, scope)) itemOf(row)
    yield
  }
  return { items: [...items.values()], kinds, owners }
}

/** Of what is not read owner by owner, by scope and by key. */
function* heldRows({ vault, snapshot }: StateReading, scopes: readonly Scope[]) {
  const rows = new Map<Scope, readonly StoredResource[]>()
  const stored = new Map<ResourceKey, StoredResource>()
  for (const scope of scopes) {
    if (isOwned(scope.kind)) continue
    const list = [...vault.resources(snapshot, scope)]
    for (const row of list) stored.set(row.key, row)
    rows.set(scope, list)
    yield
  }
  return { rows, stored }
}
