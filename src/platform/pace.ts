/**
 * Keeps requests within what the platform allows: a number in flight that adapts to how it copes, the budget of
 * the current rate-limit window (`X-RateLimit-*`, facts.md 2.3), and an optional rate of our own.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, RoundTrip } from './round-trip.ts'

export interface PaceOptions {
  /** Most requests in flight. */
  concurrency: number
  /** Own limit; absent = only what the platform says. */
  requestsPerMinute?: number
  now?: () => number
  wait?: (ms: number) => Promise<void>
}

interface Window {
  resetMs: number
  limit: number
  remaining: number
}

export function withPace(next: RoundTrip, options: PaceOptions): RoundTrip {
  const pacer = new Pacer(options)
  return async (call, signal) => {
    await pacer.enter(signal)
    try {
      const answer = await next(call, signal)
      pacer.learn(answer)
      return answer
    } catch (error) {
      pacer.slowDown()
      throw error
    } finally {
      pacer.leave()
    }
  }
}

class Pacer {
  readonly #options: PaceOptions
  readonly #now: () => number
  readonly #wait: (ms: number) => Promise<void>
  readonly #waiting: (() => void)[] = []
  #inFlight = 0
  #allowed: number
  #window: Window | null = null
  #nextStart = 0
  #timer: Promise<void> | null = null

  constructor(options: PaceOptions) {
    this.#options = options
    this.#allowed = options.concurrency
    this.#now = options.now ?? Date.now
    this.#wait = options.wait ?? (async ms => void (await delay(ms)))
  }

  async enter(signal?: AbortSignal): Promise<void> {
    if (this.#waiting.length === 0 && this.#blockedForMs() === 0) {
      this.#start()
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const withdraw = () => this.#withdraw(resolve) && reject(signal?.reason)
    signal?.addEventListener('abort', withdraw)
    this.#waiting.push(resolve)
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
    const rate = this.#options.requestsPerMinute
    if (rate !== undefined) this.#nextStart = Math.max(this.#nextStart, this.#now()) + 60_000 / rate
  }

  #pump(): void {
    while (this.#waiting.length > 0) {
      const blockedMs = this.#blockedForMs()
      if (blockedMs > 0) {
        this.#pumpLater(blockedMs)
        return
      }
      this.#start()
      this.#waiting.shift()?.()
    }
  }

  #pumpLater(ms: number): void {
    if (ms === Number.POSITIVE_INFINITY || this.#timer) return
    this.#timer = this.#wait(ms).then(() => {
      this.#timer = null
      this.#pump()
    })
  }

  /** 0 = go; Infinity = wait for an answer that is on its way; else milliseconds. */
  #blockedForMs(): number {
    if (this.#inFlight >= Math.floor(this.#allowed)) return Number.POSITIVE_INFINITY
    const now = this.#now()
    if (this.#nextStart > now) return this.#nextStart - now
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

  #withdraw(proceed: () => void): boolean {
    const index = this.#waiting.indexOf(proceed)
    if (index !== -1) this.#waiting.splice(index, 1)
    return index !== -1
  }
}

function numberOf(header: string | string[] | undefined): number | null {
  const value = Number(Array.isArray(header) ? header[0] : header)
  return header === undefined || Number.isNaN(value) ? null : value
}
