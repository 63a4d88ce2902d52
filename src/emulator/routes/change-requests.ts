/**
 * Change requests: docs/reference/operations.md, 4.9, and the list of an organization.
 */
import { z } from 'zod'
import type { Answer } from '../protocol/answer.ts'
import { created, ok } from '../protocol/answer.ts'
import { ApiError, badRequest } from '../protocol/api-error.ts'
import { booleanQuery, type Call, enumQuery, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { assertEditable } from '../state/branch.ts'
import {
  addChangeRequest,
  assertNotMerged,
  changeRequestUrl,
  getChangeRequest,
  presentChangeRequest,
} from '../state/change-request.ts'
import { mergeChangeRequest, updateFromMain } from '../state/change-request-merge.ts'
import { getOrganization } from '../state/organization.ts'
import { getPage } from '../state/page.ts'
import { CHANGE_REQUEST_STATUSES, type ChangeRequestState } from '../state/records/change-request.ts'
import type { SpaceState } from '../state/records/space.ts'
import { getLiveSpace, getRevision, getSpace, spacesOf } from '../state/space.ts'
import { CHANGE_REQUEST_PATH, SPACE_PATH } from './branch-of.ts'

const LIST = `${SPACE_PATH}/change-requests`

export const changeRequestRoutes: readonly Route[] = [
  { name: 'listChangeRequestsForSpace', method: 'GET', path: LIST, handle: listInSpace },
  { name: 'createChangeRequest', method: 'POST', path: LIST, handle: create },
  { name: 'getChangeRequestById', method: 'GET', path: CHANGE_REQUEST_PATH, handle: read },
  { name: 'updateChangeRequestById', method: 'PATCH', path: CHANGE_REQUEST_PATH, handle: change },
  { name: 'mergeChangeRequest', method: 'POST', path: `${CHANGE_REQUEST_PATH}/merge`, handle: merge },
  { name: 'updateChangeRequest', method: 'POST', path: `${CHANGE_REQUEST_PATH}/update`, handle: update },
  { name: 'getChangeRequestPDF', method: 'GET', path: `${CHANGE_REQUEST_PATH}/pdf`, handle: pdf },
  {
    name: 'listChangeRequestsForOrganization',
    method: 'GET',
    path: '/v1/orgs/{organizationId}/change-requests',
    offer: 'extension',
    handle: listInOrganization,
  },
]

function listInSpace(call: Call): Answer {
  return listOf(call, [getSpace(call.world, param(call, 'spaceId'))])
}

function listInOrganization(call: Call): Answer {
  const { id } = getOrganization(call.world, param(call, 'organizationId')).json
  return listOf(call, spacesOf(call.world, id))
}

/** Newest first. */
function listOf(call: Call, spaces: readonly SpaceState[]): Answer {
  const status = enumQuery(call, 'status', CHANGE_REQUEST_STATUSES) ?? 'open'
  const [contributor, creator] = [call.query.get('contributor'), call.query.get('creator')]
  const wanted = ({ json, contributors }: ChangeRequestState) =>
    json.status === status &&
    (contributor === null || contributors.has(contributor)) &&
    (creator === null || json.createdBy.id === creator)
  const found = spaces.flatMap(space =>
    [...space.changeRequests.values()].filter(wanted).map(changeRequest => ({ space, changeRequest })),
  )
  const newestFirst = found.sort((a, b) => newness(b.changeRequest, a.changeRequest))
  return listAnswer(call, newestFirst, ({ space, changeRequest }) =>
    presentChangeRequest(call.world, space, changeRequest),
  )
}

function newness({ json: a }: ChangeRequestState, { json: b }: ChangeRequestState): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.number - b.number
}

const subject = z.string().max(100)
const createSchema = z.object({ subject: subject.optional(), agentTaskId: z.string().optional() })

async function create(call: Call): Promise<Answer> {
  const { subject = '' } = await bodyOf(call, createSchema)
  const { world } = call
  const space = getLiveSpace(world, param(call, 'spaceId'))
  const changeRequest = addChangeRequest(world, space, subject, world.owner)
  return created(
    presentChangeRequest(world, space, changeRequest),
    changeRequestUrl(world, space, changeRequest.json.id),
  )
}

function read(call: Call): Answer {
  const space = getSpace(call.world, param(call, 'spaceId'))
  return ok(presentChangeRequest(call.world, space, changeRequestOf(call, space)))
}

const changeSchema = z.object({
  subject: subject.optional(),
  status: z.enum(['draft', 'open', 'archived']).optional(),
})

async function change(call: Call): Promise<Answer> {
  const changes = await bodyOf(call, changeSchema)
  const { world } = call
  const space = getLiveSpace(world, param(call, 'spaceId'))
  const changeRequest = changeRequestOf(call, space)
  if (changes.status !== undefined) assertNotMerged(changeRequest)
  Object.assign(changeRequest.json, changes, { updatedAt: world.clock.timestamp() })
  return ok(presentChangeRequest(world, space, changeRequest))
}

function merge(call: Call): Answer {
  const { space, changeRequest } = toMerge(call)
  assertEditable({ space, changeRequest })
  return ok(mergeChangeRequest(call.world, space, changeRequest))
}

function update(call: Call): Answer {
  const { space, changeRequest } = toMerge(call)
  assertNotMerged(changeRequest)
  return ok(updateFromMain(call.world, space, changeRequest))
}

function toMerge(call: Call): { space: SpaceState; changeRequest: ChangeRequestState } {
  const space = getLiveSpace(call.world, param(call, 'spaceId'))
  const changeRequest = changeRequestOf(call, space)
  if (changeRequest.json.status === 'archived') throw new ApiError(409, 'the change request is archived')
  return { space, changeRequest }
}

/** Where the PDF would be; nothing renders it. */
function pdf(call: Call): Answer {
  const space = getSpace(call.world, param(call, 'spaceId'))
  const { json } = changeRequestOf(call, space)
  const only = booleanQuery(call, 'only', false)
  const page = call.query.get('page')
  if (only && page === null) throw badRequest('page is required with only=true')
  if (page !== null) getPage(getRevision(space, json.revision), page)
  const part = page === null ? '' : `?${new URLSearchParams({ page, only: String(only) })}`
  return ok({ url: `${call.world.appUrl}/pdf/${space.json.id}/changes/${json.number}${part}` })
}

function changeRequestOf(call: Call, space: SpaceState): ChangeRequestState {
  return getChangeRequest(space, param(call, 'changeRequestId'))
}
