/**
 * What changed, in a few lines: a place each (a space, a site, the organization) with its counts by kind, what came or went
 * whole first, then by the number of changes. Holds one small record for each place, up to a limit: the changes of further
 * places are counted together.
 */

import { plural } from '../model/plural.ts'
import type { Kind } from '../model/resource.ts'
import { mostFirst } from './actions.ts'
import type { DescribedChange } from './change.ts'
import { type ChangeOwner, ELSEWHERE, type Ownership, UNREAD } from './owners.ts'

export interface HeadlinePlace {
  /** Null for the organization itself, for what nobody could read, and for what stands elsewhere. */
  kind: Kind | null
  id: string
  readonly title: string
  /** `changed`: it was there before and after. */
  state: 'removed' | 'added' | 'changed' | 'unknown'
  /** Of it and of everything in it. */
  changes: number
  /** Kind → action → how many. */
  kinds: Record<string, Record<string, number>>
}

export interface CountedChange extends Pick<DescribedChange, 'type' | 'actions'> {
  description: Pick<DescribedChange['description'], 'kind' | 'id'>
}

const ORDER = ['removed', 'added', 'changed', 'unknown'] as const
const LISTED_KINDS = 6
const MAX_PLACES = 10_000

export class Headline {
  readonly #titles: 'read' | 'when-asked'
  readonly #places = new Map<string, HeadlinePlace>()
  /** Neighbours mostly share what they stand in. */
  #last: { owner: ChangeOwner; place: HeadlinePlace } | null = null

  /** `when-asked`: for who shows few of the places, while what their titles are read from is open. */
  constructor(titles: 'read' | 'when-asked' = 'read') {
    this.#titles = titles
  }

  /** Where it was counted. */
  add(
    { type, actions, description: { kind, id } }: CountedChange,
    { owner, wentWith }: Ownership,
  ): HeadlinePlace {
    const found = this.#last?.owner === owner ? this.#last.place : this.#find(owner)
    this.#last = { owner, place: found }
    found.changes++
    // A container that came or went by itself gives its place the state.
    if (wentWith === null && kind === found.kind && id === found.id && type !== 'modified') found.state = type
    const counts = found.kinds[kind] ?? {}
    found.kinds[kind] = counts
    const action = actions.join(' and ')
    counts[action] = (counts[action] ?? 0) + 1
    return found
  }

  #find(owner: ChangeOwner): HeadlinePlace {
    const known = this.#places.get(nameOf(owner))
    if (known) return known
    if (owner.kind === null || this.#places.size < MAX_PLACES) return this.#begin(owner)
    return this.#find(ELSEWHERE)
  }

  #begin(owner: ChangeOwner): HeadlinePlace {
    const { kind, id } = owner
    const made: HeadlinePlace = {
      ...{ kind, id },
      get title() {
        return owner.title
      },
      ...{ state: owner === UNREAD ? 'unknown' : 'changed', changes: 0, kinds: {} },
    }
    if (this.#titles === 'read') Object.defineProperty(made, 'title', { value: owner.title })
    this.#places.set(nameOf(owner), made)
    return made
  }

  /** The most important first. */
  places(): HeadlinePlace[] {
    return [...this.#places.values()].sort(
      (place, other) =>
        ORDER.indexOf(place.state) - ORDER.indexOf(other.state) ||
        other.changes - place.changes ||
        (nameOf(place) < nameOf(other) ? -1 : 1),
    )
  }
}

export function nameOf({ kind, id }: Pick<ChangeOwner, 'kind' | 'id'>): string {
  return `${kind ?? ''} ${id}`
}

/** `space Cards removed: 302 resources (156 page, 96 file, …)`. */
export function headlineWords({ kind, id, title, state, changes, kinds }: HeadlinePlace): string {
  if (state === 'unknown') return `not known, because it was not read: ${countsOf(kinds, false)}`
  const name = kind === null ? title : `${kind} ${title === '' ? id : title}`
  if (state === 'changed') return `${name}: ${plural(changes, 'change')} (${countsOf(kinds, true)})`
  return `${name} ${state}: ${plural(changes, 'resource')} (${countsOf(kinds, false)})`
}

function countsOf(kinds: HeadlinePlace['kinds'], withActions: boolean): string {
  const totals = Object.entries(kinds)
    .map(([kind, actions]) => ({ kind, actions, total: sum(Object.values(actions)) }))
    .sort((a, b) => b.total - a.total || (a.kind < b.kind ? -1 : 1))
  const words = totals
    .slice(0, LISTED_KINDS)
    .map(({ kind, actions, total }) => (withActions ? `${kind}: ${actionsOf(actions)}` : `${total} ${kind}`))
  const rest = totals.slice(LISTED_KINDS)
  if (rest.length > 0) words.push(`${sum(rest.map(other => other.total))} of ${rest.length} other kinds`)
  return words.join(withActions ? '; ' : ', ')
}

function actionsOf(actions: Readonly<Record<string, number>>): string {
  return mostFirst(actions)
    .map(([action, count]) => `${count} ${action}`)
    .join(', ')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
