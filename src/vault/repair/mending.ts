/**
 * Contents whose bytes are not as they were stored, from what is read through the fewest others on: each is read again where
 * what it is a delta against was found, or found somewhere else, or lost. Whatever else lies in a damaged block and can be
 * read is stored anew, so the block goes. Without `storing` it only says what it would do.
 */
import { DiskRefused } from '../../model/disk-errors.ts'
import { SourceUnavailable } from '../../model/errors.ts'
import type { Connection } from '../catalog/connection.ts'
import type { ContentRow, ContentRows } from '../catalog/contents.ts'
import { losses } from '../catalog/lost.ts'
import { type DamagedBlock, damagedBlocks } from './damaged-blocks.ts'
import type { ContentOutcome, Damages, Fate } from './fates.ts'
import type { Overlay } from './overlay.ts'
import { openSources } from './sources.ts'
import type { Storing } from './storing.ts'
import type { ContentSource, FoundBytes, OpenSource, RemedyAction, WantedContent } from './types.ts'
import { isUsed, isWanted, wantedOf } from './wanted.ts'

export interface MendingParts {
  db: Connection
  rows: ContentRows
  /** Of what was found so far. */
  overlay: Overlay
  sources: readonly ContentSource[]
  /** Null: nothing is changed. */
  storing: Storing | null
  progress: (done: number, total: number) => void
}

export async function mendContents(parts: MendingParts, damages: Damages): Promise<ContentOutcome[]> {
  const lost = losses(parts.db).flatMap(({ content }) => parts.rows.content(content) ?? [])
  const damaged = [...damages.keys()].flatMap(content => parts.rows.content(content) ?? [])
  const wanted = [...damaged, ...lost].map(row => wantedOf(parts.db, row))
  const sources = await openSources(parts.sources, wanted)
  try {
    return await new Mending(parts, damages, { sources, wanted }).run(lost)
  } finally {
    for (const source of sources) source.close()
  }
}

class Mending {
  readonly #parts: MendingParts
  readonly #damages: Damages
  readonly #sources: readonly OpenSource[]
  readonly #wanted: ReadonlyMap<number, WantedContent>
  readonly #overlay: Overlay
  readonly #outcomes: ContentOutcome[] = []

  constructor(
    parts: MendingParts,
    damages: Damages,
    { sources, wanted }: { sources: readonly OpenSource[]; wanted: readonly WantedContent[] },
  ) {
    this.#parts = parts
    this.#damages = damages
    this.#sources = sources
    this.#wanted = new Map(wanted.map(each => [each.content, each]))
    this.#overlay = parts.overlay
  }

