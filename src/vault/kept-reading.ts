/**
 * Reading of snapshots that may be pruned meanwhile: whoever reads on is refused, before anything that is missing could be
 * taken for removed or for damage. A prune writes its mark before it takes anything, so what was read is right where the
 * mark is not there after it.
 */
import { UsageError } from '../model/errors.ts'
import type { Kind } from '../model/resource.ts'
import type { PrunedSnapshot, SnapshotSummary } from '../model/snapshot.ts'
import type { Connection } from './catalog/connection.ts'
import { goneRows } from './catalog/gone.ts'
import { assertNotPruned, firstKept } from './catalog/pruned.ts'
import { type SnapshotRow, snapshotRow } from './catalog/snapshots.ts'
import { isoTime } from './catalog/times.ts'
import {
  type PrunedEnds,
  type SpanRow,
  type StateRow,
  spanRows,
  stateRows,
  statesOf,
  type VersionRow,
  versionRows,
} from './catalog/views.ts'
import type { GoneState } from './types.ts'

export interface Place {
  snapshot: number
  organization: number
}

export interface KeptReading {
  /** Throws UsageError, SnapshotPruned. */
  placeAt(snapshot: number): Place
  of<T>(snapshot: number, read: () => T): T
  each<T>(snapshot: number, rows: Iterable<T>): Generator<T>
  /** Of one that is not pruned something was read without being asked for here. */
  watch(snapshot: number): void
  /** Throws SnapshotPruned where one that was read has been pruned since: what is missing may have been of it. */
  assertKept(): void
}

export function makeKeptReading(db: Connection): KeptReading {
  // The organization of a snapshot never changes.
  const asked = new Map<number, Place>()
  const watched = new Set<number>()
  const placeAt = (snapshot: number): Place => {
    const known = asked.get(snapshot)
    if (known !== undefined) assertNotPruned(db, snapshot)
    const place = known ?? placeOf(db, snapshot)
    asked.set(snapshot, place)
    return place
  }
  return {
    placeAt,
    of(snapshot, read) {
      const found = read()
      assertNotPruned(db, snapshot)
      return found
    },
    *each(snapshot, rows) {
      yield* rows
      assertNotPruned(db, snapshot)
    },
    watch: snapshot => watched.add(snapshot),
    assertKept() {
      for (const snapshot of [...asked.keys(), ...watched]) assertNotPruned(db, snapshot)
    },
  }
}

function placeOf(db: Connection, snapshot: number): Place {
  return { snapshot, organization: requireSnapshot(db, snapshot).organization }
}

/** Throws UsageError, SnapshotPruned. */
export function requireSnapshot(db: Connection, snapshot: number): SnapshotRow {
  const row = snapshotRow(db, snapshot)
  if (row === undefined) throw new UsageError(`there is no snapshot ${snapshot}`)
  assertNotPruned(db, snapshot)
  return row
}

export function summarizePruned(summary: SnapshotSummary, at: number): PrunedSnapshot {
  const { snapshot, organization, organizationTitle, trigger, tick, ...rest } = summary
  const { started, sealed, state, gaps, weak, digest, previous } = rest
  return {
    ...{ snapshot, organization, organizationTitle, trigger, ...(tick === undefined ? {} : { tick }) },
    ...{ started, sealed, sealedAs: state, gaps, ...(weak === undefined ? {} : { weak }), digest, previous },
    ...{ pruned: isoTime(at, `the mark of snapshot ${snapshot}`) },
  }
}

/**
 * Those that a snapshot has which is not pruned, oldest first. A version ends where a later one begins that is known, or in
 * the first snapshot that can be read and has it no more: what lay in between may have been pruned, and another state with it.
 */
export function keptVersions(db: Connection, resource: number): VersionRow[] {
  return keptOf(db, versionRows(db, resource))
}

/** The same of many resources, without what they hold. */
export function keptSpans(db: Connection, resources: readonly number[]): Map<number, SpanRow[]> {
  const spans = Map.groupBy(spanRows(db, resources), ({ key }) => key)
  for (const [key, rows] of spans) spans.set(key, keptOf(db, rows))
  return spans
}

/** The same with all that they consist of. */
export function keptStatesOf(db: Connection, kept: KeptReading, resource: number): StateRow[] {
  const states = keptOf(db, statesOf(db, resource))
  for (const state of states) kept.watch(firstHaving(db, state))
  return states
}

type Ends = Pick<VersionRow, 'since' | 'until'> & PrunedEnds

/** The first snapshot that has a version and can be read. */
function firstHaving(db: Connection, { since, sincePruned }: Ends): number {
  return sincePruned ? firstKept(db, since) : since
}

function keptOf<Row extends Ends>(db: Connection, all: readonly Row[]): Row[] {
  const rows = all.filter(row => row.until === null || row.until > firstHaving(db, row))
  return rows.map((row, index) => {
    const next = rows[index + 1]?.since ?? Number.POSITIVE_INFINITY
    if (row.until === null || row.until === next) return row
    return { ...row, until: Math.min(next, row.untilPruned ? firstKept(db, row.until) : row.until) }
  })
}

/** Of what a snapshot has not, though one before it had that is not pruned: the last state. */
export function goneStates(db: Connection, place: Place): GoneState[] {
  const states: GoneState[] = []
  const byResource = Map.groupBy(goneRows(db, place), ({ key }) => key)
  for (const rows of byResource.values()) {
    const last = keptOf(db, rows).at(-1)
    const until = last?.until ?? null
    if (!last || until === null || until > place.snapshot) continue
    states.push({ key: last.key, kind: last.kind, since: last.since, until })
  }
  return states
}

/** As `keptVersions`, of every resource of a kind, a resource after the other. */
export function* keptStates(db: Connection, organization: number, kind: Kind): Generator<StateRow> {
  let waiting: StateRow[] = []
  for (const row of stateRows(db, organization, kind)) {
    if (waiting[0] && waiting[0].key !== row.key) {
      yield* keptOf(db, waiting)
      waiting = []
    }
    waiting.push(row)
  }
  yield* keptOf(db, waiting)
}
