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
import { type KeyedLeaf, leafOf, leavesIn, type ScopeName } from './scope-leaves.ts'
import { VISIBLE } from './views.ts'

export interface ScopeDigest {
  /** Of its resources; 0: all of them are gone. */
  count: number
  contents: Buffer
  versions: Buffer
}

const ROWS_A_STEP = 200
/** Of more than these what is read at once would be too much, and each resource is asked for. */
const MOST_AT_ONCE = 20_000

/** Reads all of the scope; yields now and then, so that whoever asks can let others in. */
export function* digestScope(
  db: Connection,
  scope: ScopeName,
  snapshot: number,
): Generator<void, ScopeDigest> {
  const tree = makeMerkleTree()
  let [count, lines] = [0, '']
  for (const leaves of leavesInOrder(db, scope, snapshot)) {
    for (const { leaf, line } of leaves) {
      tree.add(leaf)
      lines += line
    }
    count += leaves.length
    yield
  }
  return { count, contents: tree.root(), versions: hash('sha256', lines, 'buffer') }
}

/** A slice at a time, which may be empty. */
export function* leavesInOrder(
  db: Connection,
  scope: ScopeName,
  snapshot: number,
): Generator<readonly KeyedLeaf[]> {
  const rows = rowsIn(db, scope, snapshot)
  const known = new Map<number, KeyedLeaf>()
  if (rows.length <= MOST_AT_ONCE)
    for (const leaves of leavesIn(db, scope, snapshot)) {
      for (const leaf of leaves) known.set(leaf.key, leaf)
      yield []
    }
  for (let from = 0; from < rows.length; from += ROWS_A_STEP)
    yield rows.slice(from, from + ROWS_A_STEP).map(({ key, since }) => {
      const leaf = known.get(key)
      return leaf?.since === since ? leaf : { key, ...leafOf(db, key, since) }
    })
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
