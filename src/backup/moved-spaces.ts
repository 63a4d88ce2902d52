/**
 * The vector of revisions at the end of a run against the one at its start: spaces that are in neither list or have
 * another revision were edited meanwhile. Costs one list, so that only exact runs look.
 */
import { PlatformError } from '../platform/errors.ts'
import { causeOf } from './gap.ts'
import { groupsUnder } from './group.ts'
import { makePlace } from './place.ts'
import type { BackupRun } from './run.ts'

export async function movedSpaces(run: BackupRun): Promise<string[] | undefined> {
  const group = groupsUnder(run.resources, 'organization').find(one => one.head.kind === 'space')
  const root = run.root
  if (!run.settings.exact || group === undefined || root === null) return undefined
  const before = new Map<string, unknown>()
  for (const { kind, id, item } of run.placed.values()) if (kind === 'space') before.set(id, item.revision)
  const moved = new Set<string>()
  const missing = new Set(before.keys())
  try {
    for await (const { item } of group.items(run.platform, makePlace(run, 'space', root))) {
      const id = group.head.id(item)
      missing.delete(id)
      if (before.get(id) !== item.revision) moved.add(id)
    }
    return [...moved, ...missing].sort()
  } catch (error) {
    if (!(error instanceof PlatformError) || run.signal?.aborted) causeOf(run, error)
    return undefined
  }
}
