/**
 * Bytes of files by their Git object id, held by the emulator: a folder may be replaced while old revisions still name
 * its files.
 */
import { createHash } from 'node:crypto'
import type { Keep, Kept } from './keep.ts'

export interface Blobs {
  /** The object id of the bytes. */
  add(bytes: Uint8Array): string
  get(oid: string): Uint8Array | undefined
}

export function makeBlobs(keep: Keep): Blobs {
  const held = new Map<string, Kept>()
  return {
    add(bytes) {
      const oid = gitBlobId(bytes)
      if (!held.has(oid)) held.set(oid, keep(bytes))
      return oid
    },
    get: oid => held.get(oid)?.(),
  }
}

/** What `git hash-object` says. */
export function gitBlobId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
