/**
 * `--on-conflict copy`: a space or a site that differs from the one that stands for it is made anew beside it, with
 * everything below. What cannot stand twice (a person, a setting, a single page) is left as it is.
 */
import type { RestoredId, RestoreRunRow } from '../../model/restore-journal.ts'
import type { RestoreRequest } from '../request.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { CompareRequest } from '../verify/verification.ts'
import { makePlan } from './plan.ts'

type CopiesRequest = Pick<CompareRequest, 'source' | 'target' | 'matches' | 'profile' | 'chosen' | 'request'>

/** Of the source: what is there and would be left as it is, though it differs. */
export async function findCopies(wanted: CopiesRequest): Promise<ReadonlySet<StateItem>> {
  const { source, target, request, chosen } = wanted
  const { skipped } = await makePlan({
    ...wanted,
    request: { ...request, onConflict: 'skip' },
    begun: target,
    undeletable: new Set(),
    contents: '',
    state: '',
    requestsPerSecond: 1,
  })
  const roots = skipped.flatMap(({ kind, source: path }) => {
    const item = source.at(kind, path)
    const root = kind === 'page' ? item?.parent : item
    return root && (root.kind === 'space' || root.kind === 'site') && chosen.has(root) ? [root] : []
  })
  return new Set(roots)
}

/** A copy stands for what it is a copy of only while that is gone, or where copies are wished for again. */
export function withoutCopies(
  known: Iterable<RestoredId>,
  runs: readonly RestoreRunRow[],
  { onConflict }: RestoreRequest,
  target: OrganizationState,
): Iterable<RestoredId> {
  if (onConflict === 'copy') return known
  const copying = new Set(runs.filter(run => isCopying(run.request)).map(run => run.id))
  return {
    *[Symbol.iterator]() {
      for (const row of known) if (!copying.has(row.run) || !target.has(row.kind, row.source)) yield row
    },
  }
}

function isCopying(request: unknown): boolean {
  return (
    typeof request === 'object' &&
    request !== null &&
    'onConflict' in request &&
    request.onConflict === 'copy'
  )
}
