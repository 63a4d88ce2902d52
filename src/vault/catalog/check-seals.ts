/**
 * Recomputes the digests of sealed snapshots and follows their chain. Of one that was pruned the row and the gaps are there,
 * so its seal and its place in the chain are proved like any other's; what it held cannot be computed again.
 */
import { isSealed } from '../../model/snapshot.ts'
import { atOnce } from '../../model/stepwise.ts'
import { type Fault, guarded } from './check-structure.ts'
import { snapshotRows } from './chosen-snapshots.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { type ContentsFold, makeContentsFold } from './contents-digest.ts'
import { walkContents } from './contents-walk.ts'
import { makeScopeDigester } from './held-scopes.ts'
import { prunedAt, prunedSnapshots } from './pruned.ts'
import { digestScope, isSameState } from './scope-digests.ts'
import { type ScopeState, statesBegun } from './scope-states.ts'
import { digestSeal } from './seal-digest.ts'
import type { SnapshotRow } from './snapshots.ts'
import { refOf } from './views.ts'

export interface SealedSnapshot {
  row: SnapshotRow
  /** Of the same organization. */
  before: SnapshotRow | undefined
  isPruned: boolean
  /** The newest before it, of the same organization, that was not pruned; 0: there is none. */
  keptBefore: number
}

/** Oldest first. */
export function* sealedSnapshots(db: Connection): Generator<SealedSnapshot> {
  const newest = new Map<number, SnapshotRow>()
  const kept = new Map<number, number>()
  const pruned = prunedSnapshots(db)
  for (const row of snapshotRows(db).filter(isSealed)) {
    const isPruned = pruned.has(row.id)
    const keptBefore = kept.get(row.organization) ?? 0
    yield { row, before: newest.get(row.organization), isPruned, keptBefore }
    newest.set(row.organization, row)
    if (!isPruned) kept.set(row.organization, row.id)
  }
}

/** Of the rows of all snapshots: what their digests say, and that each follows the one before it. */
export function* chainFaults(db: Connection, sealed: readonly SealedSnapshot[]): Generator<Fault> {
  for (const row of snapshotRows(db))
    if (!isSealed(row) && (row.digest !== null || row.sealed !== null))
      yield fault('seal-mismatch', `snapshot ${row.id} was sealed and says that it is ${row.state}`)
  for (const snapshot of sealed) yield* guarded(faultsOf(db, snapshot), `snapshot ${snapshot.row.id}`)
}

/** Of everything that a snapshot holds; of one that was pruned nothing is claimed. */
export type ContentsFaults = (sealed: SealedSnapshot) => Generator<Fault>

/**
 * Fastest asked for one snapshot after the other. A state of a scope is proved with the first snapshot that has it, so all
 * snapshots together cost what changed between them.
 */
export function makeContentsFaults(db: Connection): ContentsFaults {
  const folds = new Map<number, ContentsFold>()
  const digest = makeScopeDigester(db)
  const foldOf = (organization: number) => {
    const fold = folds.get(organization) ?? makeContentsFold(db, organization)
    folds.set(organization, fold)
    return fold
  }
  function* folded({ row, keptBefore }: SealedSnapshot): Generator<Fault> {
    const { contents, versions } = foldOf(row.organization).at(row.id)
    if (!isSame(row.contents, contents) || !isSame(row.versions, versions)) yield contentsFault(row.id)
    const place = { after: keptBefore, snapshot: row.id, organization: row.organization }
    // One that it has begun after and that ended before it was never in a snapshot that is kept.
    const states = statesBegun(db, place).filter(({ until }) => until === null || until > row.id)
    for (const state of states) {
      // Who prunes meanwhile takes rows away by which what is held would follow: a fault is told of what is read anew.
      const isSound =
        isSameState(atOnce(digest(state, row.id, state.until === null)), state) ||
        isSameState(atOnce(digestScope(db, state, row.id)), state)
      if (!isSound) yield contentsFault(row.id, placeOf(db, state))
    }
  }
  return function* faults(sealed) {
    const { row, isPruned } = sealed
    if (isPruned) return
    const found = row.seal_format === null ? mismatchOf(db, sealed) : folded(sealed)
    yield* guarded(found, `snapshot ${row.id}`)
  }
}

/** For people: where it lies, and in which snapshots. */
function placeOf(db: Connection, { anchor, kind, until }: ScopeState): string {
  const { text } = prepareOnce<[number], { text: string }>(db, 'SELECT text FROM term WHERE id = +?').get(
    kind,
  ) ?? {
    text: 'resource',
  }
  const parent = anchor < 0 ? null : refOf(db, anchor)
  const below = parent === null ? '' : ` of ${parent.kind} ${parent.id}`
  const lasting = until === null ? ', also in those after it' : `, also in those before snapshot ${until}`
  return `: kind ${text}${below}${lasting}`
}

function contentsFault(snapshot: number, place = ''): Fault {
  return fault(
    'contents-mismatch',
    `the resources of snapshot ${snapshot} are not as they were sealed${place}`,
  )
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
  yield contentsFault(row.id)
}

/**
 * A snapshot in which nothing begins or ends holds what the one before it holds, so the work is done: where that one was not
 * pruned, and with it what ended here.
 */
function hasItsContents(db: Connection, row: SnapshotRow, before: SnapshotRow | undefined): boolean {
  const changed = db
    .prepare<[number, number], { any: number }>(
      'SELECT EXISTS (SELECT 1 FROM version WHERE since = +?) OR EXISTS (SELECT 1 FROM version WHERE until = +?) AS "any"',
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
  const { contents, versions } = walkContents(db, row.id, row.organization)
  return isSame(row.contents, contents) && (row.versions === null || isSame(row.versions, versions))
}

function isSame(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b)
}

function fault(code: string, message: string): Fault {
  return { code, severity: 'damage', message }
}
