/**
 * Which changes between two snapshots cannot be claimed because a scope was not read in one of them.
 */
import type { ChangeType } from '../../model/change.ts'
import type { Kind } from '../../model/resource.ts'
import type { Connection } from './connection.ts'
import { type GapRow, gapRows } from './gaps.ts'

export interface Candidate {
  key: number
  kind: Kind
  kindId: number
  anchor: number
  id: string
}

/** `resource` null and `id` empty: the whole scope. `resource` null otherwise: one that was never stored. */
export interface CoveredGap {
  kind: Kind
  id: string
  parentKind: Kind
  parent: string
  resource: number | null
}

export interface GapCover {
  gaps(): CoveredGap[]
  hides(candidate: Candidate, type: ChangeType): boolean
}

export function makeGapCover(db: Connection, snapshots: readonly number[]): GapCover {
  const rows = new Map<string, GapRow>()
  for (const snapshot of snapshots) {
    for (const row of gapRows(db, snapshot)) rows.set(labelOf(row.anchor, row.kindId, row.resource), row)
  }
  const scopeIsGap = (anchor: number, kind: number) => rows.has(labelOf(anchor, kind, ''))
  const parentOf = db.prepare<[number], { anchor: number; kind: number }>(
    'SELECT anchor, kind FROM resource WHERE id = +?',
  )
  /** Whether something is there at all is uncertain below a list that was not read; that it differs is not. */
  const standsUnderGap = (anchor: number): boolean => {
    const parent = anchor > 0 ? parentOf.get(anchor) : undefined
    if (parent === undefined) return false
    return scopeIsGap(parent.anchor, parent.kind) || standsUnderGap(parent.anchor)
  }
  return {
    gaps: () =>
      [...rows.values()]
        .filter(row => row.resource === '' || !scopeIsGap(row.anchor, row.kindId))
        .map(row => coveredGap(db, row)),
    hides(candidate, type) {
      const { anchor, kindId, id } = candidate
      if (rows.size === 0) return false
      if (scopeIsGap(anchor, kindId) || rows.has(labelOf(anchor, kindId, id))) return true
      return type !== 'modified' && standsUnderGap(anchor)
    },
  }
}

function coveredGap(db: Connection, row: GapRow): CoveredGap {
  const found = db
    .prepare<[string, number, number], { id: number }>(
      'SELECT id FROM resource WHERE platform_id = +? AND kind = +? AND anchor = +?',
    )
    .get(row.resource, row.kindId, row.anchor)
  const { kind, resource: id, parentKind, parent } = row
  return { kind, id, parentKind, parent, resource: id === '' ? null : (found?.id ?? null) }
}

function labelOf(anchor: number, kind: number, resource: string): string {
  return `${anchor} ${kind} ${resource}`
}
