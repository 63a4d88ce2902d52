/**
 * Rows of `scope_digest` that are altered or gone, computed again from the versions. They are believed where what they fold to
 * is what every snapshot that has them was sealed with; otherwise nothing is written.
 */
import { DamageFound } from '../../model/errors.ts'
import { atOnce } from '../../model/stepwise.ts'
import { type SealedSnapshot, sealedSnapshots } from '../catalog/check-seals.ts'
import type { Connection } from '../catalog/connection.ts'
import { foldStates } from '../catalog/contents-digest.ts'
import { TALLIED } from '../catalog/coverage.ts'
import { makeScopeDigester } from '../catalog/held-scopes.ts'
import { isSameState } from '../catalog/scope-digests.ts'
import type { ScopeName } from '../catalog/scope-leaves.ts'
import { type ScopeState, statesBegun } from '../catalog/scope-states.ts'
import { tallyDifferences } from '../catalog/tally.ts'
import type { Finding } from '../types.ts'
import type { Rebuild } from './rebuild.ts'

const TABLE = TALLIED.filter(({ name }) => name === 'scope_digest')

export function planScopeRows(db: Connection, findings: readonly Finding[]): Rebuild[] {
  const isWrong = findings.some(({ code }) => code === 'contents-mismatch')
  if (!isWrong) return []
  const organizations = Map.groupBy(sealedSnapshots(db), ({ row }) => row.organization)
  const changed: ScopeState[] = []
  for (const sealed of organizations.values()) {
    const proved = provedStates(db, sealed)
    if (proved === null) return []
    changed.push(...proved)
  }
  return changed.length === 0 ? [] : [rebuildOf(db, changed)]
}

function rebuildOf(db: Connection, changed: readonly ScopeState[]): Rebuild {
  const differences = new Set(
    TABLE.flatMap(table => [...tallyDifferences(db, table)].map(({ message }) => message)),
  )
  return {
    name: 'scope_digest',
    isOf: ({ code, message }) =>
      code === 'contents-mismatch' || (code === 'rows-changed' && differences.has(message)),
    from: 'the versions, as the seals prove them',
    words: 'the digests of scopes are computed again from the versions, and fold to what was sealed',
    keep: kept => {
      for (const state of changed) kept.note({ scope_digest: plain(rowOf(db, state)) })
    },
    make: () => writeAsTallied(db, changed),
  }
}

/** Null where what is computed is not what was sealed. */
function provedStates(db: Connection, sealed: readonly SealedSnapshot[]): ScopeState[] | null {
  const folded = sealed.filter(({ row }) => row.seal_format !== null)
  const newest = folded.at(-1)?.row
  if (newest === undefined) return []
  const { organization } = newest
  const states = new Map(
    statesBegun(db, { organization, after: 0, snapshot: newest.id }).map(state => [nameOf(state), state]),
  )
  const digest = makeScopeDigester(db)
  const changed: ScopeState[] = []
  const put = (state: ScopeState) => {
    states.set(nameOf(state), state)
    changed.push(state)
  }
  for (const snapshot of folded) {
    if (snapshot.isPruned) continue
    const { row, keptBefore } = snapshot
    const held = () => [...states.values()].filter(state => isIn(state, row.id))
    for (const state of held()) {
      if (state.since <= keptBefore) continue
      const now = atOnce(digest(state, row.id))
      if (!isSameState(now, state)) put({ ...state, ...now })
    }
    if (isFolded(db, held(), snapshot)) continue
    for (const scope of missingScopes(db, row.id, held())) {
      const range = rangeOf(db, scope, { snapshot: row.id, first: folded[0]?.row.id ?? 0 })
      const state = { ...scope, ...range, ...atOnce(digest(scope, row.id)) }
      if (states.has(nameOf(state))) return null
      put(state)
    }
    if (!isFolded(db, held(), snapshot)) return null
  }
  return changed
}

