/** Approvals of a platform, in the ledger of its vault: the same for the daemon and for `docvault web`. */
import type { Config } from '../../config/settings.ts'
import { approvalBookOf, guardedRestore } from '../../jobs/approvals.ts'
import { approvalStateOf } from '../model/approval.ts'
import { findPlan } from '../restore/plan/plan-store.ts'
import type { ApprovalDesk } from './source.ts'

/** `now`: milliseconds since the epoch. */
export function makeApprovalDesk(config: Config, now: () => number): ApprovalDesk {
  const book = approvalBookOf(config, now)
  return {
    async ask({ plan, by }) {
      const guarded = guardedRestore(config, findPlan(config['vault.path'], plan))
      if (guarded === null) return null
      const approval = book.request(guarded, by)
      return approvalStateOf(approval, now()) === 'approved' ? null : approval
    },
    async decide({ request, by, denied }) {
      if (denied === null) book.approve(request, by)
      else book.deny(request, by, denied)
    },
  }
}
