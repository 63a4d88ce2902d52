/** The states that one thing had, as nights know them: the quiet nights in between are left out. */
import type { SnapshotSummary } from '../../model/snapshot.ts'
import type { ResourceKey } from '../../vault/vault.ts'
import type { OrganizationAsked } from './asked.ts'

export interface State {
  /** The first night that is kept and has it, and the last one. */
  first: SnapshotSummary
  last: SnapshotSummary
  /** Where it was seen first, pruned or not. */
  since: number
  /** It is like this in the newest night. */
  stands: boolean
}

/** Oldest first. What no sealed night has is left out. */
export function statesOf({ vault, nights }: OrganizationAsked, key: ResourceKey): State[] {
  const newest = nights.at(-1)
  return vault.versions(key).flatMap(({ since, until }) => {
    const first = nights.find(({ snapshot }) => snapshot >= since)
    const last = nights.findLast(({ snapshot }) => until === null || snapshot < until)
    if (!first || !last || first.snapshot > last.snapshot) return []
    return [{ first, last, since, stands: last === newest }]
  })
}

export interface Neighbours {
  /** The one of a night; null: the night is in none. */
  state: State | null
  before: State | null
  after: State | null
}

export function neighboursIn(states: readonly State[], snapshot: number): Neighbours {
  const state = states.find(({ first, last }) => first.snapshot <= snapshot && snapshot <= last.snapshot)
  return {
    state: state ?? null,
    before:
      states.findLast(({ last }) => last.snapshot < (state ?? { first: { snapshot } }).first.snapshot) ??
      null,
    after: states.find(({ first }) => first.snapshot > (state?.last.snapshot ?? snapshot)) ?? null,
  }
}
