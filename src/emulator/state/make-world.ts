/**
 * A platform on which there is nobody yet but the owner of the token.
 */
import type { Profile } from '../protocol/profile.ts'
import { makeBlobs } from './blobs.ts'
import { makeBodies } from './bodies.ts'
import { makeByteCache } from './byte-cache.ts'
import type { Clock } from './clock.ts'
import { inMemory, onDisk } from './keep.ts'
import { makeRandom } from './random.ts'
import { makeUser } from './user.ts'
import type { World } from './world.ts'

const CACHE_BYTES = 256 * 1024 * 1024
const SMALL_CACHE_BYTES = 8 * 1024 * 1024
const TOKEN_PREFIX = 'emu_api_'

export interface WorldSettings {
  origin: string
  profile: Profile
  serviceVersion: string
  seed: number
  clock: Clock
  /** Bodies and files are kept in a temporary file, instead of in memory. */
  onDisk: boolean
}

export function makeWorld(settings: WorldSettings): World {
  const { origin, profile, serviceVersion, seed, clock } = settings
  const keep = settings.onDisk ? onDisk() : inMemory
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
    makeIdFor: content => ids.idFor(content),
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
    blobs: makeBlobs(keep),
    makeBodies: () => (settings.onDisk ? makeBodies(keep) : new Map()),
    downloads: new Map(),
    cache: makeByteCache(settings.onDisk ? SMALL_CACHE_BYTES : CACHE_BYTES),
    answerKeys: new WeakMap(),
  }
}