  async run(lost: readonly ContentRow[]): Promise<ContentOutcome[]> {
    const { db, storing, progress } = this.#parts
    const { blocks, bases } = damagedBlocks(db, [...this.#damages.keys()])
    const total = blocks.length + lost.length
    for (const [done, block] of blocks.entries()) {
      progress(done, total)
      await this.#mendBlock(block)
      if (storing === null) for (const { id } of block.contents) if (!bases.has(id)) this.#overlay.drop(id)
      if (storing?.isFull) await storing.flush(this.#overlay)
    }
    await storing?.flush(this.#overlay)
    // What is found may be what another one is a delta against.
    for (let left = lost, before = lost.length + 1; left.length > 0 && left.length < before; ) {
      before = left.length
      left = await this.#findSome(left, done => progress(total - before + done, total))
    }
    return storing === null ? this.#outcomes : storing.confirmed(this.#outcomes)
  }

  /** Resolves to those that were not found. */
  async #findSome(lost: readonly ContentRow[], progress: (done: number) => void): Promise<ContentRow[]> {
    const { storing } = this.#parts
    const left: ContentRow[] = []
    for (const [index, row] of lost.entries()) {
      progress(index)
      if (!(await this.#findAgain(row))) left.push(row)
      if (storing?.isFull) await storing.flush(this.#overlay)
    }
    await storing?.flush(this.#overlay)
    return left
  }

  async #mendBlock(block: DamagedBlock): Promise<void> {
    const damaged = block.contents.filter(({ id }) => this.#damages.has(id))
    if (damaged.every(({ id }) => this.#canBeRead(id))) {
      for (const row of damaged) this.#say(row, 'through', 'is read again through what it is a delta against')
      return
    }
    const fates: Fate[] = []
    for (const row of block.contents) fates.push(await this.#fateOf(row))
    await this.#settle(block, fates)
  }

  /** Either all that lies in a block is decided, or the block stays. */
  async #settle(block: DamagedBlock, fates: readonly Fate[]): Promise<void> {
    const unknown = fates.find(fate => fate.is === 'unknown')
    const left = unknown === undefined ? await this.#take(block, fates) : unknown.why
    for (const fate of fates) {
      if (!this.#damages.has(fate.row.id)) continue
      if (left === null) this.#sayFate(fate)
      else this.#say(fate.row, 'none', `was left as it is: ${left}`)
    }
  }

  /** Null, or why nothing could be done. */
  async #take(block: DamagedBlock, fates: readonly Fate[]): Promise<string | null> {
    try {
      await this.#parts.storing?.take(block, fates)
    } catch (error) {
      if (!(error instanceof DiskRefused)) throw error
      return error.message
    }
    for (const fate of fates)
      if (fate.is === 'found' && fate.found.bytes !== null) this.#overlay.set(fate.row.id, fate.found.bytes)
    return null
  }

  async #fateOf(row: ContentRow): Promise<Fate> {
    if (!this.#damages.has(row.id) || this.#canBeRead(row.id)) return { row, is: 'read' }
    const answer = await this.#search(row.id)
    if (typeof answer === 'string') return { row, is: 'unknown', why: answer }
    if (answer !== null) return { row, is: 'found', found: answer }
    return { row, is: 'lost', why: this.#damages.get(row.id) ?? 'it cannot be read' }
  }

  /** Whether one was that was lost before. */
  async #findAgain(row: ContentRow): Promise<boolean> {
    const answer = await this.#search(row.id)
    if (answer === null || typeof answer === 'string') return false
    const fate: Fate = { row, is: 'found', found: answer }
    const { blocks } = damagedBlocks(this.#parts.db, [row.id])
    for (const block of blocks) if ((await this.#take(block, [fate])) === null) this.#sayFate(fate)
    return true
  }

  /** Null: nobody has it; a text: why that is not known. */
  async #search(content: number): Promise<FoundBytes | string | null> {
    const wanted = this.#wanted.get(content)
    if (wanted === undefined) return null
    let unavailable: string | null = null
    for (const source of this.#sources) {
      try {
        const found = await source.find(wanted)
        if (found !== null && (found.bytes === null || isWanted(wanted, found.bytes))) return found
      } catch (error) {
        if (!(error instanceof SourceUnavailable)) throw error
        unavailable = error.message
      }
    }
    return unavailable
  }

  #canBeRead(content: number): boolean {
    try {
      this.#overlay.reader.read(content)
      return true
    } catch {
      return false
    }
  }

  #sayFate(fate: Fate): void {
    const { row } = fate
    if (fate.is === 'found')
      this.#say(row, 'store', `is stored again from ${fate.found.from}`, fate.found.from)
    else if (fate.is === 'read') this.#say(row, 'through', 'is read again through what it is a delta against')
    else if (isUsed(this.#parts.db, row.id))
      this.#say(row, 'lose', 'is marked as lost: nothing that was looked at has its bytes')
    else this.#say(row, 'drop', 'is taken out: no snapshot needs it')
  }

  #say(row: ContentRow, action: RemedyAction, words: string, from: string | null = null): void {
    this.#outcomes.push({ content: row.id, digest: row.digest, action, from, words })
  }
}
