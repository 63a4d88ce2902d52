/**
 * Verified blocks on their way into the catalog: several go in one transaction, each with its contents and the
 * bodies that name them.
 */
import { type BodyName, makeBodies, makeBodyInsert } from './catalog/bodies.ts'
import type { CatalogWriter } from './catalog/catalog-writer.ts'
import { makeBlockInsert, type NewBlock } from './catalog/contents.ts'
import { appendEntry } from './catalog/ledger.ts'
import type { PendingContent, PendingContents } from './pending-contents.ts'
import { unsignedNote } from './unsigned-note.ts'
import type { StoredContent } from './writer-types.ts'

interface ReadyBlock {
  block: Omit<NewBlock, 'contents'>
  contents: readonly PendingContent[]
}

interface NamedBody {
  body: BodyName
  content: StoredContent
}

/** A transaction is one stretch, in which a daemon answers nobody. What waits for it is fetched again after a kill. */
const MOST_CONTENTS = 100

export class RowCommit {
  readonly #writer: CatalogWriter
  readonly #pending: PendingContents
  readonly #clock: () => number
  readonly #insertBlock: (block: NewBlock) => void
  readonly #insertBody: (body: BodyName, content: number) => void
  readonly #findBody: ReturnType<typeof makeBodies>['find']
  readonly #bodies = new Map<string, NamedBody>()
  #ready: ReadyBlock[] = []
  #readyBytes = 0
  #readyContents = 0
  /** Those whose content is stored already. */
  #readyBodies = 0

  constructor(writer: CatalogWriter, pending: PendingContents, clock: () => number) {
    this.#writer = writer
    this.#pending = pending
    this.#clock = clock
    this.#insertBlock = makeBlockInsert(writer.db)
    this.#insertBody = makeBodyInsert(writer.db)
    this.#findBody = makeBodies(writer.db).find
  }

  /** So much that it should not wait for more. `bytes`: decoded. */
  isFull(bytes: number): boolean {
    return this.#readyBytes >= bytes || this.#readyContents + this.#readyBodies >= MOST_CONTENTS
  }

  /** Stored with the commit that stores its content, or the next one. */
  remember(body: BodyName, content: StoredContent): void {
    this.#bodies.set(labelOf(body), { body, content })
    if (this.#pending.get(content.content) === undefined) this.#readyBodies++
  }

  findBody(body: BodyName): StoredContent | null {
    return this.#bodies.get(labelOf(body))?.content ?? this.#findBody(body)
  }

  /** In the order in which blocks depend on each other: a base before its delta. */
  add(block: Omit<NewBlock, 'contents'>, contents: readonly PendingContent[]): void {
    this.#ready.push({ block, contents })
    this.#readyBytes += block.bytes
    this.#readyContents += contents.length
  }

  /** One transaction. Thrown errors leave everything as it was. */
  commit(): void {
    if (this.#ready.length === 0 && this.#bodies.size === 0) return
    const ready = this.#ready
    const stored = this.#writer.transact(() => {
      for (const entry of ready) this.#insertBlock({ ...entry.block, contents: placed(entry.contents) })
      this.#remember(ready)
      const arriving = new Set(ready.flatMap(entry => entry.contents.map(content => content.id)))
      return this.#insertBodies(arriving)
    })
    this.#ready = []
    this.#readyBytes = 0
    this.#readyContents = 0
    this.#readyBodies = 0
    for (const label of stored) this.#bodies.delete(label)
    for (const entry of ready) for (const content of entry.contents) this.#pending.remove(content)
  }

  #remember(ready: readonly ReadyBlock[]): void {
    const healed = ready.flatMap(({ contents }) => contents.filter(({ wasLost }) => wasLost))
    const act = { act: 'heal', contents: healed.map(({ digest }) => digest), from: 'the platform' } as const
    if (healed.length > 0) appendEntry(this.#writer.db, unsignedNote(act, 'docvault', this.#clock()))
  }

  #insertBodies(arriving: ReadonlySet<number>): string[] {
    const stored: string[] = []
    for (const [label, { body, content }] of this.#bodies) {
      const isWaiting = this.#pending.get(content.content) !== undefined && !arriving.has(content.content)
      if (isWaiting) continue
      this.#insertBody(body, content.content)
      stored.push(label)
    }
    return stored
  }
}

function placed(contents: readonly PendingContent[]): NewBlock['contents'] {
  let start = 0
  return contents.map(({ id, digest, size, wasLost }) => {
    const content = { id, digest, bytes: size, start, wasLost }
    start += size
    return content
  })
}

function labelOf(body: BodyName): string {
  return `${body.parent} ${body.name} ${body.key}`
}
