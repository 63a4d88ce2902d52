/**
 * Spaces: docs/reference/operations.md, 4.4, without their links; and the extension that makes one.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { badRequest } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import type { Route } from '../protocol/route.ts'
import { assertParent } from '../state/collection.ts'
import { deleteSpace, restoreSpace } from '../state/deletion.ts'
import { duplicateSpace } from '../state/duplicate.ts'
import { moveShared, setParent } from '../state/move.ts'
import { getOrganization } from '../state/organization.ts'
import type { SpaceState } from '../state/records/space.ts'
import { addSpace, getLiveSpace, getSpace, presentSpace } from '../state/space.ts'
import { setSpace } from '../state/space-settings.ts'
import { transferShared } from '../state/transfer.ts'
import {
  contentTitle,
  defaultLevel,
  editMode,
  emoji,
  language,
  move,
  ownMergeRules,
  transfer,
  uri,
} from './fields.ts'

const ONE = '/v1/spaces/{spaceId}'
const UNTITLED = 'Untitled space'

export const spaceRoutes: readonly Route[] = [
  { name: 'getSpaceById', method: 'GET', path: ONE, handle: readSpace },
  { name: 'deleteSpaceById', method: 'DELETE', path: ONE, handle: removeSpace },
  { name: 'updateSpaceById', method: 'PATCH', path: ONE, handle: updateSpace },
  { name: 'duplicateSpace', method: 'POST', path: `${ONE}/duplicate`, handle: copySpace },
  { name: 'restoreSpace', method: 'POST', path: `${ONE}/restore`, handle: undeleteSpace },
  { name: 'moveSpace', method: 'POST', path: `${ONE}/move`, handle: moveSpace },
  {
    name: 'transferSpace',
    method: 'POST',
    path: `${ONE}/transfer`,
    offer: 'dropped',
    handle: transferSpace,
  },
  {
    name: 'createSpace',
    method: 'POST',
    path: '/v1/orgs/{organizationId}/spaces',
    offer: 'extension',
    handle: createSpace,
  },
]

const updateSchema = z
  .object({
    title: contentTitle,
    editMode,
    defaultLevel,
    language,
    mergeRules: ownMergeRules,
    emoji: emoji.nullable(),
    icon: uri.nullable(),
  })
  .partial()
  .refine(({ emoji, icon }) => typeof emoji !== 'string' || typeof icon !== 'string', {
    message: 'either emoji or icon, not both',
    path: ['icon'],
  })
const createSchema = z
  .object({
    title: contentTitle,
    emoji,
    parent: z.string(),
    language,
    editMode,
    template: z.unknown(),
    computedSource: z.unknown(),
  })
  .partial()

function readSpace(call: Call): Answer {
  const space = getSpace(call.world, param(call, 'spaceId'))
  return ok(presentSpace(call.world, space, call.query.get('shareKey')))
}

function removeSpace(call: Call): Answer {
  const space = call.world.spaces.get(param(call, 'spaceId'))
  return deleted(space !== undefined && deleteSpace(call.world, space))
}

async function updateSpace(call: Call): Promise<Answer> {
  const space = spaceOf(call)
  const settings = await bodyOf(call, updateSchema, { mergeRules: 'extension' })
  setSpace(space, settings, call.world.clock.timestamp())
  return ok(presentSpace(call.world, space))
}

function copySpace(call: Call): Answer {
  return createdSpace(call, duplicateSpace(call.world, spaceOf(call)))
}

function undeleteSpace(call: Call): Answer {
  const space = getSpace(call.world, param(call, 'spaceId'))
  restoreSpace(call.world, space)
  return ok(presentSpace(call.world, space))
}

async function moveSpace(call: Call): Promise<Answer> {
  const space = spaceOf(call)
  moveShared(call.world, space, await bodyOf(call, move))
  return ok(presentSpace(call.world, space))
}

async function transferSpace(call: Call): Promise<Answer> {
  const space = spaceOf(call)
  const { organization } = await bodyOf(call, transfer)
  transferShared(call.world, space, organization)
  return ok(presentSpace(call.world, space))
}

async function createSpace(call: Call): Promise<Answer> {
  const { world } = call
  const { id } = getOrganization(world, param(call, 'organizationId')).json
  const { title = UNTITLED, parent, template, computedSource, ...settings } = await bodyOf(call, createSchema)
  if (template !== undefined) throw badRequest('template: the emulator has no templates')
  if (computedSource !== undefined) throw badRequest('computedSource: the emulator computes no spaces')
  if (parent !== undefined) assertParent(world, id, parent)
  const space = addSpace(world, id, title)
  setSpace(space, settings, space.json.createdAt)
  setParent(space, parent)
  return createdSpace(call, space)
}

function createdSpace({ world }: Call, space: SpaceState): Answer {
  return created(presentSpace(world, space), `${world.origin}/v1/spaces/${space.json.id}`)
}

function spaceOf(call: Call): SpaceState {
  return getLiveSpace(call.world, param(call, 'spaceId'))
}
