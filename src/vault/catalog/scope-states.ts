/** The rows of `scope_digest`: what a scope held, from the snapshot in which that began. */
import { type Connection, prepareOnce } from './connection.ts'
import type { ScopeDigest } from './scope-digests.ts'
import type { ScopeName } from './scope-leaves.ts'

/** Snapshot N has it when `since <= N < until`; null: it lasts. */
export interface ScopeState extends ScopeName, ScopeDigest {
  since: number
  until: number | null
}

const STATES = `
  SELECT state.* FROM scope_digest AS state LEFT JOIN resource AS above ON above.id = state.anchor
  WHERE ifnull(above.organization, -state.anchor) = +:organization AND`

export interface Stretch {
  organization: number
  /** States that began later, up to the snapshot. */
  after: number
  snapshot: number
}

/** Oldest first. */
export function statesBegun(db: Connection, stretch: Stretch): ScopeState[] {
  return prepareOnce<[Stretch], ScopeState>(
    db,
    `${STATES} since > +:after AND since <= +:snapshot ORDER BY since`,
  ).all(stretch)
}

/** Those that the newest sealed snapshot has. */
export function newestStates(db: Connection, organization: number): ScopeState[] {
  return prepareOnce<[{ organization: number }], ScopeState>(db, `${STATES} until IS NULL`).all({
    organization,
  })
}

export function newestState(db: Connection, scope: ScopeName): ScopeState | undefined {
  return prepareOnce<[ScopeName], ScopeState>(
    db,
    `SELECT since, until, anchor, kind, count, contents, versions FROM scope_digest
     WHERE anchor = +:anchor AND kind = +:kind AND until IS NULL`,
  ).get(scope)
}

/** In place of the one of before, which ends. */
export function writeState(db: Connection, state: Omit<ScopeState, 'until'>): void {
  const { anchor, kind, since, count } = state
  prepareOnce<[{ anchor: number; kind: number; since: number }], never>(
    db,
    'UPDATE scope_digest SET until = :since WHERE anchor = +:anchor AND kind = +:kind AND until IS NULL',
  ).run({ anchor, kind, since })
  if (count === 0) return
  prepareOnce<[Omit<ScopeState, 'until'>], never>(
    db,
    `INSERT INTO scope_digest (since, until, anchor, kind, count, contents, versions)
     VALUES (:since, NULL, :anchor, :kind, :count, :contents, :versions)`,
  ).run(state)
}
