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
import type { ChangedName, ResourceKey, StoredResource, Vault } from '../vault/vault.ts'
import type { DescribedChange } from './change.ts'
import { itemOf, type LabelOf, makeLabelOf } from './describe.ts'

export interface ChangeOwner {
  /** Of the thing; null for the organization, and for what nobody could read. */
  kind: Kind | null
  id: string
  /** Of a thing it is read when it is asked for, while the vault is open. */
  readonly title: string
}

export interface Ownership {
  owner: ChangeOwner
  /** Null: it stands by itself. */
  wentWith: ResourceKey | null
}

const ORGANIZATION: ChangeOwner = { kind: null, id: 'organization', title: 'the organization' }
export const UNREAD: ChangeOwner = { kind: null, id: 'unread', title: 'not read' }
/** More owners than anybody reads. */
export const ELSEWHERE: ChangeOwner = { kind: null, id: 'elsewhere', title: 'elsewhere' }

const MAX_KNOWN = 20_000

/** Of a resource, whether it changed or not. */
interface Standing extends Ownership {
  /** Only in the second, or only in the first. */
  fate: 'added' | 'removed' | null
}

export interface Sides extends SnapshotPair {
  by: 'id' | 'path'
}

export class Owners {
  readonly #vault: Vault
  readonly #sides: Sides
  readonly #label: LabelOf
  readonly #containers: ReadonlySet<Kind>
  readonly #holders: ReadonlySet<Kind | null>
  readonly #references: ReadonlyMap<Kind, ReturnType<typeof referencedKinds>>
  readonly #referredBy = new Map<Kind, Kind[]>()
  readonly #known = new Map<ResourceKey, Standing>()

  constructor(vault: Vault, resources: readonly Resource[], sides: Sides) {
    this.#vault = vault
    this.#sides = sides
    this.#label = makeLabelOf(vault, resources)
    this.#containers = containersAmong(resources)
    this.#holders = holdersAmong(resources)
    this.#references = new Map(resources.map(resource => [resource.kind, referencedKinds(resource)]))
  }

  of(change: DescribedChange): Ownership {
    const resource = change.after ?? change.before
    if (resource === null) return { owner: UNREAD, wentWith: null }
    if (this.#sides.by === 'path') return { owner: byTitle(change), wentWith: null }
    return this.#ownershipOf(resource, change.type, () => this.#referred(resource, change.type))
  }

  /** Of one whose sides nobody has read. `mayRefer`: it may say something about another thing that came or went. */
  ofName(name: ChangedName, mayRefer: boolean): Ownership {
    const { a, b } = this.#sides
    return this.#ownershipOf(name, name.type, () => {
      const { snapshot } = name.type === 'removed' ? a : b
      const resource = mayRefer ? this.#vault.at(snapshot, name.key) : null
      return resource && this.#referred(resource, name.type)
    })
  }

  /** Kinds of which something may be said by what is of a kind. */
  referredBy(kind: Kind): Kind[] {
    const known = this.#referredBy.get(kind)
    if (known) return known
    const referred = this.#references.get(kind) ?? []
    const found = referred.map(reference => reference.kind).filter(target => this.#containers.has(target))
    this.#referredBy.set(kind, found)
    return found
  }

  #ownershipOf(
    resource: Pick<StoredResource, 'key' | 'kind' | 'parent' | 'parentKind'>,
    type: ChangeType,
    referred: () => Ownership | null,
  ): Ownership {
    if (this.#containers.has(resource.kind) && resource.parent !== null) return this.#standingOf(resource.key)
    const above = this.#above(resource)
    if (above && above.fate !== null && above.fate === type)
      return { owner: above.owner, wentWith: above.wentWith ?? resource.parent }
    return referred() ?? { owner: above?.owner ?? ORGANIZATION, wentWith: null }
  }

  #standingOf(key: ResourceKey): Standing {
    const found = this.#known.get(key)
    if (found) return found
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    const standing = this.#look(key)
    this.#known.set(key, standing)
    return standing
  }

  #look(key: ResourceKey): Standing {
    const { a, b } = this.#sides
    const [before, after] = [this.#vault.at(a.snapshot, key), this.#vault.at(b.snapshot, key)]
    const resource = after ?? before
    if (resource === null) return { owner: ORGANIZATION, wentWith: null, fate: null }
    const fate = before === null ? 'added' : after === null ? 'removed' : null
    const above = this.#above(resource)
    const owner = above?.owner ?? this.#topmost(resource, fate)
    const wentWith = fate === null ? null : above?.fate === fate ? (above.wentWith ?? resource.parent) : null
    return { owner, wentWith, fate }
  }

  #topmost(resource: StoredResource, fate: Standing['fate']): ChangeOwner {
    const { kind, id } = resource
    if (!this.#holders.has(kind) && fate === null) return ORGANIZATION
    const label = this.#label
    let title: string | undefined
    return {
      ...{ kind, id },
      get title() {
        title ??= label(resource)
        return title
      },
    }
  }

  #above({ parent, parentKind }: Pick<StoredResource, 'parent' | 'parentKind'>): Standing | null {
    const isTop = parentKind === null || parentKind === 'organization'
    return isTop || parent === null ? null : this.#standingOf(parent)
  }

  /** What only says something about another thing goes with that: who could open a space that is no more. */
  #referred(resource: StoredResource, type: ChangeType): Ownership | null {
    if (type !== 'added' && type !== 'removed') return null
    const { a, b } = this.#sides
    const [there, other] = type === 'removed' ? [a, b] : [b, a]
    for (const { kind, paths } of this.#references.get(resource.kind) ?? []) {
      if (!this.#containers.has(kind)) continue
      for (const id of paths.flatMap(path => valuesAt(itemOf(this.#vault, resource), path))) {
        const [target] = typeof id === 'string' ? this.#vault.find(there.snapshot, kind, id) : []
        if (!target || target.parentKind === null || this.#vault.at(other.snapshot, target.key) !== null)
          continue
        const { owner, wentWith } = this.#standingOf(target.key)
        return { owner, wentWith: wentWith ?? target.key }
      }
    }
    return null
  }
}

function containersAmong(resources: readonly Resource[]): Set<Kind> {
  return new Set(
    resources.map(({ parent }) => parent).filter(parent => parent !== null && parent !== 'organization'),
  )
}

/** Kinds that hold something of their own. What a member can open stands in the spaces, and is only listed there. */
function holdersAmong(resources: readonly Resource[]): Set<Kind | null> {
  const held = resources.filter(resource => !('insteadOf' in resource) || resource.insteadOf === undefined)
  return new Set(held.map(({ parent }) => parent))
}

/** Ids say nothing across organizations: what stands in spaces of one title stands in one place. */
function byTitle({ description: { within } }: DescribedChange): ChangeOwner {
  return within === null ? ORGANIZATION : { kind: 'space', id: within, title: within }
}
