/**
 * What each scope held, as one digest: a row for each state of a scope, from the snapshot in which it began. A seal
 * then costs what changed, and a check proves each state once, however many snapshots have it.
 *
 * `contents` is the Merkle root over one line of JSON a resource, `[id, content digest, [[part, digest], …]]`, in the
 * order of ids (UTF-8 bytes). `versions` is the SHA-256 of one line a row of `version`, in that order: resource, since,
 * content and change digest, between blanks, and a line feed.
 */
import { hash } from 'node:crypto'
import { type Connection, prepareOnce } from './connection.ts'
import { makeMerkleTree } from './merkle.ts'
import { type Leaf, leafOf, leavesIn, type ScopeName } from './scope-leaves.ts'
import { VISIBLE } from './views.ts'

export interface ScopeDigest {
  /** Of its resources; 0: all of them are gone. */
  count: number
  contents: Buffer
  versions: Buffer
}

/** Yields now and then, so that whoever asks can let others in. */
export type DigestScope = (scope: ScopeName, snapshot: number) => Generator<void, ScopeDigest>

/** Of versions that were digested last: neighbouring snapshots have most of them in common. */
const MOST_LEAVES = 20_000
const ROWS_A_STEP = 500
const FEW = 16

export function makeScopeDigester(db: Connection): DigestScope {
  const leaves = new Map<number, Omit<Leaf, 'text'>>()
  const find = (key: number, since: number): Omit<Leaf, 'text'> => {
    const known = leaves.get(key)
    if (known?.since === since) return known
    const { leaf, line } = leafOf(db, key, since)
    const made = { since, leaf, line }
    if (leaves.size >= MOST_LEAVES) leaves.clear()
    leaves.set(key, made)
    return made
  }
  return function* digest(scope, snapshot) {
    const tree = makeMerkleTree()
    let lines = ''
    const rows = rowsIn(db, scope, snapshot)
    const unknown = rows.filter(({ key, since }) => leaves.get(key)?.since !== since).length
    if (isWorthAll(unknown, rows.length)) {
      if (leaves.size + unknown > MOST_LEAVES) leaves.clear()
      for (const some of leavesIn(db, scope, snapshot)) {
        for (const { key, since, leaf, line } of some) leaves.set(key, { since, leaf, line })
        yield
      }
    }
    for (const [index, { key, since }] of rows.entries()) {
      const { leaf, line } = find(key, since)
      tree.add(leaf)
      lines += line
      if (index % ROWS_A_STEP === ROWS_A_STEP - 1) yield
    }
    yield
    return { count: rows.length, contents: tree.root(), versions: hash('sha256', lines, 'buffer') }
  }
}

/** Of a few it costs less to ask for each; of very many, what is held at once would be too much. */
function isWorthAll(unknown: number, rows: number): boolean {
  return unknown > FEW && unknown > rows / 4 && rows <= MOST_LEAVES
}

/** Of a scope with nothing in it. */
export const EMPTY_SCOPE: ScopeDigest = {
  count: 0,
  contents: makeMerkleTree().root(),
  versions: hash('sha256', '', 'buffer'),
}

export function isSameState(a: ScopeDigest, b: ScopeDigest): boolean {
  return a.count === b.count && a.contents.equals(b.contents) && a.versions.equals(b.versions)
}

/** In the order of their ids. All at once: nothing else can be asked on a connection while a list is gone through. */
export function rowsIn(db: Connection, scope: ScopeName, snapshot: number): { key: number; since: number }[] {
  return prepareOnce<[ScopeName & { snapshot: number }], { key: number; since: number }>(
    db,
    `SELECT resource.id AS key, version.since FROM resource
     CROSS JOIN version ON version.resource = resource.id AND ${VISIBLE}
     WHERE resource.anchor = +:anchor AND resource.kind = +:kind ORDER BY resource.platform_id`,
  ).all({ ...scope, snapshot })
}

/** In which something begins or ends. */
export function changedScopes(db: Connection, snapshot: number): ScopeName[] {
  return prepareOnce<[{ snapshot: number }], ScopeName>(
    db,
    `SELECT DISTINCT resource.anchor, resource.kind FROM (
       SELECT resource FROM version WHERE since = +:snapshot UNION ALL SELECT resource FROM version WHERE until = +:snapshot
     ) AS changed CROSS JOIN resource ON resource.id = changed.resource ORDER BY 1, 2`,
  ).all({ snapshot })
}

/** Every one of the organization, those with nothing in them now as well: an index and a row for each tells them. */
export function allScopes(db: Connection, snapshot: number): ScopeName[] {
  return db
    .prepare<[{ snapshot: number }], ScopeName>(
      `SELECT scope.anchor, scope.kind FROM (SELECT DISTINCT anchor, kind FROM resource) AS scope
       LEFT JOIN resource AS above ON above.id = scope.anchor
       WHERE ifnull(above.organization, -scope.anchor) = (SELECT organization FROM snapshot WHERE id = +:snapshot)`,
    )
    .all({ snapshot })
}
