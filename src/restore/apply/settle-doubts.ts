/** What earlier lives of a run left unclear: creations that were begun and never answered. */
import { restorerOf } from '../kinds/index.ts'
import type { StateItem } from '../state.ts'
import { findMade, wasThere } from './find.ts'
import type { RestoreKnowledge, RestoreSession } from './session.ts'

/** What they made is found before anything else. Answers how many. */
export async function settleDoubts(session: RestoreSession): Promise<number> {
  const { knowledge, record } = session
  const { source, ids } = knowledge
  let settled = 0
  for (const key of record.doubts()) {
    const item = key.does === 'create' ? source.at(key.kind, key.path) : undefined
    const restorer = item ? restorerOf.get(item.kind) : undefined
    if (!item || !restorer || ids.of(item)?.made) continue
    if (item.parent && item.parent.kind !== 'organization' && !ids.of(item.parent)) continue
    const id = matchedSince(knowledge, item) ?? (await findMade(session, restorer, item))?.id
    if (id === undefined) continue
    record.remember(item, id, true)
    record.done(key, 'found')
    settled++
  }
  return settled
}

/** Matched by its natural key already, and not there when the run began: it is what the unanswered creation made. */
function matchedSince(knowledge: RestoreKnowledge, item: StateItem): string | undefined {
  const target = knowledge.ids.of(item)?.target
  return target === undefined || wasThere(knowledge, item, target) ? undefined : target
}
