/**
 * Whose eyes a backup saw with: every list shows what the token's owner may see. Asked in exact runs and where the
 * base does not say.
 */
import type { TokenOwner } from '../model/snapshot.ts'
import { PlatformError } from '../platform/errors.ts'
import { ROLE_OF } from '../resources/member.ts'
import type { BackupContext } from './context.ts'
import { causeOf } from './gap.ts'
import type { BackupKnowledge } from './knowledge.ts'

/** Asked once a run. */
export function tokenOwner(
  context: BackupContext,
  knowledge: BackupKnowledge,
): Promise<TokenOwner | undefined> {
  knowledge.owner ??= askForOwner(context, knowledge)
  return knowledge.owner
}

async function askForOwner(
  context: BackupContext,
  { notes }: BackupKnowledge,
): Promise<TokenOwner | undefined> {
  const known = context.base.summary?.proof?.owner
  if (known !== undefined && !context.settings.exact) return known
  const { users, capabilities } = context.platform
  try {
    const me = await capabilities.prefer('getAuthenticatedUser', users.me, async () => null)
    if (me === null) return undefined
    const role = notes.get(ROLE_OF + me.id) ?? null
    return { id: me.id, name: me.displayName ?? '', email: me.email ?? null, role }
  } catch (error) {
    if (!(error instanceof PlatformError) || context.signal?.aborted) causeOf(context, error)
    return undefined
  }
}
