/** A store in memory, with a clock that a test sets: what it holds can be put back as it was. */
import { digestOf } from '../../src/model/digest.ts'
import { ChecksumMismatch, ObjectAbsent, ObjectExists } from '../../src/replica/errors.ts'
import type { GetOptions, PutOptions, ReplicaStore, StoredObject } from '../../src/replica/store.ts'

export interface MemoryObject {
  bytes: Buffer
  modifiedAt: number
  tag: string
}

export interface MemoryStore extends ReplicaStore {
  objects: Map<string, MemoryObject>
  /** Keys in the order in which they were put. */
  written: string[]
}

/** Without versions: what is replaced is gone. */
export function memoryStore(now: () => number = Date.now): MemoryStore {
  let tags = 0
  const store: MemoryStore = {
    name: 'memory',
    objects: new Map(),
    written: [],
    async put(key, bytes, options) {
      put(key, bytes, options)
      return {}
    },
    get: async (key, options = {}) => get(key, options),
    head: async key => describe(key),
    async *list(prefix) {
      for (const key of [...store.objects.keys()].sort()) {
        const object = key.startsWith(prefix) ? describe(key) : null
        if (object !== null) yield object
      }
    },
    remove: async key => void store.objects.delete(key),
    extendLock: async () => {},
    probe: async () => ({ conditionalCreate: true, locks: false, versions: false, checksums: false }),
    close: async () => {},
  }

  function put(key: string, bytes: Uint8Array, { sha256, ifAbsent, ifTag }: PutOptions): void {
    if (digestOf(bytes) !== sha256) throw new ChecksumMismatch(store.name, key)
    const found = store.objects.get(key)
    if ((ifAbsent && found !== undefined) || (ifTag !== undefined && found?.tag !== ifTag))
      throw new ObjectExists(store.name, key)
    store.objects.set(key, { bytes: Buffer.from(bytes), modifiedAt: now(), tag: `tag-${++tags}` })
    store.written.push(key)
  }

  function get(key: string, { range, asOf }: GetOptions): Buffer {
    const found = store.objects.get(key)
    if (found === undefined || (asOf !== undefined && found.modifiedAt > asOf))
      throw new ObjectAbsent(store.name, key)
    const { start, bytes } = range ?? { start: 0, bytes: found.bytes.length }
    return Buffer.from(found.bytes.subarray(start, start + bytes))
  }

  function describe(key: string): StoredObject | null {
    const found = store.objects.get(key)
    if (found === undefined) return null
    const { bytes, modifiedAt, tag } = found
    return { key, size: bytes.length, modifiedAt, tag }
  }

  return store
}
