/**
 * References that lead to nothing a snapshot holds. Only where what mentions or what is mentioned began or ended can a
 * snapshot differ from its base in this, so that is what is looked at.
 */

import { giveWay } from '../../model/give-way.ts'
import type { Kind } from '../../model/resource.ts'
import type { Dangling, Proof } from '../../model/snapshot.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { proofOf } from './snapshots.ts'
import { visibleIn } from './views.ts'

const MOST_TOLD = 100

interface DanglingRow {
  kind: Kind
  id: string
  parent: number | null
  targetKind: Kind
  targetId: string
}

export interface DanglingInParent extends Dangling {
  parentKey: number | null
}

export type DanglingProof = Pick<Proof, 'dangling_count' | 'dangling'>

const TOLD = `
  SELECT kind, id, parent, target_kind AS targetKind, target_id AS targetId FROM lost
  ORDER BY kind, id, target_kind, target_id LIMIT +:most`

/** Of a snapshot without a base: every one. */
const ALL = `
  WITH lost AS (
    SELECT dangling_reference.*, resource.parent FROM dangling_reference
    JOIN resource ON resource.id = dangling_reference.resource WHERE snapshot = +:snapshot
  )`

/** Of `:at`, those that the changes of `:snapshot` may have made or ended. */
const CHANGED = `
  WITH changed AS (
    SELECT resource FROM version WHERE since = +:snapshot UNION SELECT resource FROM version WHERE until = +:snapshot
  ), touched AS (
    SELECT reference.* FROM changed CROSS JOIN reference ON reference.resource = changed.resource
    UNION
    SELECT reference.* FROM changed CROSS JOIN resource ON resource.id = changed.resource
    CROSS JOIN reference ON reference.platform_id = resource.platform_id AND reference.kind = resource.kind
  ), lost AS (
    SELECT kind.text AS kind, holder.platform_id AS id, holder.parent, target.text AS target_kind,
      touched.platform_id AS target_id
    FROM touched CROSS JOIN version ON version.resource = touched.resource AND version.since = touched.since
      AND ${visibleIn('version', ':at')}
    CROSS JOIN resource AS holder ON holder.id = version.resource
      AND holder.organization = (SELECT organization FROM snapshot WHERE id = +:snapshot)
    JOIN term AS kind ON kind.id = holder.kind JOIN term AS target ON target.id = touched.kind
    WHERE NOT EXISTS (
      SELECT 1 FROM resource AS mentioned CROSS JOIN version AS held ON held.resource = mentioned.id
        AND ${visibleIn('held', ':at')}
      WHERE mentioned.platform_id = touched.platform_id AND mentioned.kind = touched.kind
        AND mentioned.organization = holder.organization)
  )`

/** At most so many that a running snapshot has; with a base, of those that its changes may have made. */
export function danglingOf(
  db: Connection,
  { snapshot, base }: { snapshot: number; base: number | null },
  most: number,
): DanglingInParent[] {
  const rows = base === null ? all(db, snapshot, most) : changed(db, { snapshot, at: snapshot, most })
  return rows.map(row => ({ ...danglingFrom(row), parentKey: row.parent }))
}

/** Of a running snapshot to which nothing is written any more until its seal. Others have their turn in between. */
export async function findDangling(
  db: Connection,
  { snapshot, base }: { snapshot: number; base: number | null },
): Promise<DanglingProof> {
  const before = base === null ? null : proofOf(db, base)
  if (base !== null && before !== null && !(await isTouched(db, snapshot, base))) {
    const { dangling_count, dangling } = before
    return { dangling_count, dangling }
  }
  const count = db
    .prepare<[{ snapshot: number }], { count: number }>(`${ALL} SELECT count(*) AS count FROM lost`)
    .get({ snapshot })
  return {
    dangling_count: count?.count ?? 0,
    dangling: all(db, snapshot, MOST_TOLD).map(danglingFrom),
  }
}

async function isTouched(db: Connection, snapshot: number, base: number): Promise<boolean> {
  for (const at of [snapshot, base]) {
    await giveWay()
    if (changed(db, { snapshot, at, most: 1 }).length > 0) return true
  }
  return false
}

function all(db: Connection, snapshot: number, most: number): DanglingRow[] {
  return prepareOnce<[{ snapshot: number; most: number }], DanglingRow>(db, `${ALL} ${TOLD}`).all({
    snapshot,
    most,
  })
}

function changed(db: Connection, asked: { snapshot: number; at: number; most: number }): DanglingRow[] {
  return prepareOnce<[typeof asked], DanglingRow>(db, `${CHANGED} ${TOLD}`).all(asked)
}

function danglingFrom({ kind, id, targetKind, targetId }: DanglingRow): Dangling {
  return { kind, id, target: { kind: targetKind, id: targetId } }
}
