/**
 * What the sealed snapshot that a run begins from says of itself; nothing, where there is none.
 */
import type { Kind } from '../model/resource.ts'
import type { Gap, SnapshotSummary } from '../model/snapshot.ts'
import type { Scope } from './scope.ts'

export interface Base {
  summary: SnapshotSummary | null
  /** Its gap of the whole scope. */
  gapOf(scope: Scope): Gap | null
}

export function makeBase(summary: SnapshotSummary | null): Base {
  const gaps = new Map(
    (summary?.gaps ?? [])
      .filter(gap => gap.resource === undefined)
      .map(gap => [labelOf(gap.kind, gap.parentKind, gap.parent), gap]),
  )
  return {
    summary,
    gapOf: ({ resource, parent }) => gaps.get(labelOf(resource.kind, parent.kind, parent.id)) ?? null,
  }
}

function labelOf(kind: Kind, parentKind: Kind, parent: string): string {
  return JSON.stringify([kind, parentKind, parent])
}
