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

/** As a survey found it. `made`: a content that may come to it; 0: none. `pause` throws what ends the work. */
export function presentOf(survey: Survey, made: number, pause: () => void): Promise<Present> {
  return inTurns(makePresent(survey, made), async () => {
    pause()
    await setImmediate()
  })
}

function* makePresent(survey: Survey, made: number): Stepwise<Present> {
  const present = new Present(survey, yield* columnsOf(survey, made))
  yield* present.enterAll()
  return present
}

interface Columns {
  blockOf: Uint32Array
  base: Uint32Array
  dictionary: Uint32Array
  depth: Uint16Array
  bytes: Float64Array
  packed: Uint8Array
  isFile: Uint8Array
  /** By block and by content: a list of the contents of each block. */
  firstContent: Uint32Array
  nextContent: Uint32Array
  /** By content and by block: a list of the deltas against each content; of those that are gone as well. */
  firstDelta: Uint32Array
  nextDelta: Uint32Array
}

/** Megabytes each: others have their turn in between. */
function* columnsOf({ contents, blocks }: Survey, made: number): Stepwise<Columns> {
  // Each content is stored anew three times at most; see compact.ts.
  const mostBlocks = blocks.highest + 4 * contents.count + 1
  const mostContents = Math.max(contents.highest, made) + 1
  const blockOf = grown(contents.block, new Uint32Array(mostContents))
  yield
  const base = grown(blocks.base, new Uint32Array(mostBlocks))
  yield
  const dictionary = grown(blocks.dictionary, new Uint32Array(mostBlocks))
  yield
  const depth = grown(blocks.depth, new Uint16Array(mostBlocks))
  yield
  const bytes = grown(blocks.bytes, new Float64Array(mostBlocks))
  yield
  const packed = grown(blocks.packed, new Uint8Array(mostBlocks))
  const isFile = new Uint8Array(mostBlocks)
  yield
  const lists = { firstContent: new Uint32Array(mostBlocks), nextContent: new Uint32Array(mostContents) }
  yield
  const deltas = { firstDelta: new Uint32Array(mostContents), nextDelta: new Uint32Array(mostBlocks) }
  yield
  return { blockOf, base, dictionary, depth, bytes, packed, isFile, ...lists, ...deltas }
}

export class Present {
  readonly #survey: Survey
  readonly #columns: Columns

  constructor(survey: Survey, columns: Columns) {
    this.#survey = survey
    this.#columns = columns
  }

  /** Once, before anything is asked; yields now and then. */
  *enterAll(): Stepwise<void> {
    const { contents, blocks } = this.#survey
    for (let block = 1; block <= blocks.highest; block++) {
      this.#columns.isFile[block] = blocks.isFile.has(block) ? 1 : 0
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
    return this.#columns.base.length - 1
  }

  blockOf(content: number): number {
    return this.#columns.blockOf[content] ?? 0
  }

  contentsOf(block: number): number[] {
    const found: number[] = []
    for (
      let content = this.#columns.firstContent[block] ?? 0;
      content !== 0;
      content = this.#columns.nextContent[content] ?? 0
    )
      found.push(content)
    return found
  }

  base(block: number): number {
    return this.#columns.base[block] ?? 0
  }

  dictionary(block: number): number {
    return this.#columns.dictionary[block] ?? 0
  }

  depth(block: number): number {
    return this.#columns.depth[block] ?? 0
  }

  /** Decoded. */
  bytes(block: number): number {
    return this.#columns.bytes[block] ?? 0
  }

  /** The role that a compaction stored it for; 0: none did. */
  packed(block: number): number {
    return this.#columns.packed[block] ?? 0
  }

  isFile(block: number): boolean {
    return this.#columns.isFile[block] === 1
  }

  /**
   * Notes a block that was stored, in which its contents lie from now on; where they lay before was dropped. Answers which
   * blocks are deeper for that.
   */
  place(id: number, block: NewBlock): Deepened[] {
    this.#columns.base[id] = block.base ?? 0
    this.#columns.dictionary[id] = block.dictionary ?? 0
    this.#columns.depth[id] = block.depth
    this.#columns.bytes[id] = block.bytes
    this.#columns.packed[id] = block.packed ?? 0
    this.#columns.isFile[id] = block.data === null ? 1 : 0
    for (const { id: content } of block.contents.toReversed()) {
      this.#columns.blockOf[content] = id
      this.#enterContent(content)
    }
    this.#enterDelta(id)
    return block.contents.flatMap(({ id: content }) => this.#deepen(content, block.depth))
  }

  /** Nothing lies in it any more. */
  drop(block: number): void {
    this.#columns.base[block] = 0
    this.#columns.dictionary[block] = 0
    this.#columns.firstContent[block] = 0
  }

  #enterContent(content: number): void {
    const block = this.blockOf(content)
    if (block === 0) return
    this.#columns.nextContent[content] = this.#columns.firstContent[block] ?? 0
    this.#columns.firstContent[block] = content
  }

  #enterDelta(block: number): void {
    const base = this.base(block)
    if (base === 0) return
    this.#columns.nextDelta[block] = this.#columns.firstDelta[base] ?? 0
    this.#columns.firstDelta[base] = block
  }

  /** Deltas against a content are deeper than it. */
  #deepen(content: number, depth: number): Deepened[] {
    const deeper: Deepened[] = []
    const waiting = [{ content, depth }]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (
        let block = this.#columns.firstDelta[at.content] ?? 0;
        block !== 0;
        block = this.#columns.nextDelta[block] ?? 0
      ) {
        if (this.base(block) !== at.content || this.depth(block) > at.depth) continue
        this.#columns.depth[block] = at.depth + 1
        deeper.push({ block, depth: at.depth + 1 })
        for (const other of this.contentsOf(block)) waiting.push({ content: other, depth: at.depth + 1 })
      }
    }
    return deeper
  }
}

function grown<Column extends { set(values: Column): void }>(values: Column, larger: Column): Column {
  larger.set(values)
  return larger
}
