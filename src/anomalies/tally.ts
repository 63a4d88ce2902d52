/** Counts what changed in one night by kind and place. Places that are new, and those that are gone, are told apart. */

import type { Kind } from '../model/resource.ts'
import type { Stepwise } from '../model/stepwise.ts'
import { comment } from '../resources/comment.ts'
import { member } from '../resources/member.ts'
import { page } from '../resources/page.ts'
import { site } from '../resources/site.ts'
import { space } from '../resources/space.ts'
import { team } from '../resources/team.ts'
import type { Vault, VaultChange } from '../vault/vault.ts'
import { changedBodyOf } from './changed-body.ts'
import type { Night } from './nights.ts'
import { nameOf, type Place, type RemovedSpace, type SeriesCounts } from './observation.ts'

/** Of these a history is kept. */
const IN_SPACE: readonly Kind[] = [page.kind, 'file', 'reusable-content', comment.kind, 'space-access']
const IN_ORGANIZATION: readonly Kind[] = [member.kind, team.kind, space.kind, 'collection', site.kind]

export class Tally {
  readonly #vault: Vault
  readonly #night: Night
  readonly #series = new Map<string, Omit<SeriesCounts, 'size'>>()
  readonly #gone = new Map<number, { id: string; pages: number }>()
  readonly #wasThere = new Map<number, boolean>()

  constructor(vault: Vault, night: Night) {
    this.#vault = vault
    this.#night = night
  }

  add(change: VaultChange): void {
    const { kind, type, id } = change
    const stored = change.stored.after ?? change.stored.before
    if (type === 'unknown' || stored === null) return
    if (kind === space.kind && type === 'removed') this.#gone.set(stored.key, { id, pages: 0 })
    const place = this.placeOf(change)
    const kinds = place?.kind === 'space' ? IN_SPACE : IN_ORGANIZATION
    if (place === null || !kinds.includes(kind)) return
    if (place.key !== null && !this.wasThere(place.key)) return
    const name = nameOf({ kind, place })
    const counts = this.#series.get(name) ?? { kind, place, added: 0, modified: 0, removed: 0, moved: 0 }
    this.#series.set(name, counts)
    const { before, after } = change.stored
    const isMoved = type === 'modified' && kind === page.kind && changedBodyOf(before, after) === null
    counts[isMoved ? 'moved' : type]++
  }

  /** Null: neither in a space nor directly under the organization. */
  placeOf({ stored, parentKind, parent }: VaultChange): Place | null {
    const key = (stored.after ?? stored.before)?.parent ?? null
    if (parentKind === space.kind && parent !== null) return { kind: 'space', id: parent, key }
    const { organization } = this.#night.to
    return parentKind === 'organization' ? { kind: 'organization', id: organization, key: null } : null
  }

  /** Before the night. */
  wasThere(key: number): boolean {
    const known = this.#wasThere.get(key) ?? this.#vault.at(this.#night.from.snapshot, key) !== null
    this.#wasThere.set(key, known)
    return known
  }

  /** When all are added. */
  *series(): Stepwise<SeriesCounts[]> {
    const series: SeriesCounts[] = []
    for (const of of this.#series.values()) {
      const { kind, place } = of
      if (place.key === null || !this.#gone.has(place.key))
        series.push({ ...of, size: this.sizeOf(kind, place) })
      yield
    }
    return series
  }

  removedSpaces(): RemovedSpace[] {
    return [...this.#gone].map(([key, { id }]) => ({ id, pages: this.#pagesBefore(key) }))
  }

  /** How many there were before. */
  sizeOf(kind: Kind, { key }: Pick<Place, 'key'>): number {
    const { from } = this.#night
    if (key === null) return this.#vault.snapshot(from.snapshot)?.resources[kind] ?? 0
    return this.#vault.ids(from.snapshot, { kind, parent: key }).length
  }

  #pagesBefore(key: number): number {
    return this.sizeOf(page.kind, { key })
  }
}
