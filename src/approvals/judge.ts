/** Approvals as people see them: what waits for whom, and what became of the rest. */
import {
  type Approval,
  type ApprovalState,
  approvalStateOf,
  expiresMs,
  PEOPLE_NEEDED,
  peopleOf,
} from '../model/approval.ts'

export interface JudgedApproval extends Approval {
  state: ApprovalState
  /** ISO 8601, UTC: when it can be approved, or used, no longer. */
  expires: string
  /** How many people have yet to agree. */
  missing: number
}

export function judgeApproval(approval: Approval, nowMs: number): JudgedApproval {
  return {
    ...approval,
    state: approvalStateOf(approval, nowMs),
    expires: new Date(expiresMs(approval)).toISOString(),
    missing: Math.max(0, PEOPLE_NEEDED - peopleOf(approval).size),
  }
}

/** That may still be decided or used, the newest last. */
export function openApprovals(approvals: readonly Approval[], nowMs: number): JudgedApproval[] {
  return approvals
    .map(approval => judgeApproval(approval, nowMs))
    .filter(({ state }) => state === 'waiting' || state === 'approved')
}
