/**
 * The life of one resource: every state it had that is kept, oldest first, each with what was done to get there.
 */
import { isSameButForBody } from '../model/deferred-part.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceKey, StoredResource, Vault } from '../vault/vault.ts'
import { actionsOf } from './actions.ts'
import type { DescribedChange } from './change.ts'
import { itemOf, makeDescribe } from './describe.ts'
import { fieldChanges } from './field-changes.ts'
import { partChanges } from './part-changes.ts'

export interface HistoryStep {
  /** The first snapshot that has this state, pruned or not, or the first to be read that no longer has the resource. */
  snapshot: number
  /** Null where it was not there before. */
  before: StoredResource | null
  /** Null where it is gone. */
  after: StoredResource | null
}

export interface HistoryEntry {
  /** As of a `HistoryStep`. */
  snapshot: number
  change: DescribedChange
}

export function* historyOf(
  vault: Vault,
  resources: readonly Resource[],
  key: ResourceKey,
): Generator<HistoryEntry> {
  const describe = makeDescribeStep(vault, resources)
  for (const step of historySteps(vault, key)) yield describe(step)
}

/** The same, with nothing read of the states: for who looks at some of them. */
export function* historySteps(vault: Vault, key: ResourceKey): Generator<HistoryStep> {
  let before: StoredResource | null = null
  let gone: number | null = null
  for (const { until, ...after } of vault.statesOf(key)) {
    if (gone !== null && gone !== after.since && before) {
      yield { snapshot: gone, before, after: null }
      before = null
    }
    const isSame = before !== null && isSameButForBody(before, after)
    if (!isSame) yield { snapshot: after.since, before, after }
    before = after
    gone = until
  }
  if (gone !== null && before) yield { snapshot: gone, before, after: null }
}

export function makeDescribeStep(
  vault: Vault,
  resources: readonly Resource[],
): (step: HistoryStep) => HistoryEntry {
  const describe = makeDescribe(vault, resources)
  const declarations = new Map(resources.map(resource => [resource.kind, resource]))
  return ({ snapshot, before, after }) => {
    const resource = after ?? before
    if (resource === null) throw new Error('a change has two empty sides')
    const type = after === null ? 'removed' : before === null ? 'added' : 'modified'
    const isBoth = before !== null && after !== null
    const declaration = declarations.get(resource.kind)
    const fields = isBoth ? fieldChanges(declaration, itemOf(vault, before), itemOf(vault, after)) : []
    const parts = isBoth ? partChanges(before, after) : []
    const actions = actionsOf({ kind: resource.kind, type, fields, parts, moved: false, reordered: false })
    const description = describe(resource, vault.firstKept(resource.since))
    const nothing = { moved: null, cause: null, firstMissing: null }
    return { snapshot, change: { type, actions, description, before, after, fields, parts, ...nothing } }
  }
}
