/** Whether a snapshot can say that something was not there: only of a list that it read to its end. */
import { whyNeverRead } from '../../diff/unread.ts'
import type { Kind } from '../../model/resource.ts'
import type { Gap, SnapshotSummary } from '../../model/snapshot.ts'
import { isContent, isTree } from '../../resources/drafts.ts'
import { resources } from '../../resources/index.ts'
import type { OrganizationState, StateItem } from '../state.ts'

/**
 * Why something that the state lacks may have been there all along; null: it was not. `above`: what it would stand under
 * in the state.
 */
export function whyUnread(state: OrganizationState, above: StateItem, item: StateItem): string | null {
  const summary = summaryOf(state)
  if (summary === null) return null
  const kinds = kindsOfList(item.kind)
  const isOf = ({ kind, parent, resource }: Gap) =>
    kinds.has(kind) && parent === above.id && (resource === undefined || resource === item.id)
  const gap = summary.gaps.find(isOf)
  if (gap !== undefined)
    return `snapshot ${summary.snapshot} could not read it (${gap.class}: ${gap.message})`
  const declared = resources.find(({ kind }) => kind === item.kind)
  return whyNeverRead(state.vault, declared, summary, { kind: item.kind, above: above.resource })
}

const summaries = new WeakMap<OrganizationState, SnapshotSummary | null>()

function summaryOf(state: OrganizationState): SnapshotSummary | null {
  const known = summaries.get(state)
  if (known !== undefined) return known
  const found = state.vault.snapshot(state.snapshot)
  summaries.set(state, found)
  return found
}

/** The kinds of which a gap says that this one was not read: content comes with its tree, what is contained with its whole. */
function kindsOfList(kind: Kind): ReadonlySet<Kind> {
  if (isContent(kind))
    return new Set(resources.map(({ kind }) => kind).filter(kind => isContent(kind) || isTree(kind)))
  const declared = resources.find(resource => resource.kind === kind)
  return new Set(declared && 'within' in declared ? [kind, declared.within] : [kind])
}
