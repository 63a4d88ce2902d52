/**
 * Asks the platform for each item that a list no longer has, before it is recorded as removed.
 */
import { recordOf } from '../model/fields.ts'
import type { Item, ReadContext } from '../resources/resource.ts'
import type { ResourceKey, ScopeWriter } from '../vault/vault.ts'
import type { BackupContext } from './context.ts'
import { type Cause, causeOf } from './gap.ts'
import type { Group } from './group.ts'

/** `unsure`: nobody can tell of one of them; a cause: one is still there, or the asking failed. */
export type Verdict = Cause | 'gone' | 'unsure'

export async function askForMissing(
  context: BackupContext,
  { head, isGone }: Group,
  readContext: ReadContext,
  scope: ScopeWriter,
): Promise<Verdict> {
  let isSure = true
  try {
    for (const { id, resource } of scope.missing()) {
      const stored = () => storedItem(context, resource)
      const answer = isGone ? await isGone(context.platform, { id, stored }, readContext) : null
      if (answer === false)
        return { class: 'truncated', message: `${head.kind} ${id} is not in the list, yet it exists` }
      isSure &&= answer === true
    }
    return isSure ? 'gone' : 'unsure'
  } catch (error) {
    return causeOf(context, error)
  }
}

function storedItem({ vault, writer }: BackupContext, resource: ResourceKey): Item {
  const stored = writer.base === null ? null : vault.at(writer.base, resource)
  return recordOf(stored && vault.readJson(stored)) ?? {}
}
