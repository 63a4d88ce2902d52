/** One thing that is taken away: a step of its own, or gone with the whole content of its space. */
import type { Restorer } from '../kinds/restorer.ts'
import { phases } from '../kinds/restorer.ts'
import { aboutOf, labelOf, nameOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import type { PlanDraft } from './planning.ts'

export function planDeletion(plan: PlanDraft, restorer: Restorer, item: StateItem, reason: string): void {
  plan.steps.push({
    name: `delete ${nameOf(item)}`,
    action: 'delete',
    kind: item.kind,
    source: item.path,
    label: labelOf(item),
    reason,
    phase: phases.enforcement,
    requests: 1,
    takes: [item],
    run: session =>
      session.record.write(
        { does: 'delete', kind: item.kind, path: item.path },
        async () => await restorer.remove?.(session, item),
        async () => null,
      ),
  })
}

/** It goes with the whole content of its space, where that is replaced. */
export function leaveToReplacement(plan: PlanDraft, item: StateItem, reason: string): void {
  const replaced = item.parent === null ? undefined : plan.replaced.get(item.parent)
  if (replaced?.obstacle === null) return
  plan.impossible.push({ ...aboutOf(item), reason: `${reason}, and ${replaced?.obstacle ?? ONLY_WHOLE}` })
}

const ONLY_WHOLE =
  'this service takes content away only where it replaces all of a space: it has to be deleted by hand'
