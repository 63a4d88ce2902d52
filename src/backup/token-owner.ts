/**
 * Whose eyes a backup saw with: every list shows what the token's owner may see. Asked in exact runs and where the
 * base does not say.
 */
import type { TokenOwner } from '../model/snapshot.ts'
import { PlatformError } from '../platform/errors.ts'
import { ROLE_OF } from '../resources/member.ts'
import { causeOf } from './gap.ts'
import type { BackupRun } from './run.ts'

export async function tokenOwner(run: BackupRun): Promise<TokenOwner | undefined> {
  const known = run.baseSummary?.proof?.owner
  if (known !== undefined && !run.settings.exact) return known
  const { users, capabilities } = run.platform
  try {
    const me = await capabilities.prefer('getAuthenticatedUser', users.me, async () => null)
    if (me === null) return undefined
    const role = run.notes.get(ROLE_OF + me.id) ?? null
    return { id: me.id, name: me.displayName ?? '', email: me.email ?? null, role }
  } catch (error) {
    if (!(error instanceof PlatformError) || run.signal?.aborted) causeOf(run, error)
    return undefined
  }
}
