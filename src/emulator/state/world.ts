/**
 * The whole state of one emulated platform. Everything reaches it by parameter; there is no other state.
 */
import type { Profile } from '../protocol/profile.ts'
import type { Blobs } from './blobs.ts'
import type { Bodies } from './bodies.ts'
import type { AnswerKeys, ByteCache } from './byte-cache.ts'
import type { Clock } from './clock.ts'
import type { JsonObject } from './json-object.ts'
import type { Random } from './random.ts'
import type { Download, PageNode } from './records/content.ts'
import type { GitSyncTarget, IntegrationState } from './records/integration.ts'
import type { OrganizationState } from './records/organization.ts'
import type { User } from './records/people.ts'
import type { CollectionState, SpaceState } from './records/space.ts'

/** What `shelf.ts` reads and writes. */
export type Shelf = Map<string, JsonObject>

export interface World {
  /** Where it is served, without `/v1`. */
  origin: string
  /** Where the platform's own pages would be; nothing is served there. */
  appUrl: string
  profile: Profile
  /** As it says. */
  serviceVersion: string
  clock: Clock
  makeId(): string
  /** For what never changes: another content gets another id, in another world of the same seed as well. */
  makeIdFor(content: string): string
  makeEventId(): string
  /** Generated people and the like. */
  random: Random
  /** What editors type. */
  editing: Random
  /** What differs in every signed URL. */
  nonces: Random
  signingKey: string
  token: string
  /** The person whose token it is. */
  owner: User
  /** Id of the person who is said to do what is done now. */
  actor: string
  /** Everybody who was ever here, by id: those who left still stand in comments and mentions. */
  users: Map<string, User>
  /** In order of creation, like all maps here but the next two, which are in the order that people gave them. */
  organizations: Map<string, OrganizationState>
  collections: Map<string, CollectionState>
  /** Deleted ones included, until they are removed for good. */
  spaces: Map<string, SpaceState>
  /** Ids of spaces and collections, in that order. */
  order: string[]
  /** Before this time no deleted space has to be removed. */
  nextRemovalMs: number
  /** By name. */
  integrations: Map<string, IntegrationState>
  /** Links to repositories, by id. */
  gitSync: Map<string, { json: JsonObject; target: GitSyncTarget }>
  /** See `shelf.ts`. */
  shelves: Map<string, Shelf>
  blobs: Blobs
  /** Of a new space. */
  makeBodies(): Bodies
  downloads: Map<string, Download>
  cache: ByteCache
  answerKeys: WeakMap<PageNode, AnswerKeys>
}
