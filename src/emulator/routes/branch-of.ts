/**
 * What the path of a request points to: a space, or one of its change requests.
 */
import { type Call, param } from '../protocol/call.ts'
import { type Branch, headOf } from '../state/branch.ts'
import { getChangeRequest } from '../state/change-request.ts'
import { getLiveSpace, getSpace } from '../state/space.ts'
import type { Pointed } from './content-reads.ts'

export const SPACE_PATH = '/v1/spaces/{spaceId}'
export const CHANGE_REQUEST_PATH = `${SPACE_PATH}/change-requests/{changeRequestId}`

/** To read: also in a deleted space. */
export function branchOf(call: Call): Branch {
  return within(call, getSpace(call.world, param(call, 'spaceId')))
}

/** To change something. */
export function liveBranchOf(call: Call): Branch {
  return within(call, getLiveSpace(call.world, param(call, 'spaceId')))
}

export function pointedAt(branch: Branch): Pointed {
  return { space: branch.space, revision: headOf(branch) }
}

function within({ params }: Call, space: Branch['space']): Branch {
  const { changeRequestId } = params
  return {
    space,
    changeRequest: changeRequestId === undefined ? null : getChangeRequest(space, changeRequestId),
  }
}
