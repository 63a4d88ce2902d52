/**
 * Decides before a scope is read whether it has to be (consistency.md section 2): its token, how long its last
 * reading is ago, what was asked for, what the parent says of itself, and what the run may still cost.
 */
import { PlatformError } from '../platform/errors.ts'
import type { ChangeToken } from '../resources/resource.ts'
import type { ReadMark } from '../vault/vault.ts'
import { baseGap } from './agreement.ts'
import { causeOf, recordGap } from './gap.ts'
import type { Group } from './group.ts'
import { makePlace } from './place.ts'
import type { BackupRun, Placed } from './run.ts'

/** Null: nothing to read. Else the token that the reading will be remembered by. */
export async function reasonToRead(
  run: BackupRun,
  group: Group,
  parent: Placed,
): Promise<{ token: ChangeToken | null } | null> {
  if (isKnownEmpty(run, group, parent)) return null
  const last = run.writer.lastRead(parent.key, group.head.kind)
  const token = await tokenOf(run, group, parent)
  const wasGap = baseGap(run, group.head.kind, parent) !== null
  if (last !== null && !group.everyRun && !wasGap && isTrusted(run, token, last)) return null
  if (isLeftOut(run, group, parent) || isBeyondBudget(run, group, parent)) return null
  return { token }
}

/** Nothing there and nothing in the base: not even a mark is left for it. */
function isKnownEmpty(run: BackupRun, group: Group, parent: Placed): boolean {
  return group.isEmpty(parent.item) && run.writer.baseCount(parent.key, group.head.kind) === 0
}

/** A token that cannot be had decides nothing: the reading itself will say what is wrong. */
async function tokenOf(run: BackupRun, group: Group, parent: Placed): Promise<ChangeToken | null> {
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
function isLeftOut(run: BackupRun, group: Group, parent: Placed): boolean {
  const chosen = run.settings.spaces
  if (chosen === undefined || parent.kind !== 'space' || chosen.includes(parent.id)) return false
  recordGap(run, group, parent, { class: 'skipped', message: 'changed, but not among the spaces asked for' })
  return true
}

function isBeyondBudget(run: BackupRun, group: Group, parent: Placed): boolean {
  const message = run.budget.exhausted()
  if (message === null) return false
  recordGap(run, group, parent, { class: 'skipped', message })
  return true
}
