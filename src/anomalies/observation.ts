/** The facts of one night, as the rules ask for them; and what of them is kept for the nights to come. */
import type { Kind } from '../model/resource.ts'
import type { ResourceKey } from '../vault/vault.ts'
import type { Night } from './nights.ts'

/** Changes of one kind in one place. */
export interface Counts {
  added: number
  modified: number
  removed: number
  /** Pages that changed, but whose body is the same: they have another place, path or title. Not among the modified. */
  moved: number
}

/** What counts are of: a kind under a space, or directly under the organization. */
export interface Series {
  kind: Kind
  place: Place
}

/** Where something stands. */
export interface Place {
  kind: 'space' | 'organization'
  id: string
  /** Null for the organization. */
  key: ResourceKey | null
}

export interface SeriesCounts extends Series, Counts {
  /** How many there were before. */
  size: number
}

export interface SpaceBodies {
  space: Place
  /** Pages that there were before. */
  pages: number
  /** Of pages that had a body before: hardly anything of it is left. */
  rewritten: number
  /** A tenth of it is left, or less. */
  shrunk: number
  /** It became like noise. */
  dense: number
}

export interface RemovedSpace {
  id: string
  pages: number
}

export interface Observation {
  night: Night
  /** Of places that were there before and are there after. */
  series: readonly SeriesCounts[]
  bodies: readonly SpaceBodies[]
  removedSpaces: readonly RemovedSpace[]
  /** By body: how many pages got it in place of another. The most first. */
  sameBodies: readonly { pages: number; spaces: readonly string[] }[]
  /** Ids of people who gained access, or more of it. */
  widened: ReadonlySet<string>
  newAdministrators: readonly string[]
  /** Pages that one person changed, as far as it is known who did; the most first. */
  authors: readonly { person: string; pages: number }[]
}

export const COUNTED = ['added', 'modified', 'removed', 'moved'] as const satisfies readonly (keyof Counts)[]

/** A night of before. */
export interface PastNight {
  from: number
  to: number
  isComplete: boolean
  /** By `nameOf`, in the order of `COUNTED`. What is not there did not change. */
  counts: Readonly<Record<string, readonly number[]>>
}

/** Of a night of before. */
export function countIn({ counts }: PastNight, series: Series, what: keyof Counts): number {
  return counts[nameOf(series)]?.[COUNTED.indexOf(what)] ?? 0
}

export function nameOf({ kind, place }: Series): string {
  return `${place.kind} ${place.id} ${kind}`
}

export function pastOf({ night, series }: Observation): PastNight {
  const counts = series.map(of => [nameOf(of), COUNTED.map(what => of[what])] as const)
  const { from, to } = night
  return {
    from: from.snapshot,
    to: to.snapshot,
    isComplete: to.state === 'complete',
    counts: Object.fromEntries(counts),
  }
}
