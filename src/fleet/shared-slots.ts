/**
 * The slots of one token as hosts share them through Redis. Each takes some ahead, more of them the more it uses, and so
 * few that there are some for every host: then nobody is refused, and slots go round in the order in which they were
 * asked for. Whoever is refused has to guess when to ask again, and meets again and again those who just asked. What is
 * not used soon after its time is gone. While Redis is away a host has the whole, divided by the hosts that there were.
 *
 * In any minute all hosts together start as many requests as the rate says, and one: slots lie 61/60 of its distance
 * apart, because a slot is used up to a second late. When Redis loses what it had last, as in a failover, those that
 * were taken ahead come on top of that, once.
 */
import { OwnSlots, type Slots } from '../platform/rate.ts'
import { LONGEST_AHEAD_MS, type RateStore } from './rate-store.ts'

/** How far ahead slots are taken at least. Milliseconds. */
const AHEAD_MS = 1000
/** Of it for each host, so that a Redis far away keeps nobody waiting. Milliseconds. */
const AHEAD_A_HOST_MS = 250
/** Of the time of a slot, in which a request may start. Milliseconds; with `ANSWER_WITHIN_MS` a second. */
const VALID_MS = 500
/** As long as the answer of Redis may take. Milliseconds. */
const ANSWER_WITHIN_MS = 500
/** After it did not answer, it is asked again. Milliseconds. */
const AWAY_FOR_MS = 5_000
/** While it is asked. Milliseconds. */
const ASKING_MS = 5
const LATEST_MS = VALID_MS + ANSWER_WITHIN_MS

export interface SharedSlotsOptions {
  store: RateStore
  /** Names the token, and does not say it. */
  token: string
  requestsPerMinute: number
  now: () => number
  random: () => number
  /** Rejects after so many milliseconds. */
  timeout: (ms: number) => Promise<never>
  /** How many share the rate, as far as is known; at least 1. */
  hosts: () => number
}

export class SharedSlots implements Slots {
  readonly #options: SharedSlotsOptions
  /** When they begin, by our clock, in order. */
  #slots: number[] = []
  /** How many were taken last, and how many of these were used. */
  #taken = 0
  #used = 0
  #isAsking = false
  /** Nothing is to be had before. */
  #askAt = 0
  #awayUntil = 0
  #isAway = false
  /** While Redis is away. It is kept until Redis answers, so that asking again gives nothing extra. */
  #own: Slots | null = null

  constructor(options: SharedSlotsOptions) {
    this.#options = options
  }

  blockedForMs(): number {
    const now = this.#options.now()
    this.#isAway = now < this.#awayUntil
    if (this.#isAway) return this.#ownSlots().blockedForMs()
    this.#slots = this.#slots.filter(slot => slot + VALID_MS >= now)
    const [next] = this.#slots
    if (next !== undefined) return Math.max(0, next - now)
    if (now < this.#askAt) return this.#askAt - now
    this.#ask()
    return ASKING_MS
  }

  start(): void {
    if (this.#isAway) this.#ownSlots().start()
    else this.#useSlot()
  }

  #useSlot(): void {
    this.#slots.shift()
    this.#used++
    if (this.#slots.length <= this.#taken / 2 && this.#options.now() >= this.#askAt) this.#ask()
  }

  #ownSlots(): Slots {
    const { requestsPerMinute, now, hosts } = this.#options
    this.#own ??= new OwnSlots(Math.max(1, Math.floor(requestsPerMinute / hosts())), now)
    return this.#own
  }

  /** Throws nothing: who waits asks again. */
  #ask(): void {
    if (this.#isAsking) return
    this.#isAsking = true
    const { now } = this.#options
    this.#take()
      .catch(() => {
        this.#awayUntil = now() + AWAY_FOR_MS
      })
      .finally(() => {
        this.#isAsking = false
      })
  }

  async #take(): Promise<void> {
    const { store, token, requestsPerMinute, now, timeout } = this.#options
    const spacingMs = spacingOf(requestsPerMinute)
    const aheadMs = this.#aheadMs(spacingMs)
    const count = this.#next(aheadMs / spacingMs)
    const answer = store.take(token, { spacingMs, count, aheadMs })
    const { inMs, granted } = await Promise.race([answer, timeout(ANSWER_WITHIN_MS)])
    this.#own = null
    const at = now()
    const begin = at + inMs
    this.#taken = this.#slots.length + granted
    this.#used = 0
    this.#slots.push(...Array.from({ length: granted }, (_, index) => begin + index * spacingMs))
    // Whoever was told the same time is not always behind the same one.
    this.#askAt = granted === 0 ? begin + (this.#options.random() * AHEAD_MS) / 2 : at
  }

  /** At least one slot for each host. */
  #aheadMs(spacingMs: number): number {
    const ofHosts = this.#options.hosts() * Math.max(spacingMs, AHEAD_A_HOST_MS)
    return Math.min(LONGEST_AHEAD_MS, Math.max(AHEAD_MS, ofHosts))
  }

  /** More than was used, and at least one. Half of its part, since a host asks while it has half of what it took. */
  #next(slotsAhead: number): number {
    const part = slotsAhead / this.#options.hosts() / 2
    return Math.max(1, Math.min(this.#used * 4, Math.floor(part)))
  }
}

/** Milliseconds from slot to slot. */
export function spacingOf(requestsPerMinute: number): number {
  return (60_000 + LATEST_MS) / requestsPerMinute
}
