/**
 * Stores what was found, and marks what is lost: some blocks in one transaction, each kept beside the vault as it was, with an
 * entry of the ledger. A content keeps its number. What was stored is read again from where it lies before anybody is told.
 */
import { finished } from 'node:stream/promises'
import { DiskRefused } from '../../model/disk-errors.ts'
import { makeBlockMove, type NewBlock } from '../catalog/contents.ts'
import { noteHighest } from '../catalog/given-numbers.ts'
import { appendEntry } from '../catalog/ledger.ts'
import { lossOf, markLost, takeUnneeded } from '../catalog/lost.ts'
import { type ContentReader, makeContentReader } from '../content-reader.ts'
import { digestFile, storeLargeFile } from '../large-file.ts'
import { packInFull } from '../maintenance/packing.ts'
import type { DamagedBlock } from './damaged-blocks.ts'
import type { ContentOutcome, Fate } from './fates.ts'
import type { Hands } from './hands.ts'
import type { Overlay } from './overlay.ts'
import { HELD_BYTES } from './wanted.ts'

/** Of what one transaction stores. */
const MOST_BYTES = 16 * 1024 * 1024
const MOST_CONTENTS = 500

interface Taken {
  block: DamagedBlock
  fates: readonly Fate[]
  /** Of contents that are too large to be held: files that have their bytes. */
  large: { row: Fate['row']; file: string }[]
}

export class Storing {
  readonly #parts: Hands
  #taken: Taken[] = []
  #bytes = 0
  #contents = 0
  /** What the disk last said. */
  #refused: string | null = null

  constructor(parts: Hands) {
    this.#parts = parts
  }

  get isFull(): boolean {
    return this.#bytes >= MOST_BYTES || this.#contents >= MOST_CONTENTS
  }

  /** Keeps what the block is now; from here on until the flush nothing else may be written. Throws DiskRefused. */
  async take(block: DamagedBlock, fates: readonly Fate[]): Promise<void> {
    const large: Taken['large'] = []
    for (const fate of fates) {
      if (fate.is !== 'found' || fate.found.bytes !== null) continue
      const file = this.#parts.files.temporary()
      await fate.found.writeTo(file)
      if ((await digestFile(file)) !== fate.row.digest)
        throw new Error(`${fate.found.from} changed while it was read`)
      large.push({ row: fate.row, file })
    }
    this.#keep(block)
    this.#taken.push({ block, fates, large })
    this.#contents += fates.length
    this.#bytes += block.block.bytes
  }

  #keep({ block, contents }: DamagedBlock): void {
    const { kept, rows } = this.#parts
    const data = rows.block(block.id)?.data
    if (data) kept.bytes(`blocks/${block.id}`, data)
    kept.note({ block, contents })
  }

  /** One transaction; where the disk is too full for it, one for each block, and what does not fit is left as it is. */
  async flush(overlay: Overlay): Promise<void> {
    const taken = this.#taken
    this.#taken = []
    this.#bytes = 0
    this.#contents = 0
    if (taken.length > 0) await this.#storeOrSplit(taken, overlay)
    for (const { fates } of taken) for (const { row } of fates) overlay.drop(row.id)
  }

  async #storeOrSplit(taken: readonly Taken[], overlay: Overlay): Promise<void> {
    try {
      await this.#store(taken, overlay)
    } catch (error) {
      if (!(error instanceof DiskRefused)) throw error
      this.#refused = error.message
      if (taken.length > 1) for (const block of taken) await this.#storeOrSplit([block], overlay)
    }
  }

  async #store(taken: readonly Taken[], overlay: Overlay): Promise<void> {
    const made = await this.#pack(taken, overlay)
    const { writer, steps, nowMs } = this.#parts
    await steps.run(() => {
      noteHighest(writer.db)
      const move = makeBlockMove(writer.db)
      for (const block of made) move(block)
      for (const { fates } of taken)
        for (const fate of fates)
          if (fate.is === 'lost')
            markLost(writer.db, { content: fate.row.id, found: nowMs, why: fate.why }, fate.row.bytes)
      this.#take(taken)
      this.#remember(taken)
    })
  }

  async #pack(taken: readonly Taken[], overlay: Overlay): Promise<NewBlock[]> {
    const { files, kept, settings, writer } = this.#parts
    // Who slept and lost the vault moves nothing of another's.
    for (const { block, contents } of taken.map(({ block }) => block))
      for (const { digest } of block.isFile ? contents : [])
        writer.transact(() => kept.move(files.pathOf(digest), `files/${digest}`))
    const small = taken.flatMap(({ fates, large }) =>
      fates.filter(({ is, row }) => is !== 'lost' && !large.some(file => file.row.id === row.id)),
    )
    const made = await packInFull(
      { ...this.#parts, reader: overlay.reader },
      small.map(({ row }) => row.id),
    )
    for (const { row, file } of taken.flatMap(({ large }) => large)) {
      const { id, digest, bytes } = row
      const stored = await storeLargeFile(files, { file, digest, bytes }, settings.compressionLevel)
      const contents = [{ id, digest, bytes, start: 0 }]
      made.push({ ...stored, bytes, data: null, base: null, depth: 0, contents })
    }
    return made
  }

  /** The blocks in which nothing lies any more, and the marks of what is found. */
  #take(taken: readonly Taken[]): void {
    const { db } = this.#parts.writer
    const takeBlock = db.prepare<[number]>('DELETE FROM block WHERE id = +?')
    const takeMark = db.prepare<[number]>('DELETE FROM lost WHERE content = +?')
    for (const { block, fates } of taken) {
      takeBlock.run(block.block.id)
      for (const { is, row } of fates) if (is === 'found') takeMark.run(row.id)
    }
  }

  #remember(taken: readonly Taken[]): void {
    const { writer, acting, kept } = this.#parts
    const fates = taken.flatMap(({ fates }) => fates)
    const mended = fates.flatMap(fate =>
      fate.is === 'found' ? [{ content: fate.row.digest, from: fate.found.from }] : [],
    )
    const lost = fates.flatMap(fate => (fate.is === 'lost' ? [fate.row.digest] : []))
    const act = { act: 'repair', mended, lost, rebuilt: [], kept: kept.folder ?? '' } as const
    appendEntry(writer.db, acting.note(act, acting.by))
  }

  /** What was stored is read from where it lies now, and hashed; what was marked is looked up. */
  async confirmed(outcomes: readonly ContentOutcome[]): Promise<ContentOutcome[]> {
    const { writer, steps, rows, files } = this.#parts
    if (outcomes.some(({ action }) => action === 'drop')) await steps.run(() => takeUnneeded(writer.db))
    const reader = makeContentReader(rows, files)
    const all: ContentOutcome[] = []
    for (const outcome of outcomes) {
      const fault = await this.#faultOf(outcome, reader)
      all.push(fault === null ? outcome : { ...outcome, action: 'none', from: null, words: fault })
    }
    return all
  }

  async #faultOf({ action, content }: ContentOutcome, reader: ContentReader): Promise<string | null> {
    const { writer, rows } = this.#parts
    const refused = `was left as it is: ${this.#refused ?? 'it was not written'}`
    if (action === 'none') return null
    if (action === 'lose') return lossOf(writer.db, content) === undefined ? refused : null
    const row = rows.content(content)
    if (action === 'drop') return row === undefined || lossOf(writer.db, content) ? null : refused
    try {
      if ((row?.bytes ?? 0) <= HELD_BYTES) reader.read(content)
      else await finished(reader.stream(content).resume())
      return null
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return this.#refused === null ? `cannot be read still: ${reason}` : refused
    }
  }
}
