/** A bucket of an S3-compatible store as the target. */
import type { ReplicaStore } from '../store.ts'
import { assertKey } from './key.ts'
import { probe } from './s3/probe.ts'
import { get, head, list } from './s3/reading.ts'
import { openSession, type S3Target } from './s3/session.ts'
import { listVersions } from './s3/versions.ts'
import { extendLock, put, remove } from './s3/writing.ts'

/** Throws StorePackageMissing. Asks nothing of the store yet. */
export async function openS3Store(target: S3Target): Promise<ReplicaStore> {
  const session = await openSession(target)
  return {
    name: target.name,
    async put(key, bytes, options) {
      assertKey(key)
      return put(session, { key, bytes }, options)
    },
    async get(key, options = {}) {
      assertKey(key)
      return get(session, key, options)
    },
    async head(key, options = {}) {
      assertKey(key)
      return head(session, key, options)
    },
    list: (prefix, { versions = false } = {}) =>
      versions ? listVersions(session, prefix) : list(session, prefix),
    async remove(key) {
      assertKey(key)
      await remove(session, key)
    },
    async extendLock(key, lockedUntil, options = {}) {
      assertKey(key)
      await extendLock(session, { key, ...options }, lockedUntil)
    },
    probe: () => probe(session),
    close: async () => session.client.destroy(),
  }
}
