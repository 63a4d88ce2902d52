/**
 * Stores the contents of a vault anew so that they take less room and the newest are read fastest: see wanted.ts. Contents
 * keep their numbers and digests, so every seal stays as it is, and every new block is decoded and hashed before an old one
 * goes. Each transaction leaves a sound vault; what is left to do is computed from the rows each time, so whoever comes next
 * goes on wherever this one ended. While a snapshot is being written nothing is moved.
 *
 * In sweeps: first what lies together with other things, which brings the newest to its place; then what is older, each
 * against the one that came after it, which by then is read through nothing older; last, small blocks together.
 */
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { Connection } from '../catalog/connection.ts'
import { makeBlockInsert, type NewBlock } from '../catalog/contents.ts'
import { takeBodies } from '../maintenance/bodies.ts'
import { makeHorizon } from '../maintenance/horizon.ts'
import type { PackingParts } from '../maintenance/packing.ts'
import { proveNeeded } from '../maintenance/proof.ts'
import { catalogBytes, giveBack, unreturnedBytes, vacuum } from '../maintenance/space.ts'
import { makeSteps, type Steps } from '../maintenance/steps.ts'
import { survey as readSurvey } from '../maintenance/survey.ts'
import { type TurnParts, Turns } from '../maintenance/turns.ts'
import { findDictionary, makeDictionary } from './dictionary.ts'
import { storeFilesAnew } from './large-files.ts'
import { looseBlocks, planOf, smallBlocks, wantTheRest } from './loose.ts'
import { type Present, presentOf } from './present.ts'
import { type Relaying, relay } from './relay.ts'
import { packSummaries } from './summaries.ts'
import type { CompactOptions, CompactPlan, CompactProgress, CompactResult } from './types.ts'
import { ROLE, readWanted, type Wanted } from './wanted.ts'

export interface CompactParts extends PackingParts, TurnParts {
  writer: CatalogWriter
  /** A number that no content has, and none will get. */
  reserveContent: () => number
}

const DEFAULT_LEVEL = 9
/** Raw. They are decoded whole for each content in them. */
const BLOCK_BYTES = 1024 * 1024
/** What pages far from each other have in common is found in one block only. */
const SMALLEST = { level: 16, blockBytes: 8 * 1024 * 1024, movedAtOnce: 2000 }
/** Raw bytes that one transaction stores anew. */
const MOVED_AT_ONCE_BYTES = 16 * 1024 * 1024
/** Contents. Each takes 20 to 60 µs, in which a daemon answers nobody; those of a large block have to move together. */
const MOVED_AT_ONCE = 400
/** Contents that had to wait for others have their turn in the next one. */
const SWEEPS = 3

/** Throws Interrupted, DiskRefused; and DamageFound, where nothing more is moved. */
export async function compactVault(parts: CompactParts, options: CompactOptions): Promise<CompactResult> {
  const { db, log } = parts.writer
  const bytesBefore = catalogBytes(db)
  const compaction = new Compaction(parts, options)
  const finished = await log.keptShort(() => compaction.run())
  return {
    plan: compaction.plan,
    files: compaction.files,
    finished,
    bytesBefore,
    bytesAfter: catalogBytes(db),
    unreturnedBytes: unreturnedBytes(db),
  }
}

interface Prepared {
  present: Present
  wanted: Wanted
  /** A content; 0: there is none yet. */
  dictionary: number
  /** The number that it would have. */
  made: number
  plan: CompactPlan
}

type Preparing = Pick<CompactParts, 'rows' | 'files' | 'reserveContent'> & {
  db: Connection
  pause: () => void
}

/** Throws DamageFound where something that a snapshot needs is not there. */
async function prepareCompact({ db, rows, files, pause, reserveContent }: Preparing): Promise<Prepared> {
  const survey = await readSurvey(db, { horizon: makeHorizon(db, []), pause })
  proveNeeded(survey, rows, files)
  const wanted = await readWanted(db, { highestContent: survey.contents.highest, pause })
  const dictionary = findDictionary(db)
  const made = dictionary === 0 ? reserveContent() : 0
  const present = await presentOf(survey, made, pause)
  const where = { present, wanted, dictionary }
  await wantTheRest(where, survey.contents.highest, pause)
  return { ...where, made, plan: await planOf(survey, where, pause) }
}

