/**
 * Kinds that this service has no operation for, or that the token's owner may not read. That is no failure, and is
 * said in the snapshot; but where the base has such resources, coverage has shrunk, and that is a gap.
 */
import type { Absence } from '../platform/capabilities.ts'
import type { ListedResource } from '../resources/resource.ts'
import { recordScopeGap } from './gap.ts'
import type { ParentNode } from './parent-node.ts'
import type { BackupRun } from './run.ts'

export function recordAbsence(
  run: BackupRun,
  resource: ListedResource,
  parent: ParentNode,
  absence: Absence,
): void {
  const operation = resource.needs ?? ''
  const reason = absence === 'missing' ? 'not offered' : 'not allowed'
  run.notOffered.set(resource.kind, { kind: resource.kind, operation, reason })
  const baseCount = run.writer.baseCount(parent.key, resource.kind)
  if (baseCount === 0 || wasAbsentBefore(run, resource) || run.settings.shrinkGuardPercent === 0) return
  recordScopeGap(run, resource, parent, {
    class: absence === 'missing' ? 'not-found' : 'refused',
    message: `${operation} is ${reason} any more; its last state is kept (if that is right, run once with --allow-shrink)`,
  })
}

/** Said and accepted once, it is no news. */
function wasAbsentBefore(run: BackupRun, resource: ListedResource): boolean {
  const base = run.baseSummary
  const said = base?.not_offered.some(one => one.kind === resource.kind && one.part === undefined) ?? false
  return said && !(base?.gaps.some(gap => gap.kind === resource.kind) ?? false)
}
