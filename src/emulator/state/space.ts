/**
 * Spaces: their settings, their revisions (all of them, for ever) and the bodies these name.
 */
import { ApiError, notFound } from '../protocol/api-error.ts'
import { noGrants } from './grants.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { Revision } from './records/content.ts'
import type { Space, SpaceState } from './records/space.ts'
import { emptyRevision } from './revision.ts'
import { publicationOf } from './site-address.ts'
import type { World } from './world.ts'

export function getSpace(world: World, id: string): SpaceState {
  const space = world.spaces.get(id)
  if (space === undefined) throw notFound('space')
  return space
}

export function findSpace(world: World, idOrTitle: string): SpaceState | undefined {
  return (
    world.spaces.get(idOrTitle) ?? [...world.spaces.values()].find(space => space.json.title === idOrTitle)
  )
}

/** For everything that changes a space or its content: a deleted one can only be read and restored. */
export function getLiveSpace(world: World, id: string): SpaceState {
  const space = getSpace(world, id)
  if (space.json.deletedAt !== undefined) throw new ApiError(409, `space ${id} is deleted: restore it first`)
  return space
}

/** Deleted ones are in no list. */
export function spacesOf(world: World, organization: string): SpaceState[] {
  return [...world.spaces.values()].filter(
    ({ json }) => json.organization === organization && json.deletedAt === undefined,
  )
}

export function currentRevision(space: SpaceState): Revision {
  return getRevision(space, space.json.revision)
}

export function getRevision(space: SpaceState, id: string): Revision {
  const revision = space.revisions.get(id)
  if (revision === undefined) throw notFound('revision')
  return revision
}

/** A new space with an empty first revision. */
export function addSpace(world: World, organization: string, title: string): SpaceState {
  const id = world.makeId()
  const revision = emptyRevision(world)
  const space: SpaceState = {
    json: makeSpace({ id, organization, title, revision: revision.id }, world.clock.timestamp()),
    revisions: new Map([[revision.id, revision]]),
    bodies: world.makeBodies(),
    changeRequests: new Map(),
    comments: new Map(),
    ...noGrants(),
  }
  world.spaces.set(id, space)
  world.order.push(id)
  return space
}

/** `shareKey` tells where a site that needs one is published. */
export function presentSpace(world: World, space: SpaceState, shareKey: string | null = null): JsonObject {
  const { mergeRules, ...json } = space.json
  const { id, organization } = json
  const { fields, url } = publicationOf(world, organization, id, shareKey)
  return {
    ...discussionCounts(space),
    urls: {
      location: `${world.origin}/v1/spaces/${id}`,
      app: appUrlOf(world, space),
      ...(space.icon === undefined ? {} : { icon: space.icon }),
      ...(url === undefined ? {} : { published: url }),
    },
    permissions: { ...PERMISSIONS, ...offered(world, 'extension', { installIntegration: true }) },
    ...json,
    ...offered(world, 'extension', { mergeRules }),
    ...fields,
  }
}

function discussionCounts({ comments, changeRequests }: SpaceState): JsonObject {
  const statuses = [...changeRequests.values()].map(changeRequest => changeRequest.json.status)
  return {
    comments: [...comments.values()].filter(comment => comment.json.status === 'open').length,
    changeRequests: statuses.length,
    changeRequestsOpen: statuses.filter(status => status === 'open').length,
    changeRequestsDraft: statuses.filter(status => status === 'draft').length,
  }
}

export function appUrlOf(world: World, space: SpaceState): string {
  return `${world.appUrl}/o/${space.json.organization}/s/${space.json.id}`
}

/** The documented shape requires one. */
export const DEFAULT_EMOJI = '📘'

const PERMISSIONS = {
  view: true,
  access: true,
  admin: true,
  viewInviteLinks: true,
  edit: true,
  triggerGitSync: true,
  comment: true,
  merge: true,
  review: true,
} as const

function makeSpace(named: Pick<Space, 'id' | 'organization' | 'title' | 'revision'>, now: string): Space {
  const { id, organization, title, revision } = named
  return {
    object: 'space',
    id,
    title,
    emoji: DEFAULT_EMOJI,
    visibility: 'private',
    createdAt: now,
    updatedAt: now,
    editMode: 'live',
    organization,
    revision,
    defaultLevel: 'read',
    mergeRules: { type: 'inherit' },
  }
}