class Compaction {
  /** The first that was made: later ones, after somebody came in between, have less to do. */
  plan: CompactPlan | null = null
  /** That take less room now. */
  readonly files = { stored: 0, savedBytes: 0 }
  readonly #parts: CompactParts
  readonly #options: CompactOptions
  readonly #turns: Turns
  readonly #steps: Steps

  constructor(parts: CompactParts, options: CompactOptions) {
    this.#parts = parts
    this.#options = options
    this.#turns = new Turns(parts, options)
    const pause = () => this.#turns.pause()
    this.#steps = makeSteps({ ...parts, pause, committed: options.committed })
  }

  /** Resolves to whether all is done. */
  run(): Promise<boolean> {
    return this.#turns.run(() => this.#pass())
  }

  async #pass(): Promise<void> {
    const { writer } = this.#parts
    const { db } = writer
    const pause = () => this.#turns.pause()
    this.#tell('planning', 0, 0)
    const prepared = await prepareCompact({ ...this.#parts, db, pause })
    this.plan ??= prepared.plan
    const relaying = await this.#relaying(prepared)
    for (let sweep = 0; sweep < SWEEPS; sweep++)
      if (!(await this.#sweep(relaying, await looseBlocks(relaying, pause)))) break
    await this.#sweep(relaying, await smallBlocks(relaying, relaying.settings.blockBytes / 2, pause))
    // Documents that were replaced are named by nothing that a backup meets; what was is fetched again if it comes back.
    await takeBodies(db, this.#steps, content => prepared.wanted.role[content] !== ROLE.older)
    await packSummaries(db, this.#steps)
    await this.#storeFilesAnew(relaying)
    await giveBack(writer, this.#steps, (done, total) => this.#tell('space', done, total))
    pause()
    if (this.#options.vacuum)
      vacuum(db, {
        what: 'the catalog was not written anew',
        hint: 'all else was done; make room, or go without --vacuum',
      })
  }

  async #storeFilesAnew({ db, rows, reader, files, steps }: Relaying): Promise<void> {
    const level = this.#options.level ?? DEFAULT_LEVEL
    if (level < SMALLEST.level) return
    const { inlineLimitBytes } = this.#parts.settings
    const parts = { db, rows, reader, files, steps, level, inlineLimitBytes }
    const saved = (bytes: number) => {
      this.files.stored++
      this.files.savedBytes += bytes
    }
    await storeFilesAnew(parts, saved, (done, total) => this.#tell('files', done, total))
  }

  async #relaying({ present, wanted, dictionary, made, plan }: Prepared): Promise<Relaying> {
    const { db } = this.#parts.writer
    const compressionLevel = this.#options.level ?? DEFAULT_LEVEL
    const blockBytes = compressionLevel < SMALLEST.level ? BLOCK_BYTES : SMALLEST.blockBytes
    const inlineLimitBytes = Math.max(this.#parts.settings.inlineLimitBytes, blockBytes / 8)
    const settings = { blockBytes, compressionLevel, inlineLimitBytes }
    const parts = { ...this.#parts, settings }
    const relaying = { ...parts, db, steps: this.#steps, present, wanted, dictionary }
    if (dictionary !== 0 || plan.loose === 0) return relaying
    const found = await makeDictionary(relaying, made)
    if (found === null) return relaying
    const { content, block } = found
    if (block !== null) present.place(await this.#insert(block), block)
    return { ...relaying, dictionary: content }
  }

  async #insert(block: NewBlock): Promise<number> {
    let number = 0
    await this.#steps.run(() => {
      number = makeBlockInsert(this.#parts.writer.db)(block)
    })
    return number
  }

  /** Resolves to whether there was anything to do. */
  async #sweep(relaying: Relaying, blocks: readonly number[]): Promise<boolean> {
    const { present, settings } = relaying
    const atOnce = settings.blockBytes === SMALLEST.blockBytes ? SMALLEST.movedAtOnce : MOVED_AT_ONCE
    let batch: number[] = []
    let bytes = 0
    let count = 0
    for (const [done, block] of blocks.entries()) {
      batch.push(block)
      bytes += present.bytes(block)
      count += present.contentsOf(block).length
      if (bytes < MOVED_AT_ONCE_BYTES && count < atOnce && done < blocks.length - 1) continue
      await relay(relaying, batch)
      this.#tell('contents', done + 1, blocks.length)
      batch = []
      bytes = 0
      count = 0
    }
    return blocks.length > 0
  }

  #tell(phase: CompactProgress['phase'], done: number, total: number): void {
    this.#options.progress?.({ phase, done, total })
  }
}
