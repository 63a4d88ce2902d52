/**
 * Raw changes of state that no operation of the platform offers: any field of any object, removal, creation.
 */
import { ApiError, notFound } from '../protocol/api-error.ts'
import { editFile, editPage, removeFile, removePage } from '../state/edits.ts'
import type { JsonObject } from '../state/json-object.ts'
import type { SpaceState } from '../state/records/space.ts'
import { currentRevision } from '../state/space.ts'
import type { World } from '../state/world.ts'
import { creators } from './creators.ts'

export const OBJECT_NAMES = [
  'organization',
  'member',
  'team',
  'collection',
  'space',
  'page',
  'file',
  'openapi-spec',
  'site',
  'translation-settings',
  'saml-provider',
  'change-request',
  'comment',
  'upload',
  'kept',
] as const
export type ObjectName = (typeof OBJECT_NAMES)[number]

export interface ObjectChange {
  object: ObjectName
  id: string
  set: JsonObject
}

export interface ObjectCreation {
  object: ObjectName
  set: JsonObject
}

/** A page or a file is edited, with a new revision; of everything else the fields are simply set. */
export function changeObject(world: World, { object, id, set }: ObjectChange): void {
  if (object === 'page') editPage(world, spaceWith(world, 'pageById', id), id, set)
  else if (object === 'file') editFile(world, spaceWith(world, 'fileById', id), id, set)
  else {
    Object.assign(find(world, object, id).json, set)
    // `deletedAt` may be among what was set.
    world.nextRemovalMs = 0
  }
}

/** Gone at once, without a trace; references to it stay. */
export function removeObject(world: World, object: ObjectName, id: string): void {
  if (object === 'page') removePage(world, spaceWith(world, 'pageById', id), id)
  else if (object === 'file') removeFile(world, spaceWith(world, 'fileById', id), id)
  else find(world, object, id).remove()
}

export function createObject(world: World, organization: string, { object, set }: ObjectCreation): string {
  const create = creators[object]
  if (create === undefined) throw new ApiError(400, `${object} cannot be created here`)
  return create(world, organization, set)
}

interface Found {
  json: JsonObject
  remove(): void
}

function find(world: World, object: Exclude<ObjectName, 'page' | 'file'>, id: string): Found {
  const found = candidates(world, object).find(
    candidate => candidate.json.id === id || candidate.json.slug === id,
  )
  if (found === undefined) throw notFound(`${object} ${id}`)
  return found
}

function candidates(world: World, object: Exclude<ObjectName, 'page' | 'file'>): Found[] {
  const organizations = [...world.organizations.values()]
  switch (object) {
    case 'upload':
      return []
    case 'kept':
      return [...world.shelves.values()].flatMap(plain)
    case 'organization':
      return states(world.organizations)
    case 'space':
      return states(world.spaces)
    case 'collection':
      return states(world.collections)
    case 'member':
      return organizations.flatMap(({ members, teams }) => {
        const leaveTeams = (id: string) => teams.forEach(team => void team.roles.delete(id))
        return plain(members).map(found => ({
          ...found,
          remove: () => [found.remove(), leaveTeams(String(found.json.id))],
        }))
      })
    case 'team':
      return organizations.flatMap(({ teams }) => states(teams))
    case 'site':
      return organizations.flatMap(({ sites }) => states(sites))
    case 'openapi-spec':
      return organizations.flatMap(({ specs }) => states(specs))
    case 'translation-settings':
      return organizations.flatMap(({ translations }) => plain(translations))
    case 'saml-provider':
      return organizations.flatMap(({ samlProviders }) => plain(samlProviders))
    case 'change-request':
      return [...world.spaces.values()].flatMap(({ changeRequests }) => states(changeRequests))
    case 'comment':
      return [...world.spaces.values()].flatMap(({ comments, changeRequests }) =>
        [comments, ...[...changeRequests.values()].map(changeRequest => changeRequest.comments)].flatMap(
          states,
        ),
      )
  }
}

function states(map: Map<string, { json: JsonObject }>): Found[] {
  return [...map].map(([key, { json }]) => ({ json, remove: () => void map.delete(key) }))
}

function plain(map: Map<string, JsonObject>): Found[] {
  return [...map].map(([key, json]) => ({ json, remove: () => void map.delete(key) }))
}

function spaceWith(world: World, index: 'pageById' | 'fileById', id: string): SpaceState {
  const space = [...world.spaces.values()].find(space => currentRevision(space)[index].has(id))
  if (space === undefined) throw notFound(`${index === 'pageById' ? 'page' : 'file'} ${id}`)
  return space
}
