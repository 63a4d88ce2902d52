/**
 * Recomputes the digests of sealed snapshots and follows their chain. Of one that was pruned the row and the gaps are there,
 * so its seal and its place in the chain are proved like any other's; what it held cannot be computed again.
 */
import { type Fault, guarded } from './check-structure.ts'
import type { Connection } from './connection.ts'
import { prunedAt, prunedSnapshots } from './pruned.ts'
import { digestContents, digestSeal } from './seal-digest.ts'
import { type SnapshotRow, snapshotRows } from './snapshots.ts'

export interface SealedSnapshot {
  row: SnapshotRow
  /** Of the same organization. */
  before: SnapshotRow | undefined
  isPruned: boolean
}

/** Oldest first. */
export function* sealedSnapshots(db: Connection): Generator<SealedSnapshot> {
  const newest = new Map<number, SnapshotRow>()
  const pruned = prunedSnapshots(db)
  for (const row of snapshotRows(db).filter(({ state }) => isSealed(state))) {
    yield { row, before: newest.get(row.organization), isPruned: pruned.has(row.id) }
    newest.set(row.organization, row)
  }
}

/** Of the rows of all snapshots: what their digests say, and that each follows the one before it. */
export function* chainFaults(db: Connection, sealed: readonly SealedSnapshot[]): Generator<Fault> {
  for (const row of snapshotRows(db))
    if (!isSealed(row.state) && (row.digest !== null || row.sealed !== null))
      yield fault('seal-mismatch', `snapshot ${row.id} was sealed and says that it is ${row.state}`)
  for (const snapshot of sealed) yield* guarded(faultsOf(db, snapshot), `snapshot ${snapshot.row.id}`)
}

/** Of everything that a snapshot holds; of one that was pruned nothing is claimed. */
export function* contentsFaults(db: Connection, sealed: SealedSnapshot): Generator<Fault> {
  const { row, isPruned } = sealed
  if (!isPruned) yield* guarded(mismatchOf(db, sealed), `snapshot ${row.id}`)
}

function* faultsOf(db: Connection, { row, before }: SealedSnapshot): Generator<Fault> {
  if (!isSame(row.previous, before?.digest ?? null)) {
    yield fault('chain-broken', `snapshot ${row.id} does not follow snapshot ${before?.id ?? 'none'}`)
  }
  if (row.digest?.toString('hex') !== digestSeal(db, row)) {
    yield fault('seal-mismatch', `snapshot ${row.id} is not as it was sealed`)
  }
}

function* mismatchOf(db: Connection, { row, before }: SealedSnapshot): Generator<Fault> {
  if (hasItsContents(db, row, before)) return
  yield fault('contents-mismatch', `the resources of snapshot ${row.id} are not as they were sealed`)
}

function isSealed(state: string): boolean {
  return state === 'complete' || state === 'partial'
}

/**
 * A snapshot in which nothing begins or ends holds what the one before it holds, so the work is done: where that one was not
 * pruned, and with it what ended here.
 */
function hasItsContents(db: Connection, row: SnapshotRow, before: SnapshotRow | undefined): boolean {
  const changed = db
    .prepare<[number, number], { any: number }>(
      'SELECT EXISTS (SELECT 1 FROM version WHERE since = ?) OR EXISTS (SELECT 1 FROM version WHERE until = ?) AS "any"',
    )
    .get(row.id, row.id)
  if (
    before &&
    prunedAt(db, before.id) === null &&
    changed?.any === 0 &&
    (row.versions === null || before.versions !== null)
  )
    return (
      isSame(row.contents, before.contents) &&
      (row.versions === null || isSame(row.versions, before.versions))
    )
  const { contents, versions } = digestContents(db, row.id, row.organization)
  return (
    row.contents?.toString('hex') === contents &&
    (row.versions === null || row.versions.toString('hex') === versions)
  )
}

function isSame(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b)
}

function fault(code: string, message: string): Fault {
  return { code, severity: 'damage', message }
}
