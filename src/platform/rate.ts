/** How often requests may start, for whoever uses one token: a request for each slot of time. */

/** One that requests of several clients, or of several hosts, may share. */
export interface Slots {
  /** 0: a request may start now. Else milliseconds after which it is worth asking again. */
  blockedForMs(): number
  /** A request starts. Only where `blockedForMs` is 0. */
  start(): void
}

/** At equal distances; what was not used is gone. */
export class OwnSlots implements Slots {
  readonly #requestsPerMinute: number
  readonly #now: () => number
  #nextStart = 0

  constructor(requestsPerMinute: number, now: () => number) {
    this.#requestsPerMinute = requestsPerMinute
    this.#now = now
  }

  blockedForMs(): number {
    return Math.max(0, this.#nextStart - this.#now())
  }

  start(): void {
    this.#nextStart = Math.max(this.#nextStart, this.#now()) + 60_000 / this.#requestsPerMinute
  }
}

/** Who is called back later than this has given up. */
const LATE_MS = 100
/** While it is another one's turn. */
const AGAIN_MS = 5

/** Slots that several share in this process: whoever waits longest goes first. */
export class SharedRate {
  readonly #slots: Slots
  readonly #now: () => number
  /** Those that wait, with when they ask again. */
  readonly #waiting = new Map<object, number>()

  constructor(slots: Slots, now: () => number) {
    this.#slots = slots
    this.#now = now
  }

  /** For one of them. */
  share(): Slots {
    const self = {}
    return {
      blockedForMs: () => this.#blockedForMs(self),
      start: () => {
        this.#waiting.delete(self)
        this.#slots.start()
      },
    }
  }

  #blockedForMs(self: object): number {
    const slotMs = this.#slots.blockedForMs()
    const now = this.#now()
    const blockedMs = slotMs === 0 && this.#first(now, self) !== self ? AGAIN_MS : slotMs
    if (blockedMs > 0) this.#waiting.set(self, now + blockedMs)
    return blockedMs
  }

  /** A map keeps the order in which they began to wait. */
  #first(now: number, self: object): object {
    for (const [waiting, againAt] of this.#waiting) {
      if (waiting === self || now <= againAt + LATE_MS) return waiting
      this.#waiting.delete(waiting)
    }
    return self
  }
}
