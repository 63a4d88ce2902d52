/** Approving and denying what somebody else asked for. It is entered, and nothing else is done. */
import { findRequest } from '../../approvals/find-request.ts'
import { DocvaultError, UsageError } from '../../model/errors.ts'
import { APPROVALS } from '../addresses.ts'
import { type ApprovalRead, approvalsOf } from '../reading/approvals.ts'
import type { Asked } from '../reading/asked.ts'
import { NotThere } from '../reading/errors.ts'
import { decidesOn } from '../visitor.ts'
import type { Action } from './action.ts'

const PATH = '/approvals/:platform/:request'

const approve: Action = {
  path: `${PATH}/approve`,
  act: asked => decide(asked, null),
}

/** Field `reason`. */
const deny: Action = {
  path: `${PATH}/deny`,
  act(asked, form) {
    const reason = form.get('reason')?.trim() ?? ''
    if (reason === '') throw new UsageError('a request is denied with a reason')
    return decide(asked, reason.slice(0, MOST_REASON))
  },
}

const MOST_REASON = 500

async function decide(asked: Asked, denied: string | null) {
  const found = requestNamed(asked)
  const { person } = asked.visitor
  if (person === null || !decidesOn(asked.visitor, found))
    throw new DocvaultError('forbidden', `${found.what} is not for you to approve`, {
      hint: 'that takes a person who signed in, with the role for it',
    })
  const platform = asked.source.platforms().find(({ name }) => name === found.platform)
  if (!platform) throw new NotThere(`there is no platform ${found.platform} any more`)
  const by = { by: person.name, subject: person.subject }
  await platform.approvals.decide({ request: found.request, by, denied })
  const { organization, request } = found
  const act = denied === null ? 'approve' : 'deny'
  asked.looked({ act, organization, item: `request ${request}`, snapshot: null })
  return { address: APPROVALS }
}

/** Throws NotThere for one that the visitor may not see, too. */
function requestNamed(asked: Asked): ApprovalRead {
  const here = approvalsOf(asked).filter(({ platform }) => platform === asked.param('platform'))
  const name = asked.param('request')
  if (here.length === 0) throw new NotThere(`there is no request ${name}`)
  const { request } = findRequest(here, name)
  const found = here.find(known => known.request === request)
  if (found) return found
  throw new NotThere(`there is no request ${name}`)
}

export const approvalActions: readonly Action[] = [approve, deny]
