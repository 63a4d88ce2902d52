/**
 * Decides before a scope is read whether it has to be (docs/development/platform.md#change-tokens): its token, how
 * long its last reading is ago, what was asked for, what the parent says of itself, and what the run may still cost.
 */
import { PlatformError } from '../platform/errors.ts'
import type { ChangeToken } from '../resources/resource.ts'
import type { ReadMark } from '../vault/vault.ts'
import { baseGap } from './agreement.ts'
import { followsChange } from './followers.ts'
import { causeOf, recordGap } from './gap.ts'
import { type Group, groupsUnder } from './group.ts'
import type { ParentNode } from './parent-node.ts'
import { makePlace } from './place.ts'
import type { BackupRun } from './run.ts'

/** Null: nothing to read. Else the token that the reading will be remembered by. */
export async function reasonToRead(
  run: BackupRun,
  group: Group,
  parent: ParentNode,
): Promise<{ token: ChangeToken | null } | null> {
  if (isKnownEmpty(run, group, parent)) return null
  const last = run.writer.lastRead(parent.key, group.head.kind)
  if (group.byStrangers && !run.settings.alsoRead.includes(group.head.kind)) {
    if (last !== null) believe(run, group)
    return null
  }
  const token = await tokenOf(run, group, parent)
  if (last !== null && mayTrust(run, group, parent, last) && isTrusted(run, token, last)) {
    if (token?.trust !== 'proof') believe(run, group)
    return null
  }
  if (isLeftOut(run, group, parent) || isBeyondBudget(run, group, parent)) return null
  return { token }
}

/** A scope that the base could not read, or that follows from what this run found changed, is read whatever its token. */
function mayTrust(run: BackupRun, group: Group, parent: ParentNode, last: ReadMark): boolean {
  if (baseGap(run, group.head.kind, parent) !== null || followsChange(run, group, parent)) return false
  if (group.everyRun === 'lists')
    return isYoung(run, last, run.settings.listsEveryMs) || !isChosen(run, parent)
  return !group.everyRun
}

/** Whether what stands under it is to be looked at where nothing says that it changed. */
export function isChosen(run: BackupRun, parent: ParentNode): boolean {
  const chosen = run.settings.spaces
  return chosen === undefined || parent.kind !== 'space' || chosen.includes(parent.id)
}

function isYoung(run: BackupRun, { exactAt }: ReadMark, ageMs: number): boolean {
  return exactAt !== null && run.now() - Date.parse(exactAt) < ageMs
}

/** With everything below, which is not even looked at. */
function believe(run: BackupRun, { head, members }: Group): void {
  for (const { kind } of members) run.believed.add(kind)
  for (const group of groupsUnder(run.resources, head.kind)) believe(run, group)
}

/** Nothing there and nothing in the base: not even a mark is left for it. */
function isKnownEmpty(run: BackupRun, group: Group, parent: ParentNode): boolean {
  return group.isEmpty(parent.item) && run.writer.baseCount(parent.key, group.head.kind) === 0
}

/** A token that cannot be had decides nothing: the reading itself will say what is wrong. */
async function tokenOf(run: BackupRun, group: Group, parent: ParentNode): Promise<ChangeToken | null> {
  try {
    return await group.tokenOf(run.platform, makePlace(run, group.head.kind, parent))
  } catch (error) {
    if (!(error instanceof PlatformError) || run.signal?.aborted) causeOf(run, error)
    return null
  }
}

function isTrusted(run: BackupRun, token: ChangeToken | null, last: ReadMark): boolean {
  const { exact, exactEveryMs } = run.settings
  if (token !== null && token.value !== last.token) return false
  if (token?.trust === 'proof') return true
  if (token?.trust === 'frozen' && !run.audit) return true
  if (exact || last.exactAt === null) return false
  return run.now() - Date.parse(last.exactAt) <= exactEveryMs
}

/** A space that was not asked for has changed: its old content is carried, and the snapshot says so. */
function isLeftOut(run: BackupRun, group: Group, parent: ParentNode): boolean {
  if (isChosen(run, parent)) return false
  recordGap(run, group, parent, { class: 'skipped', message: 'changed, but not among the spaces asked for' })
  return true
}

function isBeyondBudget(run: BackupRun, group: Group, parent: ParentNode): boolean {
  const message = run.budget.exhausted()
  if (message === null) return false
  recordGap(run, group, parent, { class: 'skipped', message })
  return true
}
