/**
 * The life of one resource: every state it had that is kept, oldest first, each with what was done to get there.
 */
import { differsInDeferredOnly } from '../model/deferred-part.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceKey, StoredResource, Vault } from '../vault/vault.ts'
import { actionsOf } from './actions.ts'
import type { DescribedChange } from './change.ts'
import { itemOf, makeDescribe } from './describe.ts'
import { fieldChanges } from './field-changes.ts'
import { partChanges } from './part-changes.ts'

export interface HistoryEntry {
  /** The first snapshot that has this state, pruned or not, or the first to be read that no longer has the resource. */
  snapshot: number
  change: DescribedChange
}

export function* historyOf(
  vault: Vault,
  resources: readonly Resource[],
  key: ResourceKey,
): Generator<HistoryEntry> {
  const describe = makeDescribe(vault, resources)
  const declarations = new Map(resources.map(resource => [resource.kind, resource]))
  let before: StoredResource | null = null
  let gone: number | null = null
  for (const version of vault.versions(key)) {
    if (gone !== null && gone !== version.since && before) {
      yield { snapshot: gone, change: ended(before) }
      before = null
    }
    const after = vault.at(vault.firstKept(version.since), key)
    if (after === null) continue
    const isSame = before !== null && differsInDeferredOnly(before, after)
    if (!isSame) yield { snapshot: version.since, change: step(before, after) }
    before = after
    gone = version.until
  }
  if (gone !== null && before) yield { snapshot: gone, change: ended(before) }

  function ended(resource: StoredResource): DescribedChange {
    return made('removed', resource, null)
  }

  function step(from: StoredResource | null, to: StoredResource): DescribedChange {
    return made(from ? 'modified' : 'added', from, to)
  }

  function made(
    type: 'added' | 'modified' | 'removed',
    from: StoredResource | null,
    to: StoredResource | null,
  ): DescribedChange {
    const resource = to ?? from
    if (resource === null) throw new Error('a change has two empty sides')
    const declaration = declarations.get(resource.kind)
    const fields = from && to ? fieldChanges(declaration, itemOf(vault, from), itemOf(vault, to)) : []
    const parts = from && to ? partChanges(from, to) : []
    const actions = actionsOf({ kind: resource.kind, type, fields, parts, moved: false, reordered: false })
    const description = describe(resource, vault.firstKept(resource.since))
    return {
      type,
      actions,
      description,
      before: from,
      after: to,
      fields,
      parts,
      moved: null,
      cause: null,
      firstMissing: null,
    }
  }
}
