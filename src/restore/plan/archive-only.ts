/** Kinds that nothing puts back: said once for each resource that is not as it was, so that the counts are right. */
import { isContent, isTree } from '../../resources/drafts.ts'
import { resources } from '../../resources/index.ts'
import { restorers } from '../kinds/index.ts'
import { aboutOf } from '../naming.ts'
import { isUntouched } from '../state.ts'
import type { Planning } from './planning.ts'

export function planArchiveOnly({ basis, plan }: Planning): void {
  const { source, target, chosen } = basis
  const known = new Set(restorers.map(restorer => restorer.kind))
  for (const declared of resources) {
    const { kind, restore } = declared
    if (known.has(kind) || isContent(kind) || isTree(kind)) continue
    for (const item of source.list(kind))
      if (chosen.has(item) && !isUntouched(item, source, target))
        plan.impossible.push({ ...aboutOf(item), reason: restore.note })
  }
}
