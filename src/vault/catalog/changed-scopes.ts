/**
 * What the seal of a running snapshot needs, computed before it and in slices of time: the digests of the scopes that
 * changed, which is everything on a first backup, and the lines of all, which are folded.
 */
import { giveWay } from '../../model/give-way.ts'
import { inTurns } from '../../model/stepwise.ts'
import type { Connection } from './connection.ts'
import { makeNewestContents, type NewestContents } from './contents-digest.ts'
import { type HeldLimits, makeScopeDigester } from './held-scopes.ts'
import { allScopes, changedScopes, digestScope, type ScopeDigest } from './scope-digests.ts'
import type { ScopeName } from './scope-leaves.ts'
import type { ScopeState } from './scope-states.ts'
import { snapshotRow } from './snapshots.ts'

/** Beside all else that a backup holds: of more than these a seal reads twice what changed. */
const HELD: HeldLimits = { leaves: 50_000, changes: 1000 }

export interface ChangedScope {
  name: ScopeName
  own: ScopeDigest
  /** As its rows are now that the base has. */
  before: ScopeDigest
}

/** What they hold from a snapshot on. */
export function statesFrom(changed: readonly ChangedScope[], snapshot: number): ScopeState[] {
  return changed.map(({ name, own }) => ({ ...name, ...own, since: snapshot, until: null }))
}

/** What the newest sealed snapshot of an organization holds, ready to be folded with what changes. */
export async function prepareContents(
  db: Connection,
  organization: number,
  coming: readonly ScopeState[],
): Promise<NewestContents> {
  const newest = makeNewestContents(db, organization)
  await inTurns(newest.prepare(coming), giveWay)
  return newest
}

/**
 * A base of seal format 1 has no digests of scopes: then all are digested. Others have their turn after each, as one with
 * nothing in it is digested in a single step, and there may be thousands of these.
 */
export async function digestChanged(db: Connection, snapshot: number): Promise<ChangedScope[]> {
  const row = snapshotRow(db, snapshot)
  const base = row?.base ? snapshotRow(db, row.base) : undefined
  const hasDigests = base !== undefined && base.seal_format !== null
  const names = hasDigests ? changedScopes(db, snapshot) : allScopes(db, snapshot)
  if (base === undefined) return await digestFirst(db, names, snapshot)
  const digest = makeScopeDigester(db, HELD)
  const scopes: Omit<ChangedScope, 'own'>[] = []
  for (const name of names) {
    scopes.push({ name, before: await inTurns(digest(name, base.id), giveWay) })
    await giveWay()
  }
  const changed: ChangedScope[] = []
  for (const scope of scopes) {
    changed.push({ ...scope, own: await inTurns(digest(scope.name, snapshot, true), giveWay) })
    await giveWay()
  }
  return changed
}

async function digestFirst(
  db: Connection,
  names: readonly ScopeName[],
  snapshot: number,
): Promise<ChangedScope[]> {
  const changed: ChangedScope[] = []
  for (const name of names) {
    const own = await inTurns(digestScope(db, name, snapshot), giveWay)
    changed.push({ name, own, before: own })
    await giveWay()
  }
  return changed
}
