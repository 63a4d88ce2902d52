/**
 * Prunes a vault: takes what only snapshots need that were forgotten long enough ago, and gives the space back.
 *
 * In this order: it is proved that everything is there that the other snapshots need; the snapshots are marked, from when on
 * nobody reads them; their rows go; blocks go, or are stored anew without what goes; files and free pages go. Each
 * transaction leaves a sound vault, and what is left to do is computed from the rows each time, so whoever comes next goes on
 * wherever this one ended. While a snapshot is being written nothing is taken.
 */
import { rangesOf } from '../../model/number-ranges.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import { TALLIED } from '../catalog/coverage.ts'
import { appendEntry } from '../catalog/ledger.ts'
import { takeBodies } from '../maintenance/bodies.ts'
import type { PackingParts } from '../maintenance/packing.ts'
import { proveNeeded, proveRows } from '../maintenance/proof.ts'
import { catalogBytes, giveBack, sweepFiles, unreturnedBytes } from '../maintenance/space.ts'
import { makeSteps, type Steps } from '../maintenance/steps.ts'
import { Disturbed, type TurnParts, Turns } from '../maintenance/turns.ts'
import { workBlocks } from './blocks.ts'
import { findCandidates, type Window } from './candidates.ts'
import { type Prepared, preparePrune } from './plan.ts'
import { takeReadMarks, takeScopeStates, takeVersions } from './rows.ts'
import type { PruneOptions, PrunePlan, PruneProgress, PruneResult } from './types.ts'

export interface PruneParts extends PackingParts, TurnParts {
  writer: CatalogWriter
  /** Called once the ledger has another end. */
  written: () => void
}

/** What says which snapshots stay and what they need: a row that is not as it was written might take too much. */
const PROVED = TALLIED.filter(({ name }) =>
  [
    'organization',
    'snapshot',
    'version',
    'part',
    'block',
    'content',
    'pin',
    'hold',
    'forgotten',
    'pruned',
    'restore_run',
  ].includes(name),
)
/** Snapshots that one entry of the ledger names. */
const REMEMBERED_AT_ONCE = 1000

/** Throws Interrupted, DiskRefused; and DamageFound, where nothing more is taken. */
export async function pruneVault(parts: PruneParts, options: PruneOptions): Promise<PruneResult> {
  const { db, log } = parts.writer
  const before = catalogBytes(db)
  const pruning = new Pruning(parts, options)
  const finished = await log.keptShort(() => pruning.run())
  // By now there is room for it, where the disk was full.
  parts.written()
  return {
    plan: pruning.plan,
    finished,
    bytesBefore: before + pruning.unlinkedBytes,
    bytesAfter: catalogBytes(db),
    unreturnedBytes: unreturnedBytes(db),
  }
}

class Pruning {
  /** The first that was made: later ones, after somebody came in between, have less to do. */
  plan: PrunePlan | null = null
  readonly #parts: PruneParts
  readonly #options: PruneOptions
  readonly #turns: Turns
  readonly #steps: Steps

  constructor(parts: PruneParts, options: PruneOptions) {
    this.#parts = parts
    this.#options = options
    this.#turns = new Turns(parts, options)
    const pause = () => this.#turns.pause()
    this.#steps = makeSteps({ ...parts, pause, committed: options.committed })
  }

  get unlinkedBytes(): number {
    return this.#steps.unlinkedBytes
  }

  /** Resolves to whether all is done. */
  run(): Promise<boolean> {
    return this.#turns.run(() => this.#pass())
  }

  async #pass(): Promise<void> {
    const { writer, rows, files } = this.#parts
    const { db } = writer
    const window = { nowMs: this.#parts.clock(), undoMs: this.#options.undoMs }
    const pause = () => this.#turns.pause()
    this.#tell('planning', 0, 0)
    const prepared = await preparePrune(db, window, { leastDeadShare: this.#options.leastDeadShare, pause })
    this.plan ??= prepared.plan
    await this.#prove(prepared)
    this.#agree(prepared.plan)
    // Nothing is written for these, so they go on a disk that is full.
    await sweepFiles(rows, files, { pause, unlink: this.#steps.unlink })
    await this.#mark(prepared, window)
    await this.#takeRows(prepared)
    await this.#workBlocks(prepared)
    await giveBack(this.#parts.writer, this.#steps, (done, total) => this.#tell('space', done, total))
  }

  #agree({ snapshots }: PrunePlan): void {
    if (snapshots.length > 0) this.#options.agreed?.(snapshots.map(({ snapshot }) => snapshot))
  }

  async #prove({ survey }: Prepared): Promise<void> {
    const { writer, rows, files } = this.#parts
    await proveRows(writer.db.name, PROVED, this.#turns.giveWay)
    proveNeeded(survey, rows, files)
  }

  /** From here on nobody reads them, and nobody brings them back. */
  async #mark({ plan }: Prepared, window: Window): Promise<void> {
    if (plan.snapshots.length === 0) return
    const { db } = this.#parts.writer
    await this.#steps.run(() => {
      const now = new Set(findCandidates(db, window).snapshots.map(({ snapshot }) => snapshot))
      const insert = db.prepare<[number, number]>('INSERT INTO pruned VALUES (?, ?)')
      for (const { snapshot } of plan.snapshots) {
        if (!now.has(snapshot)) throw new Disturbed()
        insert.run(snapshot, window.nowMs)
      }
      this.#remember(plan.snapshots.map(({ snapshot }) => snapshot))
    })
  }

  #remember(snapshots: readonly number[]): void {
    const { acting } = this.#options
    if (acting === undefined) return
    for (let from = 0; from < snapshots.length; from += REMEMBERED_AT_ONCE) {
      const some = snapshots.slice(from, from + REMEMBERED_AT_ONCE)
      const act = { act: 'prune', snapshots: rangesOf(some), count: some.length } as const
      appendEntry(this.#parts.writer.db, acting.note(act, acting.by))
    }
  }

  async #takeRows({ plan, horizon, survey, work }: Prepared): Promise<void> {
    const { db } = this.#parts.writer
    this.#tell('rows', 0, plan.versions.go)
    await takeVersions(db, this.#steps, horizon.gone)
    this.#tell('rows', plan.versions.go, plan.versions.go)
    await takeScopeStates(db, this.#steps, horizon.gone)
    await takeReadMarks(db, this.#steps, horizon)
    const stays = (content: number) =>
      survey.live.has(content) || work.retained.has(survey.contents.block[content] ?? 0)
    await takeBodies(db, this.#steps, stays)
  }

  async #workBlocks({ survey, work }: Prepared): Promise<void> {
    const { free, rebase, later, groups } = work
    const total = free.length + rebase.length + later.length + groups.size
    let done = 0
    this.#tell('blocks', 0, total)
    const tell = (blocks: number) => {
      done += blocks
      this.#tell('blocks', done, total)
    }
    const { db } = this.#parts.writer
    if (total > 0) await workBlocks({ ...this.#parts, db, steps: this.#steps, survey, done: tell }, work)
  }

  #tell(phase: PruneProgress['phase'], done: number, total: number): void {
    this.#options.progress?.({ phase, done, total })
  }
}
