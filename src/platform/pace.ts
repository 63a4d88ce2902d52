/**
 * Keeps requests within what the platform allows: a number in flight that adapts to how it copes, the budget of
 * the current rate-limit window (docs/development/platform.md#rate-limits), and an optional rate of our own. Several
 * clients may share one pacer; those that wait take turns, however many requests each of them has.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { OwnSlots, type Slots } from './rate.ts'
import type { Answer, RoundTrip } from './round-trip.ts'

export interface PaceOptions {
  /** Most requests in flight. */
  concurrency: number
  /** Own limit; absent = only what the platform says. */
  requestsPerMinute?: number
  /** Own limit that others share; instead of `requestsPerMinute`. */
  rate?: Slots
  now?: () => number
  wait?: (ms: number) => Promise<void>
  /** Told of every wait for a rate, in milliseconds. */
  waited?: (ms: number) => void
}

export interface Pacer {
  /** The round trip of one client. */
  pace(next: RoundTrip): RoundTrip
}

interface Window {
  resetMs: number
  limit: number
  remaining: number
}

export function withPace(next: RoundTrip, options: PaceOptions): RoundTrip {
  return makePacer(options).pace(next)
}

export function makePacer(options: PaceOptions): Pacer {
  const gate = new Gate(options)
  return {
    pace(next) {
      const share: Share = { waiting: [] }
      return async (call, signal) => {
        await gate.enter(share, signal)
        try {
          const answer = await next(call, signal)
          gate.learn(answer)
          return answer
        } catch (error) {
          gate.slowDown()
          throw error
        } finally {
          gate.leave()
        }
      }
    },
  }
}

/** Requests of one client that wait, in order. */
interface Share {
  waiting: (() => void)[]
}

class Gate {
  readonly #options: PaceOptions
  readonly #now: () => number
  readonly #wait: (ms: number) => Promise<void>
  /** Those with something waiting; the first one's turn is next. */
  readonly #turns: Share[] = []
  #inFlight = 0
  #allowed: number
  #window: Window | null = null
  readonly #rate: Slots | null
  #timer: Promise<void> | null = null

  constructor(options: PaceOptions) {
    this.#options = options
    this.#allowed = options.concurrency
    this.#now = options.now ?? Date.now
    const { rate, requestsPerMinute } = options
    this.#rate = rate ?? (requestsPerMinute === undefined ? null : new OwnSlots(requestsPerMinute, this.#now))
    this.#wait = options.wait ?? (async ms => void (await delay(ms)))
  }

  async enter(share: Share, signal?: AbortSignal): Promise<void> {
    if (this.#turns.length === 0 && this.#blockedForMs() === 0) {
      this.#start()
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const withdraw = () => this.#withdraw(share, resolve) && reject(signal?.reason)
    signal?.addEventListener('abort', withdraw)
    if (share.waiting.push(resolve) === 1) this.#turns.push(share)
    this.#pump()
    await promise.finally(() => signal?.removeEventListener('abort', withdraw))
  }

  leave(): void {
    this.#inFlight--
    this.#pump()
  }

  learn(answer: Answer): void {
    this.#observe(answer)
    if (answer.status === 429 || answer.status >= 500) this.slowDown()
    else if (this.#allowed < this.#options.concurrency) this.#allowed += 1 / this.#allowed
  }

  slowDown(): void {
    this.#allowed = Math.max(1, this.#allowed / 2)
  }

  #start(): void {
    this.#inFlight++
    this.#rate?.start()
  }

  #pump(): void {
    while (this.#turns.length > 0) {
      const blockedMs = this.#blockedForMs()
      if (blockedMs > 0) {
        this.#pumpLater(blockedMs)
        return
      }
      this.#start()
      this.#admit()
    }
  }

  #admit(): void {
    const share = this.#turns.shift()
    const proceed = share?.waiting.shift()
    if (share && share.waiting.length > 0) this.#turns.push(share)
    proceed?.()
  }

  #pumpLater(ms: number): void {
    if (ms === Number.POSITIVE_INFINITY || this.#timer) return
    this.#options.waited?.(ms)
    this.#timer = this.#wait(ms).then(() => {
      this.#timer = null
      this.#pump()
    })
  }

  /** 0 = go; Infinity = wait for an answer that is on its way; else milliseconds. */
  #blockedForMs(): number {
    if (this.#inFlight >= Math.floor(this.#allowed)) return Number.POSITIVE_INFINITY
    return this.#windowBlocksForMs() || (this.#rate?.blockedForMs() ?? 0)
  }

  #windowBlocksForMs(): number {
    const now = this.#now()
    const window = this.#window
    if (window === null || now >= window.resetMs) return 0
    if (window.remaining - this.#inFlight > 0) return 0
    return window.remaining > 0 ? Number.POSITIVE_INFINITY : window.resetMs - now
  }

  #observe(answer: Answer): void {
    const limit = numberOf(answer.headers['x-ratelimit-limit'])
    const remaining = numberOf(answer.headers['x-ratelimit-remaining'])
    const resetSeconds = numberOf(answer.headers['x-ratelimit-reset'])
    if (limit === null || remaining === null || resetSeconds === null) return
    const resetMs = resetSeconds * 1000
    const known = this.#window
    if (known === null || resetMs > known.resetMs) this.#window = { resetMs, limit, remaining }
    else if (resetMs === known.resetMs) known.remaining = Math.min(known.remaining, remaining)
  }

  #withdraw(share: Share, proceed: () => void): boolean {
    const index = share.waiting.indexOf(proceed)
    if (index === -1) return false
    share.waiting.splice(index, 1)
    if (share.waiting.length === 0) this.#turns.splice(this.#turns.indexOf(share), 1)
    return true
  }
}

function numberOf(header: string | string[] | undefined): number | null {
  const value = Number(Array.isArray(header) ? header[0] : header)
  return header === undefined || Number.isNaN(value) ? null : value
}
