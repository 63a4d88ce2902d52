/**
 * When work on the whole vault may go on: while no snapshot is being written, and within its time. It asks before each step;
 * where somebody began a snapshot since, what it knows may be wrong, and it begins a new pass once that is over.
 */
import { Interrupted } from '../../model/errors.ts'
import { giveWay } from '../../model/give-way.ts'
import type { Occupancy } from '../occupancy.ts'

export interface TurnParts {
  occupancy: Occupancy
  /** Waits for contents that are on their way, whatever becomes of them. */
  settle: () => Promise<void>
  /** Milliseconds since the epoch. */
  clock: () => number
}

export interface TurnOptions {
  signal?: AbortSignal | undefined
  /** Ends after this time; the next one goes on. Milliseconds. */
  maxDurationMs?: number | undefined
}

/** What was computed for this pass may not be so any more. */
export class Disturbed extends Error {}
/** The time that it may take is over. */
class TimeOver extends Error {}

/** How often it begins anew because it was disturbed, before it leaves the rest to the next one. */
const MOST_PASSES = 1000

export class Turns {
  readonly #parts: TurnParts
  readonly #options: TurnOptions
  readonly #endMs: number
  /** Snapshots begun before this pass. */
  #begun = 0

  constructor(parts: TurnParts, options: TurnOptions) {
    this.#parts = parts
    this.#options = options
    this.#endMs = parts.clock() + (options.maxDurationMs ?? Number.POSITIVE_INFINITY)
  }

  /** Resolves to whether a pass came to its end. Throws Interrupted, and what a pass throws. */
  async run(pass: () => Promise<void>): Promise<boolean> {
    for (let passes = 0; passes < MOST_PASSES; passes++) {
      try {
        await this.#waitUntilFree()
        await pass()
        return true
      } catch (error) {
        if (error instanceof TimeOver) return false
        if (!(error instanceof Disturbed)) throw error
      }
    }
    return false
  }

  /** Throws where the pass must not go on. */
  pause(): void {
    this.#assertTime()
    const { occupancy } = this.#parts
    if (!occupancy.isFree || occupancy.begun !== this.#begun) throw new Disturbed()
  }

  /** As `pause`, with others' turns before it where it has been a while. */
  readonly giveWay = async (): Promise<void> => {
    await giveWay()
    this.pause()
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
}
