/**
 * What differs in one resource between two snapshots.
 */
import type { Digest } from './digest.ts'
import type { Kind, PartName } from './resource.ts'

/** `unknown`: the resource stands under a gap in one of the two snapshots, so nothing may be claimed. */
export const CHANGE_TYPES = ['added', 'removed', 'modified', 'unknown'] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** One side of a change: the resource as one snapshot has it. */
export interface ResourceState {
  /** Digest of the stored JSON. */
  content: Digest
  parts: Record<PartName, Digest>
}

export interface ResourceChange {
  type: ChangeType
  kind: Kind
  id: string
  parentKind: Kind | null
  parent: string | null
  before: ResourceState | null
  after: ResourceState | null
}
