/** A folder on an SFTP server as the target. It has neither locks nor versions. */
import { randomUUID } from 'node:crypto'
import { digestOf } from '../../model/digest.ts'
import { ObjectExists } from '../errors.ts'
import { PROBES } from '../layout.ts'
import type { ReplicaStore, StoreCapabilities } from '../store.ts'
import { assertKey } from './key.ts'
import { get, head, list, put, remove } from './sftp/objects.ts'
import { openSession, type SftpSession, type SftpTarget } from './sftp/session.ts'

/** Throws StorePackageMissing. Asks nothing of the server yet. */
export async function openSftpStore(target: SftpTarget): Promise<ReplicaStore> {
  const session = await openSession(target)
  return {
    name: target.name,
    async put(key, bytes, options) {
      assertKey(key)
      await put(session, { key, bytes }, options)
      return {}
    },
    async get(key, options = {}) {
      assertKey(key)
      return get(session, key, options)
    },
    async head(key) {
      assertKey(key)
      return head(session, key)
    },
    list: prefix => list(session, prefix),
    async remove(key) {
      assertKey(key)
      await remove(session, key)
    },
    extendLock: async () => {},
    probe: () => probe(session),
    close: async () => session.close(),
  }
}

/** Some servers rename over what is there, against the protocol. */
async function probe(session: SftpSession): Promise<StoreCapabilities> {
  const key = `${PROBES}${randomUUID()}`
  const bytes = Buffer.from(key)
  const create = () => put(session, { key, bytes }, { sha256: digestOf(bytes), ifAbsent: true })
  try {
    await create()
    const conditionalCreate = await create().then(
      () => false,
      (error: unknown) => {
        if (error instanceof ObjectExists) return true
        throw error
      },
    )
    return { conditionalCreate, locks: false, versions: false, checksums: false }
  } finally {
    await remove(session, key)
  }
}
