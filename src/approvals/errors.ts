import { type Approval, expiresMs, PEOPLE_NEEDED, peopleOf, shortRequest } from '../model/approval.ts'
import { DocvaultError } from '../model/errors.ts'

/** Nothing was done: two people have to want it. */
export class ApprovalNeeded extends DocvaultError {
  readonly request: string

  constructor(approval: Approval) {
    const short = shortRequest(approval)
    const until = new Date(expiresMs(approval)).toISOString()
    const missing = Math.max(1, PEOPLE_NEEDED - peopleOf(approval).size)
    const who = missing === 1 ? 'one more person agrees' : `${missing} people agree`
    super('approval-needed', `nothing was done: ${approval.what} needs two people who sign in`, {
      hint: `request ${short} waits until ${until}: ${who} with \`docvault approve ${short}\`, or on the page /approvals of the daemon; then do the same again`,
    })
    this.request = approval.request
  }
}

/** An approval that does not count. Nothing was written. */
export class ApprovalRefused extends DocvaultError {
  constructor(approval: Pick<Approval, 'request' | 'what'>, why: string, hint: string) {
    super('approval-refused', `request ${shortRequest(approval)} (${approval.what}): ${why}`, { hint })
  }
}
