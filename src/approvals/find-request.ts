import { type Approval, shortRequest } from '../model/approval.ts'
import { UsageError } from '../model/errors.ts'

/** By its digest, or enough of the beginning. Throws UsageError. */
export function findRequest(approvals: readonly Approval[], name: string): Approval {
  const found = /^[0-9a-f]{8,64}$/.test(name)
    ? approvals.filter(({ request }) => request.startsWith(name))
    : []
  const [only, second] = found
  if (only && !second) return only
  if (second)
    throw new UsageError(`several requests begin with ${name}: ${found.map(shortRequest).join(', ')}`, {
      hint: 'name more of it',
    })
  throw new UsageError(`there is no request ${name}`, {
    hint: '`docvault approvals` lists them; eight characters of one are enough',
  })
}
