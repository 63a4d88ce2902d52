/**
 * What differs between two snapshots, described: matched by id within one organization, or by path where ids cannot
 * match (another organization, a restored copy). Streams; holds one space's page tree at a time.
 */
import { UsageError } from '../model/errors.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotPair } from '../model/snapshot.ts'
import { kindUnder, OWNERS } from '../resources/drafts.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceKey, Vault } from '../vault/vault.ts'
import type { DescribedChange } from './change.ts'
import { comparePaths } from './compare-paths.ts'
import { Comparison } from './comparison.ts'
import { kindsInTree } from './moves.ts'

export interface CompareOptions {
  kinds?: readonly Kind[] | undefined
  by: 'id' | 'path'
  /** Snapshots whose gaps make changes unknown; default both. */
  gapsOf?: readonly number[] | undefined
  /** Of these alone, and pages that moved in a tree among them; what is unknown comes all the same. By id. */
  resources?: readonly ResourceKey[] | undefined
}

export function* compare(
  vault: Vault,
  resources: readonly Resource[],
  pair: SnapshotPair,
  options: CompareOptions,
): Generator<DescribedChange> {
  const { a, b } = pair
  const comparison = new Comparison(vault, resources, pair, options.kinds)
  if (options.by === 'path') {
    for (const matched of comparePaths(vault, comparison.describe, pair, options))
      yield comparison.describePair(matched, null)
    return
  }
  if (a.organization !== b.organization) {
    throw new UsageError(`snapshots ${a.snapshot} and ${b.snapshot} are of different organizations`, {
      hint: 'compare them with --by path',
    })
  }
  for (const change of vault.changes(a.snapshot, b.snapshot, {
    kinds: withTrees(options.kinds),
    gapsOf: options.gapsOf,
    resources: options.resources,
  })) {
    for (const found of comparison.describeChange(change)) {
      if (!options.kinds || options.kinds.includes(found.description.kind)) yield found
    }
  }
}

/** A page that only moved has changed in its revision, not in itself. */
function withTrees(kinds: readonly Kind[] | undefined): readonly Kind[] | undefined {
  const trees = OWNERS.map(owner => kindUnder(owner, 'revision'))
  const needed = trees.filter(tree => kindsInTree(tree).some(kind => kinds?.includes(kind)))
  return kinds && [...new Set([...kinds, ...needed])]
}
