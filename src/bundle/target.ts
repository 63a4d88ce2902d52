/**
 * Where a bundle is written: what a folder and a zip have in common. Entries are put one after another.
 */
import type { Readable } from 'node:stream'
import type { Digest } from '../model/digest.ts'

export interface Written {
  digest: Digest
  sizeBytes: number
}

export interface OpenTarget {
  /** Whether something stands there that is not ours, so that another name is needed. */
  isTaken(path: string): boolean
  /** Whole on return or not there at all. `path` is safe and was not put before. */
  put(path: string, content: Buffer | Readable): Promise<Written>
  /** Makes it final. Without it, what was written may be unreadable (a zip), or is marked unfinished (a folder). */
  finish(): Promise<void>
  /** After a failure: leaves no half file. Throws nothing. */
  abandon(): Promise<void>
}

/** Bytes in pieces of bounded size, whatever they come from. */
export async function* chunksOf(content: Buffer | Readable): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(content)) {
    yield content
    return
  }
  for await (const chunk of content) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
}
