/**
 * What was written, found again where somebody removed or replaced it since: a bucket with versions keeps it below a delete
 * marker or below other bytes, and a lock keeps it there. It is known by its digest, so no clock and no name has to be believed.
 */
import { digestOf } from '../model/digest.ts'
import { ObjectAbsent, TargetRefused } from './errors.ts'
import type { ManifestObject } from './manifest.ts'
import type { GetOptions, ReplicaStore, StoredObject } from './store.ts'

export interface FoundVersion {
  /** Null: it is the current one. */
  versionId: string | null
  bytes: Buffer
}

/** Why what is under a key now is not what was written. */
export type Fault = typeof MISSING | typeof DAMAGED
export const MISSING = 'is missing'
export const DAMAGED = 'is damaged: it has another SHA-256'

/** What the manifest says that it is, the current version or an older one. */
export async function readWritten(
  store: ReplicaStore,
  object: ManifestObject,
): Promise<FoundVersion | Fault> {
  const current = await getOrNull(store, object.key)
  if (current !== null && isWritten(current, object)) return { versionId: null, bytes: current }
  for (const version of await writtenVersions(store, object)) {
    const bytes = await getOrNull(store, object.key, { versionId: version.versionId })
    if (bytes !== null && isWritten(bytes, object)) return { versionId: version.versionId, bytes }
  }
  return current === null ? MISSING : DAMAGED
}

/** The same by the word of the store alone, as far as it tells digests; null: there is no such version. */
export async function findWritten(store: ReplicaStore, object: ManifestObject): Promise<StoredObject | null> {
  const current = await store.head(object.key)
  if (current !== null && mayBe(current, object)) return current
  for (const version of await writtenVersions(store, object)) {
    const found = await store.head(object.key, { versionId: version.versionId })
    if (found !== null && mayBe(found, object)) return found
  }
  return null
}

type KeptVersion = StoredObject & { versionId: string }

/** Every version below a prefix, those of a key the newest first; the current ones where no others can be had. */
export async function listedVersions(store: ReplicaStore, prefix: string): Promise<StoredObject[]> {
  try {
    return await gathered(store.list(prefix, { versions: true }))
  } catch (error) {
    // Without the right to list versions.
    if (!(error instanceof TargetRefused)) throw error
    return gathered(store.list(prefix))
  }
}

async function gathered(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const all: StoredObject[] = []
  for await (const object of objects) all.push(object)
  return all
}

/** What was there first comes first: however much somebody puts on top of it, it is found soon. */
async function writtenVersions(store: ReplicaStore, { key, bytes }: ManifestObject): Promise<KeptVersion[]> {
  const versions = await listedVersions(store, key)
  return versions
    .filter(isKept)
    .filter(version => version.key === key && !version.removed && version.size === bytes)
    .reverse()
}

function isKept(version: StoredObject): version is KeptVersion {
  return version.versionId !== undefined
}

function isWritten(found: Buffer, { bytes, sha256 }: ManifestObject): boolean {
  return found.length === bytes && digestOf(found) === sha256
}

function mayBe(found: StoredObject, { bytes, sha256 }: ManifestObject): boolean {
  return found.size === bytes && (found.sha256 === undefined || found.sha256 === sha256)
}

/** Null: there is none. */
export async function getOrNull(
  store: ReplicaStore,
  key: string,
  options: GetOptions = {},
): Promise<Buffer | null> {
  try {
    return await store.get(key, options)
  } catch (error) {
    if (error instanceof ObjectAbsent) return null
    throw error
  }
}
