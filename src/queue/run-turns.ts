/**
 * Turns of all platforms of a process: only so many runs work at once, whatever is due at the same minute. Of those that
 * wait, the platform with the fewest at work goes first, then the one that had its last turn longest ago; within a
 * platform its more important run. A run for which somebody waits takes its turn at once.
 *
 * A run has what it has to have for itself (`locks.ts`) before it asks for a turn, and never asks for more of that while
 * it has one: so runs cannot wait for each other in a circle.
 */
import type { Release } from './locks.ts'

export interface TurnWish {
  platform: string
  /** 1 goes first, and does not wait. */
  priority: number
}

interface Waiting extends TurnWish {
  grant(): void
}

interface Share {
  working: number
  /** Count of all turns when it had its last one. */
  last: number
}

const SOMEBODY_WAITS = 1
const NOTHING: Share = { working: 0, last: 0 }

export class RunTurns {
  readonly #most: () => number
  readonly #shares = new Map<string, Share>()
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>()
  #working = 0
  #granted = 0

  /** `most`: how many work at once, as it is configured now. */
  constructor(most: () => number) {
    this.#most = most
  }

  /** Rejects with the signal's reason. */
  async take(wish: TurnWish, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted()
    if (wish.priority <= SOMEBODY_WAITS) return this.#begin(wish.platform)
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const waiting = { ...wish, grant: () => resolve(this.#begin(wish.platform)) }
    const leave = () => {
      if (this.#waiting.delete(waiting)) reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#waiting.add(waiting)
    this.#grant()
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }

  #begin(platform: string): Release {
    const { working } = this.#shareOf(platform)
    this.#working++
    this.#granted++
    this.#shares.set(platform, { working: working + 1, last: this.#granted })
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#working--
      const share = this.#shareOf(platform)
      this.#shares.set(platform, { ...share, working: share.working - 1 })
      this.#grant()
    }
  }

  #grant(): void {
    while (this.#working < this.#most()) {
      const next = this.#next()
      if (next === undefined) return
      this.#waiting.delete(next)
      next.grant()
    }
  }

  #next(): Waiting | undefined {
    const [first, ...others] = this.#waiting
    if (first === undefined) return undefined
    return others.reduce((best, other) => (this.#compare(other, best) < 0 ? other : best), first)
  }

  /** Of two that are alike, the one that came first stays in front. */
  #compare(a: Waiting, b: Waiting): number {
    const [ofA, ofB] = [this.#shareOf(a.platform), this.#shareOf(b.platform)]
    return ofA.working - ofB.working || ofA.last - ofB.last || a.priority - b.priority
  }

  #shareOf(platform: string): Share {
    return this.#shares.get(platform) ?? NOTHING
  }
}
