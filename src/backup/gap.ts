/**
 * Turns what went wrong into gaps. Errors that would make every further reading pointless (the vault cannot be
 * written, the run was cancelled) are not gaps: they end the run. Our own mistakes are gaps, and are said to be ours.
 */
import { AssertionError } from 'node:assert'
import { DocvaultError } from '../model/errors.ts'
import type { GapClass } from '../model/snapshot.ts'
import { InvalidResponse, PlatformError, TruncatedBody } from '../platform/errors.ts'
import { ImplausibleAnswer } from '../resources/implausible-answer.ts'
import type { Item } from '../resources/resource.ts'
import { BudgetExhausted } from './budget.ts'
import type { BackupContext } from './context.ts'
import type { Group } from './group.ts'
import type { ParentNode } from './parent-node.ts'
import type { Scope } from './scope.ts'
import type { LeftOutItems } from './unreadable-parts.ts'

export interface Cause {
  class: GapClass
  message: string
  /** See `Gap`. */
  missing?: string
}

/** How a listing ended before its end. */
export interface Cut {
  error: unknown
  cause: Cause
  /** Another listing may be whole. */
  mayPass: boolean
}

/** Throws the error again when it is none that a snapshot can carry on with. */
export function causeOf(context: BackupContext, error: unknown): Cause {
  if (context.signal?.aborted) throw error
  if (error instanceof BudgetExhausted) return { class: 'skipped', message: error.message }
  if (endsTheRun(error)) throw error
  context.budget.spend()
  if (isOfPlatform(error)) return { class: error.gapClass, message: error.message }
  const message = `docvault failed here: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`
  context.report({ type: 'bug', message, stack: stackOf(error) })
  return { class: 'bug', message: message.slice(0, MOST_MESSAGE) }
}

const PASSING = [TruncatedBody, InvalidResponse, ImplausibleAnswer] as const

/** Whether another listing may cure it. */
export function mayPass(error: unknown): boolean {
  return PASSING.some(passing => error instanceof passing)
}

const MOST_MESSAGE = 500
/** A stack that ran out is thousands of times the same line. */
const MOST_STACK = 4000

function isOfPlatform(error: unknown): error is PlatformError | ImplausibleAnswer {
  return error instanceof PlatformError || error instanceof ImplausibleAnswer
}

/** What the vault (its database, its disk, its lease) throws, and what was thrown on purpose to end the run. */
export function endsTheRun(error: unknown): boolean {
  if (isOfPlatform(error)) return false
  if (error instanceof DocvaultError || error instanceof AssertionError) return true
  if (!(error instanceof Error)) return false
  const isOfDatabase = 'code' in error && String(error.code).startsWith('SQLITE_')
  return isOfDatabase || 'syscall' in error || error.name === 'AbortError'
}

function stackOf(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, MOST_STACK)
}

/** The whole scope of every kind in the group. */
export function recordGap(context: BackupContext, group: Group, parent: ParentNode, cause: Cause): void {
  for (const resource of group.members) recordScopeGap(context, { resource, parent }, cause)
}

export function recordScopeGap(context: BackupContext, { resource, parent }: Scope, cause: Cause): void {
  const { kind } = resource
  if (isPutOffAgain(context, { resource, parent }, cause)) return
  const { class: gapClass, message } = cause
  context.writer.gap({ parentKey: parent.key, kind, ...cause })
  context.report({ type: 'gap', kind, parent: parent.title, class: gapClass, message })
}

/** The run ended while it read Markdown that may come later, of what is as the base has it: it stays pending. */
function isPutOffAgain({ deferred }: BackupContext, { resource, parent }: Scope, cause: Cause): boolean {
  return cause.class === 'skipped' && deferred.isUnchanged(parent.key, resource.kind)
}

/** One resource of a scope that could be read otherwise. */
export function recordItemGap(context: BackupContext, scope: Scope, item: Item, cause: Cause): void {
  const { resource } = scope
  if (isPutOffAgain(context, scope, cause)) return
  const message = `“${resource.label(item)}”: ${cause.message}`
  recordNamedGap(context, scope, resource.id(item), { ...cause, message })
}

function recordNamedGap(context: BackupContext, scope: Scope, id: string, cause: Cause): void {
  const { kind } = scope.resource
  const { key, title } = scope.parent
  context.writer.gap({ parentKey: key, kind, resource: id, ...cause })
  context.report({ type: 'gap', kind, parent: title, ...cause })
}

/** Items that could not be read, and those that may be among them or stand below them. */
export function recordUnreadable(
  context: BackupContext,
  scope: Scope,
  { items, unsure, within }: LeftOutItems,
): void {
  const gap = (id: string, message: string) =>
    recordNamedGap(context, scope, id, { class: 'invalid', message })
  for (const { id, position, message } of items)
    gap(id ?? `item ${position}`, `item ${position} of ${within}: ${message}`)
  for (const id of unsure) gap(id, `not in ${within}, unless it is among what could not be read there`)
}
