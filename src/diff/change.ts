/**
 * A change as people read it: what was done (`actions`), to which resource, and every field before and after.
 */
import type { ChangeType } from '../model/change.ts'
import type { GapClass } from '../model/snapshot.ts'
import type { StoredResource } from '../vault/vault.ts'
import type { Description } from './describe.ts'

/** One member of a resource's JSON that differs; `undefined` where it is absent. */
export interface FieldChange {
  /** Dotted; an element of a list by its id in brackets, or by its number. */
  path: string
  before: unknown
  after: unknown
}

/** A body beside the JSON that differs: a page's `markdown`, a file's `bytes`. */
export interface PartChange {
  name: string
  before: PartState | null
  after: PartState | null
}

export interface PartState {
  digest: string
  bytes: number
}

/** Why nothing may be claimed. */
export interface UnreadCause {
  class: GapClass | 'not-read'
  message: string
  /** Snapshots that did not read it. */
  snapshots: readonly number[]
}

/** Where a page stands in the tree of its space. */
export interface TreePlace {
  /** Title of the page or group above it; null at the root. */
  parent: string | null
  /** From 1, among its siblings. */
  position: number
}

export interface FirstMissing {
  snapshot: number
  /** When that snapshot was begun; ISO 8601, UTC. Null where it was forgotten since. */
  at: string | null
}

/** One resource on two sides, before anything is said about it. */
export interface MatchedPair {
  type: ChangeType
  description: Description
  before: StoredResource | null
  after: StoredResource | null
}

export interface DescribedChange {
  type: ChangeType
  /** What was done, e.g. `renamed`, `role changed`; one at least. */
  actions: readonly string[]
  description: Description
  before: StoredResource | null
  after: StoredResource | null
  fields: readonly FieldChange[]
  parts: readonly PartChange[]
  moved: { from: TreePlace; to: TreePlace } | null
  /** Of an `unknown` change only. */
  cause: UnreadCause | null
  /** Of a removal that two readings had to agree on: the snapshot that saw it first. */
  firstMissing: FirstMissing | null
}
