/**
 * Spaces and collections, and what was granted on them.
 */
import type { Bodies } from '../bodies.ts'
import type { JsonObject } from '../json-object.ts'
import type { DefaultLevel, Role } from '../role.ts'
import type { ChangeRequestState } from './change-request.ts'
import type { Revision } from './content.ts'
import type { CommentState } from './discussion.ts'

export interface Grants {
  /** By user id. */
  userGrants: Map<string, Role>
  /** By team id. */
  teamGrants: Map<string, Role>
}

export interface Space {
  [field: string]: unknown
  object: 'space'
  id: string
  title: string
  emoji: string
  organization: string
  parent?: string
  revision: string
  visibility: string
  editMode: 'live' | 'locked'
  defaultLevel: DefaultLevel
  mergeRules: JsonObject
  createdAt: string
  updatedAt: string
  /** Set once it is deleted. */
  deletedAt?: string
}

export interface SpaceState extends Grants {
  json: Space
  /** By id, oldest first. */
  revisions: Map<string, Revision>
  /** By document id; never changed and never removed. */
  bodies: Bodies
  /** By id, oldest first. Their revisions and bodies are among those of the space. */
  changeRequests: Map<string, ChangeRequestState>
  /** Posted on the space itself; by id, oldest first. */
  comments: Map<string, CommentState>
  /** Where its icon is fetched; absent when it has none. */
  icon?: string
}

export interface Collection {
  [field: string]: unknown
  object: 'collection'
  id: string
  title: string
  description?: string
  organization: string
  parent?: string
  defaultLevel: DefaultLevel
}

export interface CollectionState extends Grants {
  json: Collection
}

/** What can be shared: a space or a collection. */
export type Shared = SpaceState | CollectionState
