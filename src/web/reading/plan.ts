/** A plan as pages and forms judge it: whether it may be applied, and by whom. */
import { whatNeedsMore } from '../../../jobs/triggered-restore.ts'
import type { PlanDocument } from '../../restore/plan/document.ts'
import { untypedOptions } from '../../restore/plan/typed-title.ts'
import { restoresIn, type Visitor } from '../visitor.ts'

/** In words; null: it may. */
export function whyNotApplied(plan: PlanDocument, visitor: Visitor): string | null {
  if (plan.steps.length === 0) return 'it has no steps'
  if (!restoresIn(visitor, plan.organization))
    return 'you may look, and not restore: somebody with the role of a restorer may'
  if (untypedOptions(plan.into, plan).length > 0)
    return `the title "${plan.into}" was not typed for what gives access or deletes: choose again, and type it there`
  const more = whatNeedsMore(plan)
  if (more === null || visitor.mayDelete) return null
  return `it ${more}: that needs server.restoreToken, or \`docvault restore apply\` on the machine of the daemon`
}
