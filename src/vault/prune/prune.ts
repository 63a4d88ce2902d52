/**
 * Prunes a vault: takes what only snapshots need that were forgotten long enough ago, and gives the space back.
 *
 * In this order: it is proved that everything is there that the other snapshots need; the snapshots are marked, from when on
 * nobody reads them; their rows go; blocks go, or are stored anew without what goes; files and free pages go. Each
 * transaction leaves a sound vault, and what is left to do is computed from the rows each time, so whoever comes next goes on
 * wherever this one ended. While a snapshot is being written nothing is taken.
 */
import { setImmediate } from 'node:timers/promises'
import { Interrupted } from '../../model/errors.ts'
import { rangesOf } from '../../model/number-ranges.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import { TALLIED } from '../catalog/coverage.ts'
import { appendEntry } from '../catalog/ledger.ts'
import { assertTally } from '../catalog/tally.ts'
import type { Occupancy } from '../occupancy.ts'
import { workBlocks } from './blocks.ts'
import { findCandidates, type Window } from './candidates.ts'
import type { PackingParts } from './packing.ts'
import { type Prepared, preparePrune } from './plan.ts'
import { proveNeeded } from './proof.ts'
import { takeBodies, takeReadMarks, takeScopeStates, takeVersions } from './rows.ts'
import { catalogBytes, giveBack, sweepFiles, unreturnedBytes } from './space.ts'
import { makeSteps, type Steps } from './steps.ts'
import type { PruneOptions, PrunePlan, PruneProgress, PruneResult } from './types.ts'

export interface PruneParts extends PackingParts {
  writer: CatalogWriter
  occupancy: Occupancy
  /** Waits for contents that are on their way, whatever becomes of them. */
  settle: () => Promise<void>
  /** Called once the ledger has another end. */
  written: () => void
  /** Milliseconds since the epoch. */
  clock: () => number
}

/** Somebody began a snapshot, or brought one back, since what is to be done was computed. */
class Disturbed extends Error {}
/** The time that it may take is over. */
class TimeOver extends Error {}

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
/** How often it begins anew because it was disturbed, before it leaves the rest to the next one. */
const MOST_PASSES = 1000
/** Of a log that is copied into the catalog early: on a full disk there is no room for more. */
const CHECKPOINT_PAGES = 256
/** Snapshots that one entry of the ledger names. */
const REMEMBERED_AT_ONCE = 1000

/** Throws Interrupted, DiskRefused; and DamageFound, where nothing more is taken. */
export async function pruneVault(parts: PruneParts, options: PruneOptions): Promise<PruneResult> {
  const { db } = parts.writer
  const before = catalogBytes(db)
  const checkpointPages = db.pragma('wal_autocheckpoint', { simple: true })
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  const pruning = new Pruning(parts, options)
  try {
    const finished = await pruning.run()
    // By now there is room for it, where the disk was full.
    parts.written()
    return {
      plan: pruning.plan,
      finished,
      bytesBefore: before + pruning.unlinkedBytes,
      bytesAfter: catalogBytes(db),
      unreturnedBytes: unreturnedBytes(db),
    }
  } finally {
    db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  }
}

class Pruning {
  /** The first that was made: later ones, after somebody came in between, have less to do. */
  plan: PrunePlan | null = null
  readonly #parts: PruneParts
  readonly #options: PruneOptions
  readonly #endMs: number
  readonly #steps: Steps
  /** Snapshots begun before this pass. */
  #begun = 0

  constructor(parts: PruneParts, options: PruneOptions) {
    this.#parts = parts
    this.#options = options
    this.#endMs = parts.clock() + (options.maxDurationMs ?? Number.POSITIVE_INFINITY)
    const { writer, files } = parts
    const committed = options.committed ?? (() => {})
    this.#steps = makeSteps({ writer, files, pause: () => this.#pause(), committed })
  }

  get unlinkedBytes(): number {
    return this.#steps.unlinkedBytes
  }

  /** Resolves to whether all is done. */
  async run(): Promise<boolean> {
    for (let passes = 0; passes < MOST_PASSES; passes++) {
      try {
        await this.#waitUntilFree()
        await this.#pass()
        return true
      } catch (error) {
        if (error instanceof TimeOver) return false
        if (!(error instanceof Disturbed)) throw error
      }
    }
    return false
  }

  async #waitUntilFree(): Promise<void> {
    const { occupancy, settle, clock } = this.#parts
    const { signal, maxDurationMs } = this.#options
    const left = Math.max(0, this.#endMs - clock())
    const ends = [
      ...(signal ? [signal] : []),
      ...(maxDurationMs === undefined ? [] : [AbortSignal.timeout(left)]),
    ]
    try {
      await occupancy.whenFree(AbortSignal.any(ends))
    } catch {
      this.#assertTime()
      throw new TimeOver()
    }
    await settle()
    this.#begun = occupancy.begun
  }

  #assertTime(): void {
    const { signal } = this.#options
    if (signal?.aborted) throw new Interrupted({ cause: signal.reason })
    if (this.#parts.clock() >= this.#endMs) throw new TimeOver()
  }

  #pause(): void {
    this.#assertTime()
    const { occupancy } = this.#parts
    if (!occupancy.isFree || occupancy.begun !== this.#begun) throw new Disturbed()
  }

  async #pass(): Promise<void> {
    const { writer, rows, files } = this.#parts
    const { db } = writer
    const window = { nowMs: this.#parts.clock(), undoMs: this.#options.undoMs }
    const pause = () => this.#pause()
    this.#tell('planning', 0, 0)
    const prepared = await preparePrune(db, window, { leastDeadShare: this.#options.leastDeadShare, pause })
    this.plan ??= prepared.plan
    await this.#prove(prepared)
    // Nothing is written for these, so they go on a disk that is full.
    await sweepFiles(rows, files, { pause, unlink: this.#steps.unlink })
    await this.#mark(prepared, window)
    await this.#takeRows(prepared)
    await this.#workBlocks(prepared)
    await giveBack(db, this.#steps, (done, total) => this.#tell('space', done, total))
  }

  async #prove({ survey }: Prepared): Promise<void> {
    const { writer, rows, files } = this.#parts
    for (const table of PROVED) {
      assertTally(writer.db, [table])
      await setImmediate()
      this.#pause()
    }
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
