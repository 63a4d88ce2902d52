/**
 * Before something mentioned is called dangling, what mentions it and what would hold it are read once more: most of
 * what seems to dangle was made or dropped while the run went on (docs/development/platform.md#missing-items).
 */
import type { Kind } from '../model/resource.ts'
import type { Dangling } from '../model/snapshot.ts'
import type { ResourceKey } from '../vault/vault.ts'
import type { BackupSession } from './session.ts'
import { readAgain } from './walk.ts'

const MOST_LOOKED_AT = 100
const MOST_READ_AGAIN = 20

export async function settleReferences(session: BackupSession): Promise<void> {
  const { context, knowledge } = session
  await context.writer.flush()
  const known = new Set(context.base.summary?.proof?.dangling.map(labelOf))
  // What is known from the base is nothing that happened just now.
  const news = context.writer.dangling(MOST_LOOKED_AT).filter(dangling => !known.has(labelOf(dangling)))
  const scopes = new Map<string, { kind: Kind; parentKey: ResourceKey }>()
  for (const { kind, parentKey, target } of news) {
    if (parentKey !== null) scopes.set(`${parentKey} ${kind}`, { kind, parentKey })
    const root = knowledge.root?.key
    if (root !== undefined) scopes.set(`${root} ${target.kind}`, { kind: target.kind, parentKey: root })
  }
  for (const { kind, parentKey } of [...scopes.values()].slice(0, MOST_READ_AGAIN)) {
    if (context.budget.exhausted() !== null) return
    await readAgain(session, kind, parentKey)
  }
}

function labelOf({ kind, id, target }: Dangling): string {
  return JSON.stringify([kind, id, target.kind, target.id])
}
