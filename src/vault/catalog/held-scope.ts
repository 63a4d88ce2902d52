/**
 * A scope as a snapshot has it, and how it follows to a later one: leaves are replaced where they stand, put in and taken out, and
 * only their paths are hashed again.
 */
import { hash } from 'node:crypto'
import { type Connection, prepareOnce } from './connection.ts'
import { type MerkleLevels, makeMerkleLevels } from './merkle-levels.ts'
import type { ScopeChange } from './scope-changes.ts'
import type { ScopeDigest } from './scope-digests.ts'
import type { KeyedLeaf } from './scope-leaves.ts'

/** In the order of leaves. */
export interface HeldScope {
  keys: number[]
  sinces: number[]
  lines: string[]
  tree: MerkleLevels
}

export function holdScope(leaves: readonly KeyedLeaf[]): HeldScope {
  return {
    keys: leaves.map(({ key }) => key),
    sinces: leaves.map(({ since }) => since),
    lines: leaves.map(({ line }) => line),
    tree: makeMerkleLevels(leaves.map(({ leaf }) => leaf)),
  }
}

export function heldDigest({ keys, lines, tree }: HeldScope): ScopeDigest {
  return { count: keys.length, contents: tree.root(), versions: hash('sha256', lines.join(''), 'buffer') }
}

/**
 * False: the scope is not what it was any more, and is to be read anew. So where most of it changed, and where the change does
 * not fit, as in a damaged catalog, or one that somebody prunes meanwhile.
 */
export function isFollowed(db: Connection, scope: HeldScope, { begun, ended }: ScopeChange): boolean {
  const ends = new Map(ended.map(({ key, since }) => [key, since]))
  if (ends.size < ended.length || begun.length + ended.length > scope.keys.length) return false
  for (const leaf of begun) {
    const index = scope.keys.indexOf(leaf.key)
    const isNew = index === -1
    if (!isNew && ends.get(leaf.key) !== scope.sinces[index]) return false
    ends.delete(leaf.key)
    if (isNew) insert(scope, placeOf(db, scope.keys, leaf.key), leaf)
    else replace(scope, index, leaf)
  }
  for (const [key, since] of ends) {
    const index = scope.keys.indexOf(key)
    if (index === -1 || scope.sinces[index] !== since) return false
    remove(scope, index)
  }
  return true
}

function replace({ sinces, lines, tree }: HeldScope, index: number, { since, line, leaf }: KeyedLeaf): void {
  sinces[index] = since
  lines[index] = line
  tree.replace(index, leaf)
}

function insert({ keys, sinces, lines, tree }: HeldScope, index: number, leaf: KeyedLeaf): void {
  keys.splice(index, 0, leaf.key)
  sinces.splice(index, 0, leaf.since)
  lines.splice(index, 0, leaf.line)
  tree.insert(index, leaf.leaf)
}

function remove({ keys, sinces, lines, tree }: HeldScope, index: number): void {
  keys.splice(index, 1)
  sinces.splice(index, 1)
  lines.splice(index, 1)
  tree.remove(index)
}

/** Among keys that stand in the order of their ids, which SQLite alone compares: as many comparisons as the number has bits. */
function placeOf(db: Connection, keys: readonly number[], key: number): number {
  const isBefore = prepareOnce<[number, number], { is: number }>(
    db,
    `SELECT held.platform_id < added.platform_id AS "is" FROM resource AS held, resource AS added
     WHERE held.id = +? AND added.id = +?`,
  )
  let [from, to] = [0, keys.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (isBefore.get(keys[middle] ?? 0, key)?.is === 1) from = middle + 1
    else to = middle
  }
  return from
}
