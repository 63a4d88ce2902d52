/**
 * Kinds that this service has no operation for, or that the token's owner may not read. That is no failure, and is
 * said in the snapshot; but where the base has such resources, coverage has shrunk, and that is a gap.
 */
import type { Kind } from '../model/resource.ts'
import type { Absence } from '../platform/capabilities.ts'
import type { ListedResource } from '../resources/resource.ts'
import type { Base } from './base.ts'
import type { BackupContext } from './context.ts'
import { recordScopeGap } from './gap.ts'
import type { ParentNode } from './parent-node.ts'
import { type BackupRecord, noteNotOffered } from './record.ts'

interface AbsentScope {
  resource: ListedResource
  parent: ParentNode
  absence: Absence
}

export function recordAbsence(
  context: BackupContext,
  record: BackupRecord,
  { resource, parent, absence }: AbsentScope,
): void {
  const { kind, needs: operation = '' } = resource
  const reason = absence === 'missing' ? 'not offered' : 'not allowed'
  noteNotOffered(record, { kind, operation, reason })
  const baseCount = context.writer.baseCount(parent.key, kind)
  const isGuarded = context.settings.shrinkGuardPercent !== 0
  if (baseCount === 0 || !isGuarded || wasAbsentBefore(context.base, kind)) return
  recordScopeGap(
    context,
    { resource, parent },
    {
      class: absence === 'missing' ? 'not-found' : 'refused',
      message: `${operation} is ${reason} any more; its last state is kept (if that is right, run once with --allow-shrink)`,
    },
  )
}

/** Said and accepted once, it is no news. */
function wasAbsentBefore({ summary }: Base, kind: Kind): boolean {
  const wasSaid = summary?.not_offered.some(lack => lack.kind === kind && lack.part === undefined) ?? false
  return wasSaid && !(summary?.gaps.some(gap => gap.kind === kind) ?? false)
}
