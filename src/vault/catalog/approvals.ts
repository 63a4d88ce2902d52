/** Requests for approval stand in the ledger and nowhere else, so that nothing can be approved that it does not show. */
import type { Approval } from '../../model/approval.ts'
import { APPROVAL_ACTS, approvalActSchema, approvalsOf } from '../../model/approval-acts.ts'
import { namedActs } from './acts.ts'
import type { Connection } from './connection.ts'

/** Oldest first. */
export function readApprovals(db: Connection): Approval[] {
  return approvalsOf(namedActs(db, APPROVAL_ACTS, approvalActSchema))
}
