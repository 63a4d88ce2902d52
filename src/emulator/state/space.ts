/**
 * Spaces: their settings, their revisions (all of them, for ever) and the bodies these name.
 */
import { notFound } from '../protocol/api-error.ts'
import type { Body } from './body.ts'
import type { JsonObject } from './json-object.ts'
import type { Revision } from './revision.ts'
import { emptyRevision } from './revision.ts'
import type { Role } from './role.ts'
import type { World } from './world.ts'

interface Space {
  [field: string]: unknown
  object: 'space'
  id: string
  title: string
  organization: string
  parent?: string
  revision: string
  visibility: string
  defaultLevel: Role | null
  createdAt: string
  updatedAt: string
}

export interface SpaceState {
  json: Space
  /** By id, oldest first. */
  revisions: Map<string, Revision>
  /** By document id; never changed and never removed. */
  bodies: Map<string, Body>
  /** Direct grants, by user id and by team id. */
  userGrants: Map<string, Role>
  teamGrants: Map<string, Role>
}

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

export function spacesOf(world: World, organization: string): SpaceState[] {
  return [...world.spaces.values()].filter(space => space.json.organization === organization)
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
    json: makeSpace(id, organization, title, revision.id, world.clock.timestamp()),
    revisions: new Map([[revision.id, revision]]),
    bodies: new Map(),
    userGrants: new Map(),
    teamGrants: new Map(),
  }
  world.spaces.set(id, space)
  return space
}

export function presentSpace(world: World, space: SpaceState): JsonObject {
  const { id } = space.json
  return {
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    urls: { location: `${world.origin}/v1/spaces/${id}`, app: appUrlOf(world, space) },
    permissions: PERMISSIONS,
    ...space.json,
  }
}

export function appUrlOf(world: World, space: SpaceState): string {
  return `${world.appUrl}/o/${space.json.organization}/s/${space.json.id}`
}

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

function makeSpace(id: string, organization: string, title: string, revision: string, now: string): Space {
  return {
    object: 'space',
    id,
    title,
    // api.md requires one; folders say nothing about it.
    emoji: '📘',
    visibility: 'private',
    createdAt: now,
    updatedAt: now,
    editMode: 'live',
    organization,
    revision,
    defaultLevel: 'read',
  }
}
