/**
 * The whole state of one emulated platform. Everything reaches it by parameter; there is no other state.
 */

import type { Profile } from '../protocol/route.ts'
import { type Blobs, makeBlobs } from './blobs.ts'
import { type ByteCache, makeByteCache } from './byte-cache.ts'
import type { Clock } from './clock.ts'
import type { CollectionState } from './collection.ts'
import type { Download } from './file.ts'
import type { GitSyncTarget } from './git-sync.ts'
import type { IntegrationState } from './integration.ts'
import type { JsonObject } from './json-object.ts'
import type { OrganizationState } from './organization.ts'
import type { PageNode } from './page.ts'
import type { AnswerKeys } from './page-answer.ts'
import { makeRandom, type Random } from './random.ts'
import type { Shelf } from './shelf.ts'
import type { SpaceState } from './space.ts'
import { makeUser, type User } from './user.ts'

const CACHE_BYTES = 256 * 1024 * 1024
const TOKEN_PREFIX = 'emu_api_'

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
  downloads: Map<string, Download>
  cache: ByteCache
  answerKeys: WeakMap<PageNode, AnswerKeys>
}

export interface WorldSettings {
  origin: string
  profile: Profile
  serviceVersion: string
  seed: number
  clock: Clock
}

export function makeWorld({ origin, profile, serviceVersion, seed, clock }: WorldSettings): World {
  const ids = makeRandom(seed, 'ids')
  const secrets = makeRandom(seed, 'secrets')
  const owner = makeUser(origin, ids.id(), 'Ada Brandt', 'ada.brandt@acme.example')
  return {
    origin,
    appUrl: 'https://app.platform.example',
    profile,
    serviceVersion,
    clock,
    makeId: ids.id,
    makeEventId: makeRandom(seed, 'events').uuid,
    random: makeRandom(seed, 'content'),
    editing: makeRandom(seed, 'editing'),
    nonces: makeRandom(seed, 'nonces'),
    signingKey: secrets.text(40),
    token: `${TOKEN_PREFIX}${secrets.text(40)}`,
    owner,
    actor: owner.id,
    users: new Map([[owner.id, owner]]),
    organizations: new Map(),
    collections: new Map(),
    spaces: new Map(),
    order: [],
    nextRemovalMs: Number.POSITIVE_INFINITY,
    integrations: new Map(),
    gitSync: new Map(),
    shelves: new Map(),
    blobs: makeBlobs(),
    downloads: new Map(),
    cache: makeByteCache(CACHE_BYTES),
    answerKeys: new WeakMap(),
  }
}
