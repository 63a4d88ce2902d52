/**
 * The way of bytes into the vault. Small contents are gathered into blocks; a content with a base becomes a delta
 * where that is clearly smaller; large ones become files. Rows are inserted only for what was decoded again and,
 * for files, is on the disk.
 *
 * A failure is kept: from then on every call throws it, because contents handed out before will never arrive.
 */
import { readFile, stat } from 'node:fs/promises'
import { type Digest, digestOf } from '../model/digest.ts'
import { DamageFound } from '../model/errors.ts'
import { assertDecodes, type Encoded, encodeBlock, encodeDelta } from './block-codec.ts'
import type { BodyName } from './catalog/bodies.ts'
import type { CatalogWriter } from './catalog/catalog-writer.ts'
import type { ContentRows } from './catalog/contents.ts'
import type { ContentReader } from './content-reader.ts'
import type { FileStore } from './files/file-store.ts'
import { digestFile, storeLargeFile } from './large-file.ts'
import { type PendingContent, PendingContents } from './pending-contents.ts'
import { RowCommit } from './row-commit.ts'
import { Slots } from './slots.ts'
import type { ContentKey } from './types.ts'
import type { StoredContent } from './writer-types.ts'

interface StoreSettings {
  inlineLimitBytes: number
  blockBytes: number
  compressionLevel: number
  maxDeltaDepth: number
}

export interface StoreParts {
  writer: CatalogWriter
  rows: ContentRows
  reader: ContentReader
  files: FileStore
  settings: StoreSettings
  /** Milliseconds since the epoch. */
  clock: () => number
}

/** Both sides of a delta are held in memory; what is larger is streamed. */
const IN_MEMORY_BYTES = 8 * 1024 * 1024
const ENCODINGS_AT_ONCE = 4
/** Raw bytes that may wait before `put` waits too. */
const QUEUE_BYTES = 8 * 1024 * 1024

export class ContentStore {
  readonly #parts: StoreParts
  readonly #pending: PendingContents
  readonly #commit: RowCommit
  readonly #slots = new Slots(ENCODINGS_AT_ONCE)
  readonly #running = new Set<Promise<void>>()
  #open: PendingContent[] = []
  #openBytes = 0
  #failure: { error: unknown } | undefined

  constructor(parts: StoreParts) {
    this.#parts = parts
    this.#pending = new PendingContents(parts.rows.highestId() + 1)
    this.#commit = new RowCommit(parts.writer, this.#pending, parts.clock)
  }

  get failed(): boolean {
    return this.#failure !== undefined
  }

  /** Nothing is left to be stored. */
  get idle(): boolean {
    return this.#pending.oldest() === null
  }

  /** Throws what went wrong since. */
  assertSound(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /** Bytes of a content that is still on its way. */
  pendingBytes(content: ContentKey): Buffer | null {
    return this.#pending.get(content)?.bytes ?? null
  }

  /** A number that no content has, and none will get from here. */
  reserve(): ContentKey {
    return this.#pending.reserve()
  }

  findBody(body: BodyName): StoredContent | null {
    return this.#commit.findBody(body)
  }

  async put(bytes: Buffer, base?: ContentKey, body?: BodyName): Promise<StoredContent> {
    this.assertSound()
    const digest = digestOf(bytes)
    const content = this.#find(digest) ?? this.#admit(digest, bytes, base)
    if (body !== undefined) this.#remember(body, { content, digest })
    while (this.#pending.bytes > QUEUE_BYTES && this.#running.size > 0) await Promise.race(this.#running)
    this.assertSound()
    return { content, digest }
  }

  /** Consumes the file, also on failure. A large one is durable on return. */
  async putFile(file: string, body: BodyName, base?: ContentKey): Promise<StoredContent & { bytes: number }> {
    try {
      this.assertSound()
      const bytes = (await stat(file)).size
      if (bytes <= IN_MEMORY_BYTES) return { ...(await this.put(await readFile(file), base, body)), bytes }
      const digest = await digestFile(file)
      const content = this.#find(digest) ?? (await this.#putLarge(file, digest, bytes))
      this.#remember(body, { content, digest })
      return { content, digest, bytes }
    } finally {
      await this.#parts.files.remove(file)
    }
  }

  /** Everything put before the call is stored on return. */
  async flush(): Promise<void> {
    const last = this.#pending.next - 1
    while (!this.failed && (this.#pending.oldest() ?? Number.POSITIVE_INFINITY) <= last) {
      this.#cut()
      if (this.#running.size > 0) await Promise.race(this.#running)
      else this.#attempt(() => this.#commit.commit())
    }
    this.#attempt(() => this.#commit.commit())
    this.assertSound()
  }

  /** Waits for what is under way, whatever becomes of it. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running)
  }

  #find(digest: Digest): ContentKey | null {
    return this.#pending.find(digest)?.id ?? this.#parts.rows.find(digest)
  }

  #admit(digest: Digest, bytes: Buffer, base: ContentKey | undefined): ContentKey {
    const lost = this.#parts.rows.findLost(digest)
    // One that comes again has its old number, which what it would be against may be, or be read through.
    const usesBase =
      base !== undefined && lost === null && bytes.length > 0 && bytes.length <= IN_MEMORY_BYTES
    const content = this.#pending.admit(digest, bytes.length, bytes, lost)
    if (usesBase) this.#run(() => this.#storeDelta(content, bytes, base))
    else this.#place(content)
    return content.id
  }

  #place(content: PendingContent): void {
    const { blockBytes, inlineLimitBytes } = this.#parts.settings
    if (content.awaited || content.size > Math.min(blockBytes / 2, inlineLimitBytes)) {
      this.#run(() => this.#storeBlock([content]))
      return
    }
    this.#open.push(content)
    this.#openBytes += content.size
    if (this.#openBytes >= blockBytes) this.#cut()
  }

  /** Sends the block that is filling on its way. */
  #cut(): void {
    const contents = this.#open
    this.#open = []
    this.#openBytes = 0
    if (contents.length > 0) this.#run(() => this.#storeBlock(contents))
  }

  #run(job: () => Promise<void>): void {
    const task = job()
      .catch(error => this.#fail(error))
      .finally(() => {
        this.#running.delete(task)
        this.#commitIf(this.#isFull || this.#running.size === 0)
      })
    this.#running.add(task)
  }

  #remember(body: BodyName, content: StoredContent): void {
    this.#commit.remember(body, content)
    this.#commitIf(this.#isFull)
  }

  get #isFull(): boolean {
    return this.#commit.isFull(this.#parts.settings.blockBytes)
  }

  #commitIf(isTime: boolean): void {
    if (isTime) this.#attempt(() => this.#commit.commit())
  }

