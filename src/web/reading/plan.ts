/** A plan as pages and forms judge it: whether it may be applied, and by whom. */
import { guardedRestore } from '../../../jobs/approvals.ts'
import { whatNeedsMore } from '../../../jobs/triggered-restore.ts'
import { openApprovals } from '../../approvals/judge.ts'
import type { PlanDocument } from '../../restore/plan/document.ts'
import { untypedOptions } from '../../restore/plan/typed-title.ts'
import type { WebPlatform } from '../source.ts'
import { restoresIn, type Visitor } from '../visitor.ts'
import type { Asked } from './asked.ts'

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

/** Whether two people have to want it, and do. */
export type PlanApproval = 'none' | 'needed' | 'waiting' | 'approved'

export function approvalOf(
  plan: PlanDocument,
  platform: WebPlatform,
  { readers, source }: Pick<Asked, 'readers' | 'source'>,
): PlanApproval {
  const guarded = guardedRestore(platform.approvalRules, plan)
  if (guarded === null) return 'none'
  const { vault } = readers.of(platform)
  const open = openApprovals(vault.approvals(), source.now())
  const state = open.findLast(
    approval => approval.action === guarded.action && approval.plan === plan.digest,
  )?.state
  return state === 'waiting' || state === 'approved' ? state : 'needed'
}