function isFolded(db: Connection, states: readonly ScopeState[], { row }: SealedSnapshot): boolean {
  const { contents, versions } = foldStates(db, states)
  return row.contents?.equals(contents) === true && row.versions?.equals(versions) === true
}

function isIn({ since, until }: ScopeState, snapshot: number): boolean {
  return since <= snapshot && (until === null || until > snapshot)
}

/** With something in them, and without a row. */
function missingScopes(db: Connection, snapshot: number, held: readonly ScopeState[]): ScopeName[] {
  const known = new Set(held.map(({ anchor, kind }) => `${anchor} ${kind}`))
  return db
    .prepare<[{ snapshot: number }], ScopeName>(
      `SELECT DISTINCT resource.anchor, resource.kind FROM version JOIN resource ON resource.id = version.resource
       WHERE version.since <= +:snapshot AND (version.until IS NULL OR version.until > +:snapshot)
       AND resource.organization = (SELECT organization FROM snapshot WHERE id = +:snapshot)`,
    )
    .all({ snapshot })
    .filter(({ anchor, kind }) => !known.has(`${anchor} ${kind}`))
}

/** From the last change of the scope up to a snapshot to the first after it. */
function rangeOf(
  db: Connection,
  scope: ScopeName,
  { snapshot, first }: { snapshot: number; first: number },
): { since: number; until: number | null } {
  const found = db
    .prepare<[ScopeName & { snapshot: number }], { since: number | null; until: number | null }>(
      `WITH changed(at) AS (
         SELECT since FROM version JOIN resource ON resource.id = version.resource WHERE anchor = +:anchor AND kind = +:kind
         UNION SELECT until FROM version JOIN resource ON resource.id = version.resource
         WHERE anchor = +:anchor AND kind = +:kind AND until IN (SELECT id FROM snapshot WHERE digest IS NOT NULL)
       ) SELECT (SELECT max(at) FROM changed WHERE at <= +:snapshot) AS since,
           (SELECT min(at) FROM changed WHERE at > +:snapshot) AS until`,
    )
    .get({ ...scope, snapshot })
  return { since: Math.max(found?.since ?? 0, first), until: found?.until ?? null }
}

/** The counts of the table stay: they were taken when the rows were written, and have to agree with what is written now. */
function writeAsTallied(db: Connection, changed: readonly ScopeState[]): void {
  const tally = db
    .prepare<[], { part: number; rows: number; sum: number }>(
      `SELECT part, rows, sum FROM tally WHERE name = 'scope_digest'`,
    )
    .all()
  const write = db.prepare<[ScopeState]>(
    `INSERT INTO scope_digest (since, until, anchor, kind, count, contents, versions)
     VALUES (:since, :until, :anchor, :kind, :count, :contents, :versions)
     ON CONFLICT DO UPDATE SET until = excluded.until, count = excluded.count, contents = excluded.contents,
       versions = excluded.versions`,
  )
  for (const state of changed) write.run(state)
  db.exec(`DELETE FROM tally WHERE name = 'scope_digest'`)
  const insert = db.prepare<[number, number, number]>(`INSERT INTO tally VALUES ('scope_digest', ?, ?, ?)`)
  for (const { part, rows, sum } of tally) insert.run(part, rows, sum)
  for (const table of TABLE)
    for (const { message } of tallyDifferences(db, table))
      throw new DamageFound(
        `the digests of scopes that follow from the versions are not those that were written: ${message}`,
      )
}

function rowOf(db: Connection, { since, anchor, kind }: ScopeState): ScopeState | undefined {
  return db
    .prepare<[number, number, number], ScopeState>(
      'SELECT * FROM scope_digest WHERE since = +? AND anchor = +? AND kind = +?',
    )
    .get(since, anchor, kind)
}

function plain(state: ScopeState | undefined): object | null {
  if (state === undefined) return null
  return { ...state, contents: state.contents.toString('hex'), versions: state.versions.toString('hex') }
}

function nameOf({ since, anchor, kind }: ScopeState): string {
  return `${since} ${anchor} ${kind}`
}
