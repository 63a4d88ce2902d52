/**
 * The vector of revisions at the end of a run against the one at its start: spaces that are in neither list or have
 * another revision were edited meanwhile. Costs one list, so that only exact runs look.
 */
import { PlatformError } from '../platform/errors.ts'
import type { BackupContext } from './context.ts'
import { causeOf } from './gap.ts'
import { groupsUnder } from './group.ts'
import type { BackupKnowledge } from './knowledge.ts'
import { makeReadContext } from './read-context.ts'

export async function movedSpaces(
  context: BackupContext,
  knowledge: BackupKnowledge,
): Promise<string[] | undefined> {
  const group = groupsUnder(context.resources, 'organization').find(({ head }) => head.kind === 'space')
  const { root } = knowledge
  if (!context.settings.exact || group === undefined || root === null) return undefined
  const before = new Map<string, unknown>()
  for (const { kind, id, item } of knowledge.nodes.values())
    if (kind === 'space') before.set(id, item.revision)
  const moved = new Set<string>()
  const missing = new Set(before.keys())
  const readContext = makeReadContext(context, knowledge, group.head, root)
  try {
    for await (const { item } of group.items(context.platform, readContext)) {
      const id = group.head.id(item)
      missing.delete(id)
      if (before.get(id) !== item.revision) moved.add(id)
    }
    return [...moved, ...missing].sort()
  } catch (error) {
    if (!(error instanceof PlatformError) || context.signal?.aborted) causeOf(context, error)
    return undefined
  }
}
