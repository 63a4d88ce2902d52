/**
 * Where contents lie and what they are deltas against, kept in step with every transaction of a compaction. Some hundred bytes
 * of memory for each content.
 */
import { setImmediate } from 'node:timers/promises'
import { inTurns, type Stepwise } from '../../model/stepwise.ts'
import type { NewBlock } from '../catalog/contents.ts'
import type { Survey } from '../maintenance/survey.ts'

/** A block that is read through more others than before. */
export interface Deepened {
  block: number
  depth: number
}

const ENTERED_AT_ONCE = 10_000

/** As a survey found it. `pause` throws what ends the work. */
export async function presentOf(survey: Survey, made: number, pause: () => void): Promise<Present> {
  const present = new Present(survey, made)
  await inTurns(present.enterAll(), async () => {
    pause()
    await setImmediate()
  })
  return present
}

export class Present {
  readonly #survey: Survey
  readonly #blockOf: Uint32Array
  readonly #base: Uint32Array
  readonly #dictionary: Uint32Array
  readonly #depth: Uint16Array
  readonly #bytes: Float64Array
  readonly #packed: Uint8Array
  readonly #isFile: Uint8Array
  /** By block and by content: a list of the contents of each block. */
  readonly #firstContent: Uint32Array
  readonly #nextContent: Uint32Array
  /** By content and by block: a list of the deltas against each content; of those that are gone as well. */
  readonly #firstDelta: Uint32Array
  readonly #nextDelta: Uint32Array

  /** `made`: a content that may come to it; 0: none. */
  constructor(survey: Survey, made: number) {
    const { contents, blocks } = survey
    // Each content is stored anew three times at most; see compact.ts.
    const mostBlocks = blocks.highest + 4 * contents.count + 1
    const mostContents = Math.max(contents.highest, made) + 1
    this.#survey = survey
    this.#blockOf = grown(contents.block, mostContents)
    this.#base = grown(blocks.base, mostBlocks)
    this.#dictionary = grown(blocks.dictionary, mostBlocks)
    this.#depth = new Uint16Array(mostBlocks)
    this.#depth.set(blocks.depth)
    this.#bytes = new Float64Array(mostBlocks)
    this.#bytes.set(blocks.bytes)
    this.#packed = new Uint8Array(mostBlocks)
    this.#packed.set(blocks.packed)
    this.#isFile = new Uint8Array(mostBlocks)
    this.#firstContent = new Uint32Array(mostBlocks)
    this.#nextContent = new Uint32Array(mostContents)
    this.#firstDelta = new Uint32Array(mostContents)
    this.#nextDelta = new Uint32Array(mostBlocks)
  }

  /** Once, before anything is asked; yields now and then. */
  *enterAll(): Stepwise<void> {
    const { contents, blocks } = this.#survey
    for (let block = 1; block <= blocks.highest; block++) {
      this.#isFile[block] = blocks.isFile.has(block) ? 1 : 0
      this.#enterDelta(block)
      if (block % ENTERED_AT_ONCE === 0) yield
    }
    for (let content = contents.highest; content > 0; content--) {
      this.#enterContent(content)
      if (content % ENTERED_AT_ONCE === 0) yield
    }
  }

  get highestContent(): number {
    return this.#survey.contents.highest
  }

  get highestBlock(): number {
    return this.#base.length - 1
  }

  blockOf(content: number): number {
    return this.#blockOf[content] ?? 0
  }

  contentsOf(block: number): number[] {
    const found: number[] = []
    for (
      let content = this.#firstContent[block] ?? 0;
      content !== 0;
      content = this.#nextContent[content] ?? 0
    )
      found.push(content)
    return found
  }

  base(block: number): number {
    return this.#base[block] ?? 0
  }

  dictionary(block: number): number {
    return this.#dictionary[block] ?? 0
  }

  depth(block: number): number {
    return this.#depth[block] ?? 0
  }

  /** Decoded. */
  bytes(block: number): number {
    return this.#bytes[block] ?? 0
  }

  /** The role that a compaction stored it for; 0: none did. */
  packed(block: number): number {
    return this.#packed[block] ?? 0
  }

  isFile(block: number): boolean {
    return this.#isFile[block] === 1
  }

  /**
   * Notes a block that was stored, in which its contents lie from now on; where they lay before was dropped. Answers which
   * blocks are deeper for that.
   */
  place(id: number, block: NewBlock): Deepened[] {
    this.#base[id] = block.base ?? 0
    this.#dictionary[id] = block.dictionary ?? 0
    this.#depth[id] = block.depth
    this.#bytes[id] = block.bytes
    this.#packed[id] = block.packed ?? 0
    this.#isFile[id] = block.data === null ? 1 : 0
    for (const { id: content } of block.contents.toReversed()) {
      this.#blockOf[content] = id
      this.#enterContent(content)
    }
    this.#enterDelta(id)
    return block.contents.flatMap(({ id: content }) => this.#deepen(content, block.depth))
  }

  /** Nothing lies in it any more. */
  drop(block: number): void {
    this.#base[block] = 0
    this.#dictionary[block] = 0
    this.#firstContent[block] = 0
  }

  #enterContent(content: number): void {
    const block = this.blockOf(content)
    if (block === 0) return
    this.#nextContent[content] = this.#firstContent[block] ?? 0
    this.#firstContent[block] = content
  }

  #enterDelta(block: number): void {
    const base = this.base(block)
    if (base === 0) return
    this.#nextDelta[block] = this.#firstDelta[base] ?? 0
    this.#firstDelta[base] = block
  }

  /** Deltas against a content are deeper than it. */
  #deepen(content: number, depth: number): Deepened[] {
    const deeper: Deepened[] = []
    const waiting = [{ content, depth }]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (let block = this.#firstDelta[at.content] ?? 0; block !== 0; block = this.#nextDelta[block] ?? 0) {
        if (this.base(block) !== at.content || this.depth(block) > at.depth) continue
        this.#depth[block] = at.depth + 1
        deeper.push({ block, depth: at.depth + 1 })
        for (const other of this.contentsOf(block)) waiting.push({ content: other, depth: at.depth + 1 })
      }
    }
    return deeper
  }
}

function grown(values: Uint32Array, size: number): Uint32Array {
  const made = new Uint32Array(size)
  made.set(values)
  return made
}
