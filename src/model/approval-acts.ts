/** What the ledger says of requests for approval, put together: an act that asked, and those that approved, denied or used it. */
import { z } from 'zod'
import { type Approval, type ApprovalDecision, actorSchema, requestedSchema } from './approval.ts'

const decided = { at: z.string(), request: z.string(), ...actorSchema.shape }
export const approvalActSchema = z.discriminatedUnion('act', [
  requestedSchema.extend({ act: z.literal('approval-request'), at: z.string() }),
  z.object({ act: z.literal('approval'), ...decided }),
  z.object({ act: z.literal('approval-denial'), ...decided, reason: z.string() }),
  z.object({ act: z.literal('approval-use'), at: z.string(), request: z.string(), by: z.string() }),
])
export type ApprovalAct = z.infer<typeof approvalActSchema>

export const APPROVAL_ACTS: readonly string[] = [
  'approval-request',
  'approval',
  'approval-denial',
  'approval-use',
]

interface Collected extends Approval {
  approvals: ApprovalDecision[]
}

/** Oldest first, as the acts are. What is said of a request that is not there, or is over, counts for nothing. */
export function approvalsOf(acts: Iterable<ApprovalAct>): Approval[] {
  const known = new Map<string, Collected>()
  for (const said of acts) {
    const request = known.get(said.request)
    if (said.act === 'approval-request') {
      const { act: _act, ...asked } = said
      known.set(said.request, request ?? { ...asked, approvals: [], denied: null, used: null })
    } else if (request && request.used === null && request.denied === null) decide(request, said)
  }
  return [...known.values()]
}

function decide(request: Collected, said: Exclude<ApprovalAct, { act: 'approval-request' }>): void {
  const { by, at } = said
  if (said.act === 'approval') request.approvals.push({ by, subject: said.subject, at })
  else if (said.act === 'approval-use') request.used = { by, at }
  else request.denied = { by, subject: said.subject, at, reason: said.reason }
}
