/**
 * Decides before a scope is read whether it has to be (docs/development/platform.md#change-tokens): its token, how
 * long its last reading is ago, what was asked for, what the parent says of itself, and what the run may still cost.
 */
import { PlatformError } from '../platform/errors.ts'
import type { ChangeToken } from '../resources/resource.ts'
import type { ReadMark } from '../vault/vault.ts'
import type { BackupContext } from './context.ts'
import { followsChange } from './followers.ts'
import { causeOf, recordGap } from './gap.ts'
import { type Group, groupsUnder } from './group.ts'
import type { ParentNode } from './parent-node.ts'
import { makeReadContext } from './read-context.ts'
import type { BackupSession } from './session.ts'

/** Null: nothing to read. Else the token that the reading will be remembered by. */
export async function reasonToRead(
  session: BackupSession,
  group: Group,
  parent: ParentNode,
): Promise<{ token: ChangeToken | null } | null> {
  const { context } = session
  if (isKnownEmpty(context, group, parent)) return null
  const last = context.writer.lastRead(parent.key, group.head.kind)
  if (isForStrangersOnly(context, group)) {
    if (last !== null) believe(session, group)
    return null
  }
  const token = await tokenOf(session, group, parent)
  if (last !== null && mayTrust(session, group, parent, last) && isTrusted(context, token, last)) {
    if (isDue(context, group, parent)) return { token }
    if (token?.trust !== 'proof') believe(session, group)
    return null
  }
  if (isLeftOut(context, group, parent) || isBeyondBudget(context, group, parent)) return null
  return { token }
}

/** Whether its turn will find a reason, whatever is read until then; notes nothing. */
export async function isSureToBeRead(
  session: BackupSession,
  group: Group,
  parent: ParentNode,
): Promise<boolean> {
  const { context, knowledge } = session
  if (isKnownEmpty(context, group, parent) || isForStrangersOnly(context, group)) return false
  if (!isChosen(context, parent) || context.budget.exhausted() !== null) return false
  const last = context.writer.lastRead(parent.key, group.head.kind)
  if (last === null || !mayTrust(session, group, parent, last)) return true
  const readContext = makeReadContext(context, knowledge, group.head, parent)
  const token = await group.tokenOf(context.platform, readContext).catch(() => undefined)
  return token !== undefined && !isTrusted(context, token, last)
}

/** Nothing changed, but Markdown that was put off is to be read now: nothing that would be missing where it cannot be. */
function isDue(context: BackupContext, { members }: Group, parent: ParentNode): boolean {
  const { deferred, budget } = context
  if (!members.some(({ kind }) => deferred.isDue(parent.key, kind))) return false
  if (!isChosen(context, parent) || budget.exhausted() !== null) return false
  for (const { kind } of members) deferred.noteUnchanged(parent.key, kind)
  return true
}

function isForStrangersOnly({ settings }: BackupContext, { byStrangers, head }: Group): boolean {
  return byStrangers && !settings.alsoRead.includes(head.kind)
}

/** A scope that the base could not read, or that follows from what this run found changed, is read whatever its token. */
function mayTrust(
  { context, knowledge }: BackupSession,
  group: Group,
  parent: ParentNode,
  last: ReadMark,
): boolean {
  const isGap = context.base.gapOf({ resource: group.head, parent }) !== null
  if (isGap || followsChange(knowledge, group, parent)) return false
  if (group.everyRun === 'lists')
    return isYoung(context, last, context.settings.listsEveryMs) || !isChosen(context, parent)
  return !group.everyRun
}

/** Whether what stands under it is to be looked at where nothing says that it changed. */
export function isChosen({ settings }: BackupContext, parent: ParentNode): boolean {
  const chosen = settings.spaces
  return chosen === undefined || parent.kind !== 'space' || chosen.includes(parent.id)
}

function isYoung({ now }: BackupContext, { exactAt }: ReadMark, ageMs: number): boolean {
  return exactAt !== null && now() - Date.parse(exactAt) < ageMs
}

/** With everything below, which is not even looked at. */
function believe(session: BackupSession, { head, members }: Group): void {
  for (const { kind } of members) session.record.believed.add(kind)
  for (const group of groupsUnder(session.context.resources, head.kind)) believe(session, group)
}

/** Nothing there and nothing in the base: not even a mark is left for it. */
function isKnownEmpty({ writer }: BackupContext, group: Group, parent: ParentNode): boolean {
  return group.isEmpty(parent.item) && writer.baseCount(parent.key, group.head.kind) === 0
}

/** A token that cannot be had decides nothing: the reading itself will say what is wrong. */
async function tokenOf(
  { context, knowledge }: BackupSession,
  group: Group,
  parent: ParentNode,
): Promise<ChangeToken | null> {
  try {
    return await group.tokenOf(context.platform, makeReadContext(context, knowledge, group.head, parent))
  } catch (error) {
    if (!(error instanceof PlatformError) || context.signal?.aborted) causeOf(context, error)
    return null
  }
}

function isTrusted(context: BackupContext, token: ChangeToken | null, last: ReadMark): boolean {
  const { exact, exactEveryMs } = context.settings
  if (token !== null && token.value !== last.token) return false
  if (token?.trust === 'proof') return true
  if (token?.trust === 'frozen' && !context.rereadFrozen) return true
  if (exact || last.exactAt === null) return false
  return context.now() - Date.parse(last.exactAt) <= exactEveryMs
}

/** A space that was not asked for has changed: its old content is carried, and the snapshot says so. */
function isLeftOut(context: BackupContext, group: Group, parent: ParentNode): boolean {
  if (isChosen(context, parent)) return false
  const message = 'changed, but not among the spaces asked for'
  recordGap(context, group, parent, { class: 'skipped', message })
  return true
}

function isBeyondBudget(context: BackupContext, group: Group, parent: ParentNode): boolean {
  const message = context.budget.exhausted()
  if (message === null) return false
  recordGap(context, group, parent, { class: 'skipped', message })
  return true
}
