/** What comes back with a space that is undeleted: its content has the ids that it had, and is found by them. */

import { plural } from '../../model/plural.ts'
import { NotFound } from '../../platform/errors.ts'
import { CONTENT } from '../../resources/drafts.ts'
import { nodesOf } from '../../resources/page-tree.ts'
import type { PlannedStep } from '../plan/steps.ts'
import type { StateItem } from '../state.ts'
import type { Difference } from '../verify/verification.ts'
import type { Note } from './apply-steps.ts'
import { isItemsOwn } from './item-failures.ts'
import type { RestoreSession } from './session.ts'

/**
 * What was deleted before the space was has not come back, and stays unknown; so does all of it where the service does not show it
 * yet: the space is back, and whatever leads into it says that it found nothing.
 */
export async function knowContent(
  { context: { platform }, knowledge }: RestoreSession,
  space: StateItem,
): Promise<void> {
  const revision = await platform.content.currentSoundRevision(space.id).catch((error: unknown) => {
    if (error instanceof NotFound || isItemsOwn(error)) return null
    throw error
  })
  if (revision === null) return
  const parts = [...nodesOf(revision), ...revision.files, ...(revision.reusableContents ?? [])]
  const there = new Set(parts.map(({ id }) => id))
  for (const kind of CONTENT)
    for (const item of knowledge.source.list(kind, space))
      if (there.has(item.id)) knowledge.ids.set(kind, item.path, item.id, false)
}

/** Of spaces that are not as the snapshot has them because they had been changed already when they were deleted. */
export function notesOfUndeleted(steps: readonly PlannedStep[], differences: readonly Difference[]): Note[] {
  return steps.flatMap(({ action, kind, source, label }) => {
    const within = differences.filter(difference => isWithin(difference.source, source))
    if (action !== 'undelete' || within.length === 0) return []
    const words = `it came back as it was when it was deleted, with ${plural(within.length, 'difference')}: plan once more, and what was changed before is put back`
    return [{ kind, source, label, words }]
  })
}

function isWithin(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`)
}
