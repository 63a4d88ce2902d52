/**
 * Where a change belongs: the space, site, team or other thing directly under the organization that it stands in; and the
 * topmost thing that it came or went with, so that one deleted space is one thing that was done. Holds a bounded number of
 * answers.
 */

import type { ChangeType } from '../model/change.ts'
import { valuesAt } from '../model/paths.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotPair } from '../model/snapshot.ts'
import { referencedKinds } from '../resources/references.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceKey, StoredResource, Vault } from '../vault/vault.ts'
import type { DescribedChange } from './change.ts'
import { itemOf, makeLabelOf } from './describe.ts'

export interface Place {
  /** Of the thing; null for the organization, and for what nobody could read. */
  kind: Kind | null
  id: string
  title: string
}

export interface Placed {
  place: Place
  /** Null: it stands by itself. */
  wentWith: ResourceKey | null
}

export type PlaceOf = (change: DescribedChange) => Placed

const ORGANIZATION: Place = { kind: null, id: 'organization', title: 'the organization' }
export const UNREAD: Place = { kind: null, id: 'unread', title: 'not read' }
/** More places than anybody reads. */
export const ELSEWHERE: Place = { kind: null, id: 'elsewhere', title: 'elsewhere' }

const MAX_KNOWN = 20_000

interface Standing extends Placed {
  /** Only in the second, or only in the first. */
  fate: 'added' | 'removed' | null
}

export interface Sides extends SnapshotPair {
  by: 'id' | 'path'
}

export function makePlaceOf(vault: Vault, resources: readonly Resource[], { a, b, by }: Sides): PlaceOf {
  const label = makeLabelOf(vault, resources)
  const containers: ReadonlySet<Kind> = new Set(
    resources.map(one => one.parent).filter(one => one !== null && one !== 'organization'),
  )
  const holders = holdersAmong(resources)
  const references = new Map(resources.map(one => [one.kind, referencedKinds(one)]))
  const known = new Map<ResourceKey, Standing>()

  const standingOf = (key: ResourceKey): Standing => {
    const found = known.get(key)
    if (found) return found
    if (known.size >= MAX_KNOWN) known.clear()
    const standing = look(key)
    known.set(key, standing)
    return standing
  }
  const look = (key: ResourceKey): Standing => {
    const [before, after] = [vault.at(a.snapshot, key), vault.at(b.snapshot, key)]
    const one = after ?? before
    if (one === null) return { place: ORGANIZATION, wentWith: null, fate: null }
    const fate = before === null ? 'added' : after === null ? 'removed' : null
    const above = isTop(one) || one.parent === null ? null : standingOf(one.parent)
    const place = above?.place ?? (holders.has(one.kind) || fate !== null ? placeOf(one) : ORGANIZATION)
    const wentWith = fate === null ? null : above?.fate === fate ? (above.wentWith ?? one.parent) : null
    return { place, wentWith, fate }
  }
  const placeOf = (one: StoredResource): Place => ({ kind: one.kind, id: one.id, title: label(one) })

  return change => {
    const one = change.after ?? change.before
    if (one === null) return { place: UNREAD, wentWith: null }
    if (by === 'path') return { place: byTitle(change), wentWith: null }
    if (containers.has(one.kind) && one.parent !== null) return containerAt(one)
    const above = isTop(one) || one.parent === null ? null : standingOf(one.parent)
    if (above && above.fate !== null && above.fate === change.type)
      return { place: above.place, wentWith: above.wentWith ?? one.parent }
    return referred(one, change.type) ?? { place: above?.place ?? ORGANIZATION, wentWith: null }
  }

  function containerAt(one: StoredResource): Placed {
    const { place, wentWith } = standingOf(one.key)
    return { place, wentWith }
  }

  /** What only says something about another thing goes with that: who could open a space that is no more. */
  function referred(one: StoredResource, type: ChangeType): Placed | null {
    if (type !== 'added' && type !== 'removed') return null
    const [there, other] = type === 'removed' ? [a, b] : [b, a]
    for (const { kind, paths } of references.get(one.kind) ?? []) {
      if (!containers.has(kind)) continue
      for (const id of paths.flatMap(path => valuesAt(itemOf(vault, one), path))) {
        const [target] = typeof id === 'string' ? vault.find(there.snapshot, kind, id) : []
        if (!target || target.parentKind === null || vault.at(other.snapshot, target.key) !== null) continue
        const { place, wentWith } = standingOf(target.key)
        return { place, wentWith: wentWith ?? target.key }
      }
    }
    return null
  }
}

/** Kinds that hold something of their own. What a member can open stands in the spaces, and is only listed there. */
function holdersAmong(resources: readonly Resource[]): Set<Kind | null> {
  const held = resources.filter(one => !('insteadOf' in one) || one.insteadOf === undefined)
  return new Set(held.map(one => one.parent))
}

/** Ids say nothing across organizations: what stands in spaces of one title stands in one place. */
function byTitle({ description: { within } }: DescribedChange): Place {
  return within === null ? ORGANIZATION : { kind: 'space', id: within, title: within }
}

function isTop({ parentKind }: StoredResource): boolean {
  return parentKind === null || parentKind === 'organization'
}
