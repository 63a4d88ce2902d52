/**
 * Which snapshots are pruned now: those that were forgotten so long ago that it cannot be undone any more. What something
 * needs by now stays all the same, and is named; a mark that says otherwise is not believed.
 */
import { type Anomaly, isOpen } from '../../model/anomaly.ts'
import { isReadBack, isReading, isSealed } from '../../model/snapshot.ts'
import { readAnomalies } from '../catalog/anomalies.ts'
import { type MomentRow, momentRows } from '../catalog/chosen-snapshots.ts'
import type { Connection } from '../catalog/connection.ts'
import { readForgotten } from '../catalog/forgotten.ts'
import { isHeldBy, isInForce, readHolds } from '../catalog/holds.ts'
import { readRuns } from '../catalog/journal.ts'
import { readPins } from '../catalog/pins.ts'
import { isoTime } from '../catalog/times.ts'

export interface PrunableSnapshot {
  snapshot: number
  organization: string
  organizationTitle: string
  /** ISO 8601, UTC. */
  started: string
  forgotten: string
}

export interface Candidates {
  snapshots: PrunableSnapshot[]
  /** Forgotten, and can be brought back until then. ISO 8601, UTC. */
  waiting: (PrunableSnapshot & { until: string })[]
  /** Forgotten, and needed for something by now. */
  needed: (PrunableSnapshot & { because: string })[]
  /** Open ones: nothing of their organizations is pruned. */
  frozen: Anomaly[]
}

export interface Window {
  /** Milliseconds since the epoch. */
  nowMs: number
  /** How long what was forgotten can be brought back. */
  undoMs: number
}

export function findCandidates(db: Connection, { nowMs, undoMs }: Window): Candidates {
  const there = momentRows(db)
  const rows = new Map(there.map(row => [row.id, row]))
  const frozen = readAnomalies(db).filter(isOpen)
  const reasons = reasonsToStay(db, there, { nowMs, frozen })
  const found: Candidates = { snapshots: [], waiting: [], needed: [], frozen }
  for (const { snapshot: id, at } of readForgotten(db)) {
    const row = rows.get(id)
    // Pruned, where it is not there.
    if (row === undefined) continue
    const because = reasons.get(id)
    const until = at + undoMs
    const snapshot = prunable(row, at)
    if (because !== undefined) found.needed.push({ ...snapshot, because })
    else if (until > nowMs) found.waiting.push({ ...snapshot, until: isoTime(until, markOf(id)) })
    else found.snapshots.push(snapshot)
  }
  return found
}

function prunable(row: MomentRow, at: number): PrunableSnapshot {
  return {
    snapshot: row.id,
    organization: row.organization_id,
    organizationTitle: row.title,
    started: isoTime(row.started, `snapshot ${row.id}`),
    forgotten: isoTime(at, markOf(row.id)),
  }
}

function markOf(snapshot: number): string {
  return `the mark of snapshot ${snapshot}`
}

function reasonsToStay(
  db: Connection,
  rows: readonly MomentRow[],
  { nowMs, frozen }: { nowMs: number; frozen: readonly Anomaly[] },
): Map<number, string> {
  const reasons = new Map<number, string>()
  const keep = (snapshot: number | undefined, because: string) => {
    if (snapshot !== undefined && !reasons.has(snapshot)) reasons.set(snapshot, because)
  }
  for (const { anomaly, organization } of frozen)
    for (const row of rows)
      if (row.organization_id === organization) keep(row.id, `anomaly ${anomaly} is open`)
  for (const own of Map.groupBy(rows, row => row.organization_id).values()) keepNewest(own, keep)
  for (const { snapshot, reason, until } of readPins(db))
    if (until === null || until > nowMs) keep(snapshot, `pin "${reason}"`)
  for (const hold of readHolds(db).filter(hold => isInForce(hold, nowMs)))
    for (const row of rows) if (isHeldBy(hold, row)) keep(row.id, `hold "${hold.name}"`)
  for (const { id, snapshot, before, state } of readRuns(db))
    if (state === 'running')
      for (const needed of [snapshot, before]) keep(needed, `restore ${id} is not done`)
  return reasons
}

type Keep = (snapshot: number | undefined, because: string) => void

/** Of one organization, oldest first: what the next backup is made from, and what `latest` means. */
function keepNewest(own: readonly MomentRow[], keep: Keep): void {
  const isBackup = (row: MomentRow) => !isReading(row.started_by)
  const complete = own.filter(({ state }) => state === 'complete')
  const newestBackup = complete.findLast(isBackup)
  keep(own.findLast(isSealed)?.id, 'newest')
  keep(complete.at(-1)?.id, 'newest complete')
  keep(newestBackup?.id, 'newest complete')
  keep(complete.findLast(row => isBackup(row) || isReadBack(row.started_by))?.id, 'newest complete')
  for (const row of own) {
    if (!isSealed(row)) {
      keep(row.id, row.state)
      if (row.state === 'running') keep(row.base ?? undefined, `base of ${row.id}`)
    }
    if (row.state === 'partial' && isBackup(row) && row.id > (newestBackup?.id ?? 0))
      keep(row.id, 'no complete one since')
  }
}
