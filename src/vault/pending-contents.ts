/**
 * Contents that were handed out and are not in the catalog yet: their numbers, their bytes, and who waits for them.
 */
import type { Digest } from '../model/digest.ts'
import type { ContentKey } from './types.ts'

export interface PendingContent {
  readonly id: ContentKey
  readonly digest: Digest
  readonly size: number
  /** It has a row, and was lost. */
  readonly wasLost: boolean
  /** Null: too large to hold; the bytes are in a file. */
  readonly bytes: Buffer | null
  /** Deltas between it and a full one; null until its block is encoded. */
  depth: number | null
  /** Something waits for `encoded`, so it must not lie in a block that is still filling. */
  awaited: boolean
  /** Resolves when the depth is known, or when storing has failed. */
  readonly encoded: Promise<void>
  readonly settle: () => void
}

export class PendingContents {
  readonly #byId = new Map<ContentKey, PendingContent>()
  readonly #byDigest = new Map<Digest, PendingContent>()
  #next: ContentKey
  #bytes = 0

  constructor(next: ContentKey) {
    this.#next = next
  }

  /** Held in memory. */
  get bytes(): number {
    return this.#bytes
  }

  /** The number the next content gets. */
  get next(): ContentKey {
    return this.#next
  }

  /** A number that the next one does not get. */
  reserve(): ContentKey {
    return this.#next++
  }

  /** `lost`: the number of one of this digest that was lost. */
  admit(digest: Digest, size: number, bytes: Buffer | null, lost: ContentKey | null): PendingContent {
    const { promise, resolve } = Promise.withResolvers<void>()
    const id = lost ?? this.#next++
    const content = {
      id,
      wasLost: lost !== null,
      digest,
      size,
      bytes,
      depth: null,
      awaited: false,
      encoded: promise,
      settle: resolve,
    }
    this.#byId.set(id, content)
    this.#byDigest.set(digest, content)
    this.#bytes += bytes?.length ?? 0
    return content
  }

  get(id: ContentKey): PendingContent | undefined {
    return this.#byId.get(id)
  }

  find(digest: Digest): PendingContent | undefined {
    return this.#byDigest.get(digest)
  }

  /** The lowest number that is pending; null when none is. */
  oldest(): ContentKey | null {
    const [first] = this.#byId.keys()
    return first ?? null
  }

  remove(content: PendingContent): void {
    if (!this.#byId.delete(content.id)) return
    this.#byDigest.delete(content.digest)
    this.#bytes -= content.bytes?.length ?? 0
  }

  /** After a failure nobody is to wait for ever. */
  settleAll(): void {
    for (const content of this.#byId.values()) content.settle()
  }
}
