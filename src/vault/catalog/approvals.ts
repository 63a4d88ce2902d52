/**
 * Requests for approval as the ledger remembers them: an act that asked, and those that approved, denied or used it. They
 * stand nowhere else, so that nothing can be approved that the ledger does not show.
 */
import { z } from 'zod'
import { type Approval, type ApprovalDecision, actorSchema, requestedSchema } from '../../model/approval.ts'
import { namedActs } from './acts.ts'
import type { Connection } from './connection.ts'

const decided = { at: z.string(), request: z.string(), ...actorSchema.shape }
const actSchema = z.discriminatedUnion('act', [
  requestedSchema.extend({ act: z.literal('approval-request'), at: z.string() }),
  z.object({ act: z.literal('approval'), ...decided }),
  z.object({ act: z.literal('approval-denial'), ...decided, reason: z.string() }),
  z.object({ act: z.literal('approval-use'), at: z.string(), request: z.string(), by: z.string() }),
])

const ACTS = ['approval-request', 'approval', 'approval-denial', 'approval-use']

interface Written extends Approval {
  approvals: ApprovalDecision[]
}

/** Oldest first. What is said of a request that is not there, or is over, counts for nothing. */
export function readApprovals(db: Connection): Approval[] {
  const known = new Map<string, Written>()
  for (const said of namedActs(db, ACTS, actSchema)) {
    const request = known.get(said.request)
    if (said.act === 'approval-request') {
      const { act: _act, ...asked } = said
      known.set(said.request, request ?? { ...asked, approvals: [], denied: null, used: null })
    } else if (request && request.used === null && request.denied === null) decide(request, said)
  }
  return [...known.values()]
}

type Decision = Exclude<z.infer<typeof actSchema>, { act: 'approval-request' }>

function decide(request: Written, said: Decision): void {
  const { by, at } = said
  if (said.act === 'approval') request.approvals.push({ by, subject: said.subject, at })
  else if (said.act === 'approval-use') request.used = { by, at }
  else request.denied = { by, subject: said.subject, at, reason: said.reason }
}
