/**
 * Digests of scopes in one snapshot after the other: the tree of each scope that was asked for is held, and follows what changed
 * up to the snapshot that is asked for next, so a digest costs what changed. What is answered is what `digestScope` reads.
 */
import { type Connection, prepareOnce } from './connection.ts'
import { type HeldScope, heldDigest, holdScope, isFollowed } from './held-scope.ts'
import { type Span, scopeChanges, scopeKey } from './scope-changes.ts'
import { digestScope, leavesInOrder, type ScopeDigest } from './scope-digests.ts'
import type { KeyedLeaf, ScopeName } from './scope-leaves.ts'

/**
 * Yields now and then, so that whoever asks can let others in. One at a time. `isLast`: the scope is asked for in no later
 * snapshot, so nothing of it is held.
 */
export type DigestScope = (
  scope: ScopeName,
  snapshot: number,
  isLast?: boolean,
) => Generator<void, ScopeDigest>

/** Beyond these, what is asked for is read from all of its rows. */
export interface HeldLimits {
  /** Of all scopes that are held, some 200 bytes each; one of more than half of them is not held. */
  leaves: number
  /** Versions that begin, or that end, up to the next snapshot: some 10 µs each, at once. */
  changes: number
}

const LIMITS: HeldLimits = { leaves: 400_000, changes: 3000 }

/** Fastest asked for snapshots in their order: where one is earlier than the last, what is held is of no use. */
export function makeScopeDigester(db: Connection, limits: HeldLimits = LIMITS): DigestScope {
  const held = makeHeldScopes(db, limits)
  return function* digest(scope, snapshot, isLast = false) {
    held.moveTo(snapshot)
    const known = held.take(scope)
    if (known !== undefined) {
      if (!isLast) held.put(scope, known)
      return heldDigest(known)
    }
    if (isLast || countEver(db, scope) > limits.leaves / 2) return yield* digestScope(db, scope, snapshot)
    const leaves: KeyedLeaf[] = []
    for (const some of leavesInOrder(db, scope, snapshot)) {
      leaves.push(...some)
      yield
    }
    const made = holdScope(leaves)
    held.put(scope, made)
    return heldDigest(made)
  }
}

/**
 * All of them as one snapshot has them. What has no room is not held: a check asks for the same ones night after night, and
 * what made room for each other would all be read anew.
 */
function makeHeldScopes(db: Connection, limits: HeldLimits) {
  const scopes = new Map<string, HeldScope>()
  let at = 0
  let leaves = 0
  const drop = (key: string): void => {
    leaves -= scopes.get(key)?.keys.length ?? 0
    scopes.delete(key)
  }
  const follow = (span: Span): void => {
    const changes = scopeChanges(db, span, limits.changes)
    if (changes === null) for (const key of scopes.keys()) drop(key)
    for (const [key, change] of changes ?? []) {
      const scope = scopes.get(key)
      if (scope === undefined) continue
      leaves -= scope.keys.length
      const follows = isFollowed(db, scope, change)
      leaves += scope.keys.length
      if (!follows) drop(key)
    }
  }
  return {
    moveTo(snapshot: number) {
      if (snapshot < at) for (const key of scopes.keys()) drop(key)
      if (snapshot > at && scopes.size > 0) follow({ after: at, upTo: snapshot })
      at = snapshot
    },
    take(scope: ScopeName): HeldScope | undefined {
      const found = scopes.get(scopeKey(scope))
      drop(scopeKey(scope))
      return found
    },
    put(scope: ScopeName, made: HeldScope) {
      if (leaves + made.keys.length > limits.leaves) return
      scopes.set(scopeKey(scope), made)
      leaves += made.keys.length
    },
  }
}

/** Now or at some time. */
function countEver(db: Connection, scope: ScopeName): number {
  const found = prepareOnce<[ScopeName], { count: number }>(
    db,
    'SELECT count(*) AS count FROM resource WHERE anchor = +:anchor AND kind = +:kind',
  ).get(scope)
  return found?.count ?? 0
}