  #attempt(work: () => void): void {
    if (this.failed) return
    try {
      work()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#pending.settleAll()
  }

  async #storeBlock(contents: readonly PendingContent[]): Promise<void> {
    const encoded = await this.#slots.run(() => {
      return encodeBlock(joined(contents), this.#parts.settings.compressionLevel)
    })
    await this.#accept(contents, encoded, null, 0)
  }

  async #storeDelta(content: PendingContent, bytes: Buffer, base: ContentKey): Promise<void> {
    const pending = this.#pending.get(base)
    if (pending !== undefined) await this.#encoded(pending)
    this.assertSound()
    const { compressionLevel } = this.#parts.settings
    const delta = await this.#slots.run(async () => {
      const source = this.#readBase(base, pending)
      const encoded = source && (await encodeDelta(bytes, source.bytes, compressionLevel))
      return encoded && { encoded, depth: source.depth + 1 }
    })
    if (delta) await this.#accept([content], delta.encoded, base, delta.depth)
    else this.#place(content)
  }

  /** Null where a delta must not or cannot be made. */
  #readBase(base: ContentKey, pending: PendingContent | undefined): { bytes: Buffer; depth: number } | null {
    const { rows, reader, settings } = this.#parts
    const depth = pending?.depth ?? rows.depthOf(base)
    // Its row is damaged or gone.
    if (depth === null) return null
    const size = pending?.size ?? rows.content(base)?.bytes ?? 0
    if (depth >= settings.maxDeltaDepth || size > IN_MEMORY_BYTES) return null
    try {
      return { bytes: pending?.bytes ?? reader.read(base), depth }
    } catch (error) {
      // Nothing new may come to depend on a damaged content; the new one is stored in full.
      if (error instanceof DamageFound) return null
      throw error
    }
  }

  async #encoded(content: PendingContent): Promise<void> {
    content.awaited = true
    if (this.#open.includes(content)) this.#cut()
    await content.encoded
  }

  async #accept(
    contents: readonly PendingContent[],
    encoded: Encoded,
    base: ContentKey | null,
    depth: number,
  ): Promise<void> {
    assertDecodes(contents, encoded.decoded)
    const [first] = contents
    const isFile = contents.length === 1 && encoded.stored.length > this.#parts.settings.inlineLimitBytes
    if (isFile && first) await this.#parts.files.write(first.digest, encoded.stored)
    const { codec, stored } = encoded
    const bytes = encoded.decoded.length
    this.#commit.add(
      { codec, bytes, data: isFile ? null : stored, storedBytes: stored.length, base, depth },
      contents,
    )
    for (const content of contents) {
      content.depth = depth
      content.settle()
    }
  }

  async #putLarge(file: string, digest: Digest, bytes: number): Promise<ContentKey> {
    const content = this.#pending.admit(digest, bytes, null, this.#parts.rows.findLost(digest))
    const { files, settings } = this.#parts
    this.#run(async () => {
      const large = { file, digest, bytes }
      const stored = await this.#slots.run(() => storeLargeFile(files, large, settings.compressionLevel))
      this.#commit.add({ ...stored, bytes, data: null, base: null, depth: 0 }, [content])
      content.depth = 0
      content.settle()
    })
    await content.encoded
    this.#attempt(() => this.#commit.commit())
    this.assertSound()
    return content.id
  }
}

function joined(contents: readonly PendingContent[]): Buffer {
  const pieces = contents.map(content => content.bytes ?? Buffer.alloc(0))
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}
