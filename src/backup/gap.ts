/**
 * Turns what went wrong into gaps. Errors that would make every further reading pointless (the vault cannot be
 * written, the run was cancelled, our own mistakes) are not gaps: they end the run.
 */
import type { GapClass } from '../model/snapshot.ts'
import { PlatformError } from '../platform/errors.ts'
import { ImplausibleAnswer } from '../resources/implausible-answer.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { BudgetExhausted } from './budget.ts'
import type { Group } from './group.ts'
import type { BackupRun, Placed } from './run.ts'

export interface Cause {
  class: GapClass
  message: string
}

/** Throws the error again when it is none that a snapshot can carry on with. */
export function causeOf(run: BackupRun, error: unknown): Cause {
  if (run.signal?.aborted) throw error
  if (error instanceof BudgetExhausted) return { class: 'skipped', message: error.message }
  if (!(error instanceof PlatformError || error instanceof ImplausibleAnswer)) throw error
  run.budget.spend()
  return { class: error.gapClass, message: error.message }
}

/** The whole scope of every kind in the group. */
export function recordGap(run: BackupRun, group: Group, parent: Placed, cause: Cause): void {
  for (const resource of group.members) recordScopeGap(run, resource, parent, cause)
}

export function recordScopeGap(run: BackupRun, resource: Resource, parent: Placed, cause: Cause): void {
  run.writer.gap({ parentKey: parent.key, kind: resource.kind, ...cause })
  run.report({ type: 'gap', kind: resource.kind, parent: parent.title, ...cause })
}

/** One resource of a scope that could be read otherwise. */
export function recordItemGap(
  run: BackupRun,
  resource: Resource,
  item: Item,
  parent: Placed,
  cause: Cause,
): void {
  const message = `“${resource.label(item)}”: ${cause.message}`
  run.writer.gap({
    parentKey: parent.key,
    kind: resource.kind,
    resource: resource.id(item),
    class: cause.class,
    message,
  })
  run.report({ type: 'gap', kind: resource.kind, parent: parent.title, class: cause.class, message })
}
