/**
 * What differs between two snapshots, described: matched by id within one organization, or by path where ids cannot
 * match (another organization, a restored copy).
 */

import type { ChangeType } from '../model/change.ts'
import { UsageError } from '../model/errors.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { Resource } from '../resources/resource.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import { comparePaths } from './compare-paths.ts'
import { type Description, makeDescribe } from './describe.ts'

export interface DescribedChange {
  type: ChangeType
  description: Description
  before: StoredResource | null
  after: StoredResource | null
}

export interface CompareOptions {
  kinds?: readonly string[] | undefined
  by: 'id' | 'path'
}

export function* compare(
  vault: Vault,
  resources: readonly Resource[],
  a: SnapshotSummary,
  b: SnapshotSummary,
  options: CompareOptions,
): Generator<DescribedChange> {
  const describe = makeDescribe(vault, resources)
  if (options.by === 'path') {
    yield* comparePaths(vault, describe, a.snapshot, b.snapshot, options.kinds)
    return
  }
  if (a.organization !== b.organization) {
    throw new UsageError(`snapshots ${a.snapshot} and ${b.snapshot} are of different organizations`, {
      hint: 'compare them with --by path',
    })
  }
  for (const change of vault.changes(a.snapshot, b.snapshot, { kinds: options.kinds })) {
    const before = change.resource === null ? null : vault.at(a.snapshot, change.resource)
    const after = change.resource === null ? null : vault.at(b.snapshot, change.resource)
    yield {
      type: change.type,
      before,
      after,
      description: after
        ? describe(after, b.snapshot)
        : before
          ? describe(before, a.snapshot)
          : unread(change.kind, change.id, change.parent),
    }
  }
}

/** A scope or a resource that no snapshot could read. */
function unread(kind: string, id: string, parent: string | null): Description {
  return { kind, id, title: id === '' ? `every ${kind}` : id, path: null, gitPath: null, within: parent }
}
